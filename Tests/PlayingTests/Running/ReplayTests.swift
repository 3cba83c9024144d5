// SPDX-License-Identifier: Apache-2.0

import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Synchronization
import Testing

/// What is broken is played again before it counts; what varies is flaky, and no failure.
@Suite struct ReplayTests {
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
    failingIn plays: Set<Int>, retries: Int? = nil, expected: ExpectedFailures? = nil
  ) throws -> (result: CaseResult, summary: RunSummary, plays: Int) {
    let turns = Turns()
    var options = RunOptions()
    options.retries = retries
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

  @Test(arguments: [1, 2])
  func whatFailsNowAndThenIsFlaky(_ failures: Int) throws {
    let (failing, played) = (Set(1...failures), failures + 1)
    let words = "\(failures) of \(played)"
    let (result, summary, plays) = try Self.run(failingIn: failing)
    #expect(result.verdict == .inconclusive)
    #expect(plays == played)
    let flakiness = try #require(result.flakiness)
    #expect(flakiness.plays == played)
    #expect(flakiness.checks == ["1.client.outcome"])
    #expect(flakiness.outcomes.map(\.verdict) == [.fail, .pass])
    #expect(
      result.reason
        == "flaky: broken in \(words) plays: fail (1.client.outcome) in \(failing.count), pass in 1"
    )
    #expect(!result.isUnexpectedlyBad)
    #expect(summary.flaky == 1)
    #expect(summary.unexpected == 0)
    // No play reached a verdict, which is not a failure.
    #expect(Transcripts.ExitStatus(summary, requiring: 0) == .nothingRan)
  }

  /// Five cases fail once, the sixth five times before it passes.
  @Test func failuresOfAClientThatVariesArePlayedAgainMoreOften() throws {
    var plays: [Int: Int] = [:]
    let seen = Mutex(plays)
    let results = RunTests.run(try RunTests.cases(6)) { caller in
      let number = RunTests.number(caller)
      let play = seen.withLock { seen in
        seen[number, default: 0] += 1
        return seen[number, default: 0]
      }
      return play <= (number == 5 ? 5 : 1)
        ? .failure(ClientFailure(kind: .other, message: "")) : .response(caller.send())
    }.results
    plays = seen.withLock { $0 }
    #expect(results.map(\.verdict) == Array(repeating: .inconclusive, count: 6))
    #expect((0..<6).map { plays[$0] } == [2, 2, 2, 2, 2, 6])
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

  @Test(arguments: [[1], [2], [1, 2], [3]])
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
  static func slow(_ milliseconds: Int, retries: Int? = nil) throws -> CaseResult {
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

  @Test func aTimeoutIsTriedWithMoreTime() throws {
    let hangs = try Self.slow(10_000)
    #expect(hangs.verdict == .timeout)
    let slow = try Self.slow(600)
    #expect(slow.verdict == .inconclusive)
    #expect(slow.flakiness?.outcomes.map(\.verdict) == [.timeout, .pass])
    #expect(try Self.slow(600, retries: 0).verdict == .timeout)
    #expect(try Self.slow(100).verdict == .pass)
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
