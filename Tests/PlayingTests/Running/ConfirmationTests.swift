// SPDX-License-Identifier: Apache-2.0

import ScenarioFiles
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Synchronization
import TestThreads
import Testing

/// Doubtful results are confirmed by further plays before they count; what varies is flaky.
@Suite(.onOwnThreads) struct ConfirmationTests {
  /// Counts the requests of a run.
  final class Turns: Sendable {
    private let number = Atomic<Int>(0)
    /// The number of the next request, from 1.
    func next() -> Int { number.wrappingAdd(1, ordering: .relaxed).newValue }
    var count: Int { number.load(ordering: .relaxed) }
  }

  static let failure = ClientOutcome.failure(ClientFailure(kind: .other, message: "no"))

  /// A run of one case in which the client fails in the plays of these numbers, from 1, and only
  /// there.
  static func run(
    failingIn plays: Set<Int>, retries: Int = 2, expected: ExpectedFailures? = nil,
    flakyFails: Bool = false
  ) throws -> (result: CaseResult, summary: RunSummary, plays: Int) {
    let turns = Turns()
    var options = RunOptions()
    options.retries = retries
    options.flakyFails = flakyFails
    let run = Run(plans: try RunTests.cases(1).planned(), options: options, expected: expected) {
      CannedClient(loop: $0) { caller in
        let response = caller.send()
        return plays.contains(turns.next()) ? failure : .response(response)
      }
    }
    var found: CaseResult?
    let summary = run.perform(interruption: Interruption()) { event in
      if case .caseFinished(let result) = event { found = result }
    }
    return (try #require(found), summary, turns.count)
  }

  @Test func whatFailsEachTimeFails() throws {
    let (result, summary, plays) = try Self.run(failingIn: [1, 2, 3])
    #expect(result.verdict == .fail)
    #expect(result.flakiness == nil)
    #expect(plays == 3)
    #expect(summary.flaky == 0)
    #expect(Transcripts.ExitStatus(summary, requiring: 0) == .failures)
  }

  @Test func whatHoldsIsPlayedOnce() throws {
    let (result, _, plays) = try Self.run(failingIn: [])
    #expect(result.verdict == .pass)
    #expect(plays == 1)
  }

  /// Plays go on until one outcome has come three times.
  @Test(arguments: [([1], 4), ([1, 2], 5), ([1, 2, 4], 4)])
  func whatFailsNowAndThenIsFlaky(_ failures: [Int], _ played: Int) throws {
    let failed = failures.count
    let (result, summary, plays) = try Self.run(failingIn: Set(failures))
    #expect(result.verdict == .inconclusive)
    #expect(plays == played)
    let flakiness = try #require(result.flakiness)
    #expect(flakiness.plays == played)
    #expect(flakiness.checks == ["1.client.outcome"])
    #expect(flakiness.outcomes.map(\.verdict) == [.fail, .pass])
    #expect(
      result.reason
        == "flaky: broken in \(failed) of \(played) plays: fail (1.client.outcome) in \(failed), "
        + "pass in \(played - failed)")
    #expect(!result.isUnexpectedlyBad)
    #expect(summary.flaky == 1)
    #expect(summary.unexpected == 0)
    // No play reached a verdict, which is not a failure.
    #expect(Transcripts.ExitStatus(summary, requiring: 0) == .nothingRan)
  }

  @Test func aRunCanFailForFlakyCases() throws {
    let (result, summary, _) = try Self.run(failingIn: [1], flakyFails: true)
    #expect(result.isUnexpectedlyBad)
    #expect(result.cause == FailureCause(.flaky))
    #expect(summary.unexpected == 1)
    #expect(Transcripts.ExitStatus(summary, requiring: 0) == .failures)
    let steady = try Self.run(failingIn: [], flakyFails: true)
    #expect(Transcripts.ExitStatus(steady.summary, requiring: 0) == .good)
    // What is expected to fail may be flaky.
    let expected = try Self.run(
      failingIn: [1],
      expected: Self.expected("case: case-0, check: 1.client.outcome, verdict: fail"),
      flakyFails: true)
    #expect(!expected.result.isUnexpectedlyBad)
  }

  /// Runs `count` cases with a client that fails in the first plays of each: `failures` says in how
  /// many. Returns the results, and the number of plays of each case.
  static func run(
    _ count: Int, failures: @escaping @Sendable (Int) -> Int
  ) throws -> (results: [CaseResult], plays: [Int]) {
    let seen = Mutex([Int: Int]())
    let results = RunTests.run(try RunTests.cases(count)) { caller in
      let number = RunTests.number(caller)
      let play = seen.withLock { seen in
        seen[number, default: 0] += 1
        return seen[number, default: 0]
      }
      return play <= failures(number)
        ? .failure(ClientFailure(kind: .other, message: "")) : .response(caller.send())
    }.results
    let plays = seen.withLock { $0 }
    return (results, (0..<count).map { plays[$0] ?? 0 })
  }

  @Test func theFirstCasesOfACauseAreConfirmedInFull() throws {
    let (results, plays) = try Self.run(5) { _ in 100 }
    #expect(results.map(\.verdict) == Array(repeating: .fail, count: 5))
    #expect(plays == [3, 3, 3, 2, 2])
  }

  /// The fourth case of the cause varies: one further play is not enough for it.
  @Test func whatVariesIsPlayedAsOftenAsTheFirstCases() throws {
    let (results, plays) = try Self.run(4) { $0 == 3 ? 1 : 100 }
    #expect(results.map(\.verdict) == [.fail, .fail, .fail, .inconclusive])
    #expect(plays == [3, 3, 3, 4])
  }

  /// After five flaky cases all are confirmed in full.
  @Test func failuresOfAClientThatVariesAreConfirmedInFull() throws {
    let (results, plays) = try Self.run(7) { $0 < 5 ? 1 : 2 }
    #expect(results.map(\.verdict) == Array(repeating: .inconclusive, count: 7))
    #expect(plays == [4, 4, 4, 4, 4, 5, 5])
  }

  @Test func withoutRetriesTheFirstPlayCounts() throws {
    let (result, _, plays) = try Self.run(failingIn: [1], retries: 0)
    #expect(result.verdict == .fail)
    #expect(plays == 1)
    let once = try Self.run(failingIn: [1, 2], retries: 1)
    #expect(once.result.verdict == .fail)
    #expect(once.plays == 2)
  }

  static func expected(_ line: String) -> ExpectedFailures {
    ExpectedFailures.load(
      text: Array("- { \(line), reason: known, evidence: here }\n".utf8), file: "expected"
    ).0
  }

  @Test(arguments: [[1], [2], [1, 2], [2, 3]])
  func anExpectedFailureThatIsFlakyIsNeitherStaleNorMended(_ plays: [Int]) throws {
    let (result, summary, _) = try Self.run(
      failingIn: Set(plays),
      expected: Self.expected("case: case-0, check: 1.client.outcome, verdict: fail"))
    #expect(result.verdict == .inconclusive)
    #expect(result.unexpectedPasses == [:])
    #expect(result.reason?.hasSuffix("; expected to fail: known") == true)
    #expect(summary.unexpected == 0)
    #expect(summary.staleExpectations == [])
    #expect(summary.expectedFailures == 0)
  }

  @Test func anExpectedFailureThatNeverFailsIsMended() throws {
    let (result, summary, plays) = try Self.run(
      failingIn: [], expected: Self.expected("case: case-0, check: 1.client.outcome, verdict: fail")
    )
    #expect(result.unexpectedPasses == ["1.client.outcome": "known"])
    #expect(summary.unexpected == 1)
    #expect(plays == 3)
  }

  /// Two checks: one is broken in each play, the other in some.
  @Test func whatIsBrokenEachTimeCountsBesideWhatVaries() throws {
    func result(_ verdicts: [String: Verdict]) -> CaseResult { LedgerTests.result(verdicts) }
    let flakiness = try #require(
      Flakiness([result(["1.x": .fail, "1.y": .fail]), result(["1.x": .fail, "1.y": .pass])]))
    #expect(flakiness.checks == ["1.y"])
    #expect(flakiness.brokenPlays == 1)
    #expect(Flakiness([result(["1.x": .fail]), result(["1.x": .fail])]) == nil)
    // A crash and a failure are not the same.
    #expect(Flakiness([result(["1.x": .fail]), result(["1.x": .crash])])?.checks == ["1.x"])
  }

  /// A client that takes `milliseconds` for each request.
  static func slow(_ milliseconds: Int, retries: Int = 2) throws -> CaseResult {
    var options = RunOptions()
    options.timeout = 200
    options.grace = 100
    options.retries = retries
    let run = Run(plans: try RunTests.cases(1).planned(), options: options, expected: nil) { loop in
      CannedClient(loop: loop) { caller in
        let response = caller.send()
        if caller.client.session.timeout < milliseconds { return nil }
        return .response(response)
      }
    }
    var found: CaseResult?
    run.perform(interruption: Interruption()) { event in
      if case .caseFinished(let result) = event { found = result }
    }
    return try #require(found)
  }

  /// The time doubles with each play, and what the client does with enough time counts.
  @Test func aTimeoutIsTriedWithMoreTime() throws {
    let hangs = try Self.slow(10_000)
    #expect(hangs.verdict == .timeout)
    #expect(hangs.flakiness == nil)
    let slow = try Self.slow(600)
    #expect(slow.verdict == .pass)
    #expect(slow.flakiness == nil)
    #expect(slow.dismissed?.outcomes.map(\.verdict) == [.timeout, .pass])
    #expect(slow.dismissed?.outcomes.map(\.plays) == [2, 3])
    #expect(try Self.slow(600, retries: 0).verdict == .timeout)
    let quick = try Self.slow(100)
    #expect(quick.verdict == .pass && quick.dismissed == nil)
  }

  /// A client that is inconclusive in the first plays, because it sends no request there.
  @Test func whatIsInconclusiveIsPlayedAgain() throws {
    func result(silentIn plays: Int) throws -> CaseResult {
      let turns = Turns()
      let played = try Rehearsal.played(
        """
        steps:
          - request: {}
            expect: { given: { origin: [{ replied: 200 }] }, client: { status: 200 } }
        """)
      let run = Run(plans: [played].planned(), options: RunOptions(), expected: nil) {
        CannedClient(loop: $0) { caller in
          turns.next() > plays ? .response(caller.send()) : Self.failure
        }
      }
      var found: CaseResult?
      run.perform(interruption: Interruption()) { event in
        if case .caseFinished(let result) = event { found = result }
      }
      return try #require(found)
    }
    let steady = try result(silentIn: 3)
    #expect(steady.verdict == .inconclusive && steady.flakiness == nil)
    let varying = try result(silentIn: 1)
    #expect(varying.verdict == .inconclusive)
    #expect(varying.reason == "flaky: 4 plays differ: inconclusive in 1, pass in 3")
    #expect(try result(silentIn: 0).verdict == .pass)
  }

  /// A POST whose Content-Length is written that way, played on a server that libmicrohttpd could
  /// play.
  static func post(contentLength: String, backEnd: BackEnd? = nil) throws
    -> CaseResult
  {
    let played = try Rehearsal.played(
      "steps: [{ request: { method: POST, body: hello }, expect: { origin: [{ body: hello }], client: { status: 200 } } }]"
    )
    let run = Run(plans: [played].planned(on: backEnd), options: RunOptions(), expected: nil) {
      CannedClient(loop: $0) { caller in
        let socket = caller.connection()
        socket.send(
          Array(
            "POST / HTTP/1.1\r\nHost: \(caller.authority("origin"))\r\nContent-Length:\(contentLength)\r\n\r\nhello"
              .utf8))
        return .response(socket.response(to: "POST") ?? ClientResponse(status: 0))
      }
    }
    var found: CaseResult?
    run.perform(interruption: Interruption()) { event in
      if case .caseFinished(let result) = event { found = result }
    }
    return try #require(found)
  }

  /// RFC 9112 5: field-line = field-name ":" OWS field-value OWS
  @Test func whatLibmicrohttpdRefusesIsPlayedOnTheWireServer() throws {
    #expect(try Self.post(contentLength: " 5").verdict == .pass)
    #expect(try Self.post(contentLength: " \t 5 ").verdict == .pass)
    #expect(try Self.post(contentLength: "5\t").verdict == .pass)
    // What is no number is refused by both.
    #expect(try Self.post(contentLength: " 5 x").verdict == .fail)
    // With the back end forced, the play shows what the wire server is needed for.
    #expect(try Self.post(contentLength: " 5 ", backEnd: .microhttpd).verdict == .fail)
  }
}
