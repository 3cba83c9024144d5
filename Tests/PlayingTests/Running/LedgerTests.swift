// SPDX-License-Identifier: Apache-2.0

import ScenarioFiles
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// Known failures, and the run's summary of them.
@Suite struct LedgerTests {
  private let today = CalendarDate(seconds: 1_800_000_000)

  static func result(_ verdicts: [String: Verdict], id: String = "a/b", index: Int = 0)
    -> CaseResult
  {
    let place = SourceLocation(line: 1, column: 1)
    let checks = verdicts.sorted { $0.key < $1.key }.map { id, verdict in
      Check(
        CheckDescriptor(id: id, kind: .exchanges, title: "", level: .must, requirements: []),
        verdict)
    }
    return CaseResult(
      index: index,
      played: Case(
        scenario: Scenario(id: id, file: "", title: "", level: .must), servers: [],
        client: ClientSettings(), steps: [], location: place),
      verdict: CaseJudge.verdict(checks, isObservation: false), checks: checks)
  }

  static func ledger(_ lines: String...) throws -> ExpectationLedger {
    let text = lines.map { "- { \($0), reason: known, evidence: here }\n" }.joined()
    let (expected, diagnostics) = ExpectedFailures.load(text: Array(text.utf8), file: "expected")
    try #require(diagnostics.isEmpty, "\(diagnostics)")
    return ExpectationLedger(expected)
  }

  @Test func expectedFailure() throws {
    var ledger = try Self.ledger("case: a/b, check: 1.x, verdict: fail")
    var result = Self.result(["1.x": .fail, "1.y": .pass])
    ledger.apply(to: &result)
    #expect(result.expected == ["1.x": "known"])
    #expect(result.isExpectedFailure)
    #expect(!result.isUnexpectedlyBad)
    #expect(ledger.stale(wasWhole: true, today: today) == [])
  }

  @Test func anotherCheckIsNotCovered() throws {
    var ledger = try Self.ledger("case: a/b, check: 1.x, verdict: fail")
    var result = Self.result(["1.x": .fail, "1.y": .fail])
    ledger.apply(to: &result)
    #expect(!result.isExpectedFailure)
    #expect(result.isUnexpectedlyBad)
  }

  @Test func anotherVerdictIsNotCovered() throws {
    var ledger = try Self.ledger("case: a/b, check: 1.x, verdict: fail")
    var result = Self.result(["1.x": .crash])
    ledger.apply(to: &result)
    #expect(result.isUnexpectedlyBad)
    #expect(result.expected == [:])
    #expect(ledger.stale(wasWhole: true, today: today).count == 1)
  }

  @Test func unexpectedPassOfAnExactEntry() throws {
    var ledger = try Self.ledger("case: a/b, check: 1.x, verdict: fail")
    var result = Self.result(["1.x": .pass])
    ledger.apply(to: &result)
    #expect(result.unexpectedPasses == ["1.x": "known"])
    #expect(result.isUnexpectedlyBad)
    #expect(!result.isExpectedFailure)
    #expect(ledger.stale(wasWhole: true, today: today) == [])
  }

  @Test func unexpectedPassUnderAPatternIsNone() throws {
    var ledger = try Self.ledger("case: \"a/*\", check: 1.x, verdict: fail")
    var first = Self.result(["1.x": .pass])
    ledger.apply(to: &first)
    #expect(first.unexpectedPasses == [:])
    // Other cases of the pattern may still fail, so only a whole run can tell.
    #expect(ledger.stale(wasWhole: false, today: today) == [])
    #expect(ledger.stale(wasWhole: true, today: today).count == 1)
    #expect(
      ledger.stale(wasWhole: true, today: today).first
        == "expected:1: no check “1.x” comes to “fail” any more in “a/*”")
    var second = Self.result(["1.x": .fail], id: "a/c")
    ledger.apply(to: &second)
    #expect(second.isExpectedFailure)
    #expect(ledger.stale(wasWhole: true, today: today) == [])
  }

  @Test func whatWasNotPlayedIsNotStale() throws {
    var ledger = try Self.ledger("case: a/b, check: 1.x, verdict: fail")
    var skipped = Self.result([:])
    skipped.verdict = .skipped
    ledger.apply(to: &skipped)
    #expect(ledger.stale(wasWhole: true, today: today) == [])
    var other = Self.result(["1.x": .pass], id: "c")
    ledger.apply(to: &other)
    #expect(other.unexpectedPasses == [:])
    #expect(ledger.stale(wasWhole: true, today: today) == [])
  }

  @Test func aCaseThatIsNotThereIsStaleInAWholeRun() throws {
    var ledger = try Self.ledger(
      "case: a/b, check: 1.x, verdict: fail", "case: \"gone/*\", check: 1.x, verdict: fail",
      "case: a/gone, check: 1.x, verdict: fail, versions: before 8.0")
    var result = Self.result(["1.x": .fail])
    ledger.apply(to: &result)
    #expect(ledger.stale(wasWhole: false, today: today) == [])
    // A case is there or not, whatever the client's version.
    #expect(
      ledger.stale(wasWhole: true, today: today) == [
        "expected:2: there is no case “gone/*”", "expected:3: there is no case “a/gone”",
      ])
  }

  @Test func aCheckThatIsNoLongerMadeIsStale() throws {
    var ledger = try Self.ledger("case: a/b, check: 1.x, verdict: fail")
    var result = Self.result(["1.y": .pass])
    ledger.apply(to: &result)
    #expect(ledger.stale(wasWhole: false, today: today).count == 1)
    #expect(ledger.stale(wasWhole: true, today: today).count == 1)
  }

  @Test func warnings() throws {
    var ledger = try Self.ledger("case: a/b, check: 1.x, verdict: warn")
    var warned = Self.result(["1.x": .warn])
    ledger.apply(to: &warned)
    // It is met, but nothing was bad about it.
    #expect(warned.expected == [:])
    #expect(!warned.isExpectedFailure)
    #expect(!warned.isUnexpectedlyBad)
    #expect(ledger.stale(wasWhole: true, today: today) == [])
    var ledgerOfAnother = try Self.ledger("case: a/b, check: 1.x, verdict: warn")
    var passed = Self.result(["1.x": .pass])
    ledgerOfAnother.apply(to: &passed)
    #expect(passed.unexpectedPasses == ["1.x": "known"])
  }

  @Test func noEntries() {
    var ledger = ExpectationLedger(nil)
    var result = Self.result(["1.x": .fail])
    ledger.apply(to: &result)
    #expect(result.isUnexpectedlyBad)
    #expect(ledger.stale(wasWhole: true, today: today) == [])
  }

  // MARK: Exit status

  static func summary(_ change: (inout RunSummary) -> Void) -> RunSummary {
    var summary = RunSummary()
    summary.counts = [.pass: 3]
    change(&summary)
    return summary
  }

  @Test func exitStatus() {
    func status(requiring minimum: Int = 0, _ change: (inout RunSummary) -> Void = { _ in })
      -> Transcripts.ExitStatus
    {
      Transcripts.ExitStatus(Self.summary(change), requiring: minimum)
    }
    #expect(status() == .good)
    #expect(status { $0.counts[.warn] = 1 } == .good)
    #expect(status { $0.counts[.note] = 1 } == .good)
    #expect(status { $0.counts[.fail] = 1 } == .good, "an expected one")
    #expect(status { $0.unexpected = 1 } == .failures)
    #expect(status { $0.staleExpectations = ["x"] } == .failures)
    #expect(
      status {
        $0.counts[.error] = 1
        $0.unexpected = 1
      } == .fault)
    #expect(
      status {
        $0.counts[.error] = 1
        $0.isInterrupted = true
      } == .interrupted)
    #expect(status { $0.counts = [:] } == .nothingRan)
    #expect(status { $0.counts = [.skipped: 4] } == .nothingRan)
    #expect(status { $0.counts = [.inconclusive: 4] } == .nothingRan)
    #expect(status { $0.counts = [.inconclusive: 4, .pass: 1] } == .good)
    #expect(status(requiring: 3) == .good)
    #expect(status(requiring: 4) == .nothingRan)
    #expect(status(requiring: 4) { $0.counts[.skipped] = 9 } == .nothingRan)
    #expect(status(requiring: 4) { $0.counts[.inconclusive] = 9 } == .nothingRan)
    #expect(status(requiring: 4) { $0.unexpected = 1 } == .failures)
    #expect(Transcripts.ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 130])
  }
}

extension LedgerTests {
  @Test func entryIsStaleFromTheDayAfterItExpires() throws {
    var ledger = try Self.ledger(
      "case: [a/b, a/c], check: [1.x, 1.y], verdict: fail, expires: 2027-01-15")
    var result = Self.result(["1.x": .fail, "1.y": .fail])
    ledger.apply(to: &result)
    #expect(result.isExpectedFailure)
    let last = try #require(CalendarDate("2027-01-15"))
    let next = try #require(CalendarDate("2027-01-16"))
    #expect(ledger.stale(wasWhole: true, today: last) == [])
    #expect(
      ledger.stale(wasWhole: true, today: next)
        == [
          "expected:1: “a/b, a/c” was to be fixed by 2027-01-15: fix it, or set another day"
        ])
  }

  @Test func patternsThatDoNotFailAnyMoreAreNamed() throws {
    var ledger = try Self.ledger(
      "case: [a/b, a/c, \"d/*\", gone], check: 1.x, verdict: fail")
    for (id, verdict) in [("a/b", Verdict.fail), ("a/c", .pass), ("d/e", .pass)] {
      var result = Self.result(["1.x": verdict], id: id)
      ledger.apply(to: &result)
      #expect(!result.isUnexpectedlyBad)
    }
    // The entry still occurs, so it is not stale, and the run is good.
    #expect(ledger.stale(wasWhole: true, today: today) == [])
    let ofOne = "expected:1: no check “1.x” comes to “fail” any more in “a/c”"
    #expect(ledger.stalePatterns(wasWhole: false) == [ofOne])
    #expect(
      ledger.stalePatterns(wasWhole: true) == [
        ofOne, "expected:1: no check “1.x” comes to “fail” any more in “d/*”",
        "expected:1: there is no case “gone”",
      ])
    var second = Self.result(["1.x": .fail], id: "d/f")
    ledger.apply(to: &second)
    #expect(ledger.stalePatterns(wasWhole: true).count == 2)
  }

  @Test func aStaleEntryIsNotAlsoNamedByItsPatterns() throws {
    var ledger = try Self.ledger("case: [a/b, gone], check: 1.x, verdict: fail")
    var result = Self.result(["1.x": .pass])
    ledger.apply(to: &result)
    #expect(ledger.stale(wasWhole: true, today: today).count == 1)
    #expect(ledger.stalePatterns(wasWhole: true) == [])
    #expect(ledger.stalePatterns(wasWhole: false) == [])
  }

  @Test func aFlakyCaseKeepsItsPattern() throws {
    var ledger = try Self.ledger("case: [a/b, a/c], check: 1.x, verdict: fail")
    var first = Self.result(["1.x": .fail])
    ledger.apply(to: &first)
    var flaky = Self.result(["1.x": .inconclusive], id: "a/c")
    flaky.flakiness = Flakiness([
      Self.result(["1.x": .fail], id: "a/c"), Self.result(["1.x": .pass], id: "a/c"),
    ])
    ledger.apply(to: &flaky)
    #expect(ledger.stalePatterns(wasWhole: true) == [])
  }
}
