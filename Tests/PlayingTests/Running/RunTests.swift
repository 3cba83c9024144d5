// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import ScenarioFiles
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Glibc
import TestThreads
import Testing

/// Runs: events in order whatever the number of workers, and an end whatever happens.
@Suite(.onOwnThreads) struct RunTests {
  /// Cases named by their numbers.
  static func cases(_ count: Int) throws -> [Case] {
    let played = try Rehearsal.played(
      "steps: [{ request: {}, expect: { origin: [{}], client: { status: 200 } } }]")
    return (0..<count).map { number in
      var played = played
      played.scenario.id = "case-\(number)"
      played.steps[0].requests[0].headers.append(
        HeaderTemplate(name: "Number", value: Template(Octets("\(number)"))))
      return played
    }
  }

  /// The number of the case that a request is of.
  static func number(_ caller: Caller) -> Int {
    caller.request.lines.first { $0.name == "Number" }.flatMap { Int("\($0.value)") } ?? -1
  }

  struct Seen {
    var events: [String] = []
    var results: [CaseResult] = []
    var summary = RunSummary()
  }

  static func run(
    _ cases: [Case], jobs: Int = 1, failFast: Bool = false, expected: ExpectedFailures? = nil,
    interruption: Interruption = Interruption(), onResult: (CaseResult) -> Void = { _ in },
    script: @escaping @Sendable (Caller) -> ClientOutcome?
  ) -> Seen {
    var options = RunOptions()
    options.jobs = jobs
    options.failFast = failFast
    options.timeout = 5_000
    var seen = Seen()
    let run = Run(plans: cases.planned(), options: options, expected: expected) {
      CannedClient(loop: $0, script: script)
    }
    let summary = run.perform(interruption: interruption) { event in
      switch event {
      case .runStarted(let header): seen.events.append("started \(header.cases)")
      case .caseFinished(let result):
        seen.events.append("\(result.index) \(result.played.id) \(result.verdict)")
        seen.results.append(result)
        onResult(result)
      case .runFinished(let summary):
        seen.events.append("finished \(summary.finished)")
        seen.summary = summary
      }
    }
    #expect(summary.finished == seen.summary.finished)
    return seen
  }

  @Test func anyNumberOfWorkersGivesTheSameEvents() throws {
    let cases = try Self.cases(60)
    func events(_ jobs: Int) -> [String] {
      Self.run(cases, jobs: jobs) { caller in
        Self.number(caller) % 7 == 3
          ? .failure(ClientFailure(kind: .other, message: "")) : .response(caller.send())
      }.events
    }
    let one = events(1)
    #expect(one.count == 62)
    #expect(one.first == "started 60")
    #expect(one.last == "finished 60")
    #expect(one[4] == "3 case-3 fail")
    #expect(events(2) == one)
    #expect(events(4) == one)
  }

  /// Three cases wait 0.8 s each, far from each other; one worker plays the others meanwhile.
  @Test func casesThatWaitKeepNoOthersWaiting() throws {
    let waiting = try Rehearsal.played(PlayingBesideTests.stalling(800))
    let others = try Self.cases(90)
    let cases = (0..<93).map { $0 % 31 == 3 ? waiting : others[$0 % 90] }
    var options = RunOptions()
    options.jobs = 1
    options.retries = 0
    var results: [CaseResult] = []
    let run = Run(plans: cases.planned(), options: options, expected: nil) {
      LibcurlClient(loop: $0)
    }
    let summary = run.perform(interruption: Interruption()) { event in
      if case .caseFinished(let result) = event { results.append(result) }
    }
    #expect(results.map(\.index) == Array(0..<93))
    #expect(results.allSatisfy { $0.verdict == .pass }, "\(results.flatMap(\.complaints))")
    // One after the other they take 2.4 s.
    #expect((800_000_000..<2_200_000_000).contains(summary.duration))
  }

  @Test func countsAddUp() throws {
    let seen = Self.run(try Self.cases(10), jobs: 2) { caller in
      Self.number(caller) == 4 ? .unsupported("no") : .response(caller.send())
    }
    #expect(seen.summary.counts == [.pass: 9, .skipped: 1])
    #expect(seen.summary.played == 9)
    #expect(seen.summary.checks == seen.results.reduce(0) { $0 + $1.checks.count })
    #expect(seen.summary.unexpected == 0)
    #expect(!seen.summary.isInterrupted)
  }

  @Test(arguments: [1, 2, 4])
  func failFast(jobs: Int) throws {
    let seen = Self.run(try Self.cases(40), jobs: jobs, failFast: true) { caller in
      Self.number(caller) == 5
        ? .failure(ClientFailure(kind: .other, message: "")) : .response(caller.send())
    }
    #expect(seen.events.count == 8)
    #expect(seen.events[6] == "5 case-5 fail")
    #expect(seen.events.last == "finished 6")
    #expect(seen.summary.stoppedEarly)
    #expect(!seen.summary.isInterrupted)
    #expect(seen.summary.staleExpectations == [])
    #expect(Transcripts.ExitStatus(seen.summary, requiring: 0) == .failures)
  }

  @Test(arguments: [1, 2, 4])
  func interruption(jobs: Int) throws {
    let interruption = Interruption()
    let seen = Self.run(
      try Self.cases(200), jobs: jobs, interruption: interruption,
      onResult: { if $0.index == 9 { interruption.raise() } }, script: { .response($0.send()) })
    #expect(seen.summary.isInterrupted)
    #expect(seen.events.last == "finished \(seen.summary.finished)")
    #expect((10..<200).contains(seen.summary.finished))
    #expect(seen.results.map(\.index) == Array(0..<seen.summary.finished))
    #expect(Transcripts.ExitStatus(seen.summary, requiring: 0) == .interrupted)
  }

  @Test func interruptedBeforeItBegan() throws {
    let interruption = Interruption()
    interruption.raise()
    for jobs in [1, 3] {
      let seen = Self.run(try Self.cases(3), jobs: jobs, interruption: interruption) {
        .response($0.send())
      }
      #expect(seen.events == ["started 3", "finished 0"])
      #expect(seen.summary.isInterrupted)
    }
  }

  @Test func noCases() {
    let seen = Self.run([], jobs: 4) { .response($0.send()) }
    #expect(seen.events == ["started 0", "finished 0"])
    #expect(Transcripts.ExitStatus(seen.summary, requiring: 0) == .nothingRan)
  }

  /// The first case takes long; the results of the others wait for it, and the workers for them.
  @Test func slowFirstCaseHoldsUpTheTelling() throws {
    let cases = try Self.cases(600)
    let seen = Self.run(cases, jobs: 2) { caller in
      if Self.number(caller) == 0 { usleep(1_500_000) }
      return .response(caller.send())
    }
    #expect(seen.results.map(\.index) == Array(0..<600))
    #expect(seen.results.allSatisfy { $0.verdict == .pass })
  }

  @Test func queueKeepsWorkersFromRunningAhead() throws {
    let queue = ResultQueue(total: 10_000, workers: 1)
    for index in 0..<4096 { #expect(queue.take() == index) }
    #expect(queue.take(mayWait: false) == nil)
    queue.put(LedgerTests.result([:], index: 0))
    #expect(queue.next()?.index == 0)
    #expect(queue.take() == 4096)
    queue.close()
    #expect(queue.take() == nil)
    queue.put(LedgerTests.result([:], index: 5))
    queue.leave()
    // What no worker played leaves no gap.
    #expect(queue.next()?.index == 5)
    #expect(queue.next() == nil)
  }

  @Test func missingAbilitySkips() throws {
    var played = try Self.cases(1)[0]
    played.needs = ["telepathy", "basic"]
    let seen = Self.run([played]) { .response($0.send()) }
    #expect(seen.results[0].verdict == .skipped)
    #expect(seen.results[0].reason == "the client does not claim: telepathy")
    #expect(seen.results[0].play == nil)
  }

  @Test func refusedSessionSkips() throws {
    var options = RunOptions()
    options.jobs = 1
    let run = Run(plans: try Self.cases(2).planned(), options: options, expected: nil) { loop in
      let client = CannedClient(loop: loop) { .response($0.send()) }
      client.refusal = "two logins at once"
      return client
    }
    var reasons: [String?] = []
    let summary = run.perform(interruption: Interruption()) { event in
      if case .caseFinished(let result) = event { reasons.append(result.reason) }
    }
    #expect(summary.counts == [.skipped: 2])
    #expect(reasons == Array(repeating: "the client cannot do this: two logins at once", count: 2))
  }

  @Test func whatTheClientDoesNotHaveAtOnceIsSkipped() throws {
    var options = RunOptions()
    options.jobs = 1
    var cases = try Self.cases(3)
    cases[0].needs = ["digest-sess", "digest-sha-256"]
    cases[1].needs = ["digest-sess"]
    let run = Run(plans: cases.planned(), options: options, expected: nil) { loop in
      let client = CannedClient(loop: loop) { .response($0.send()) }
      client.identity.missingCombinations = [
        MissingCombination(
          abilities: ["digest-sess", "digest-sha-256"],
          reason: "expected a second request, observed none")
      ]
      return client
    }
    var reasons: [String?] = []
    let summary = run.perform(interruption: Interruption()) { event in
      if case .caseFinished(let result) = event { reasons.append(result.reason) }
    }
    #expect(summary.counts == [.skipped: 1, .pass: 2])
    #expect(
      reasons == [
        "the client has digest-sess and digest-sha-256, but not at once: "
          + "expected a second request, observed none", nil, nil,
      ])
  }

  @Test func expectationsOfARun() throws {
    let text = """
      - { case: case-1, check: 1.client.outcome, verdict: fail, reason: known, evidence: here }
      - { case: case-2, check: 1.client.outcome, verdict: fail, reason: mended, evidence: here }
      - { case: "case-3*", check: 1.client.outcome, verdict: fail, reason: old, evidence: here }
      """
    let expected = ExpectedFailures.load(text: Array(text.utf8), file: "expected").0
    let seen = Self.run(try Self.cases(4), jobs: 2, expected: expected) { caller in
      let response = caller.send()
      return Self.number(caller) == 1
        ? .failure(ClientFailure(kind: .other, message: "")) : .response(response)
    }
    #expect(seen.summary.expectedFailures == 1)
    #expect(seen.summary.unexpectedPasses == 1)
    #expect(seen.summary.unexpected == 1)
    #expect(
      seen.summary.staleExpectations
        == ["expected:3: no check “1.client.outcome” comes to “fail” any more in “case-3*”"])
    #expect(Transcripts.ExitStatus(seen.summary, requiring: 0) == .failures)
  }
}
