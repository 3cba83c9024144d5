import Scenarios

/// A case that is shared, not copied: its plan, its play and its result all tell of it.
package final class HeldCase: Sendable {
  /// All of it but the steps, as cases that differ in nothing else share it.
  package final class Frame: Sendable {
    /// The case; what it says of steps is not this one's.
    package let played: Case

    package init(_ played: Case) { self.played = played }
  }

  package let frame: Frame
  package let steps: [Step]

  package init(_ frame: Frame, steps: [Step]) {
    self.frame = frame
    self.steps = steps
  }

  convenience init(_ played: Case) { self.init(Frame(played), steps: played.steps) }

  /// The case, put together.
  package var played: Case {
    var played = frame.played
    played.steps = steps
    return played
  }
}

/// A case that has been played and judged, or skipped.
package struct CaseResult: Sendable {
  /// Its place in the run, from 0.
  package var index: Int
  /// The case.
  package var played: Case {
    get { held.played }
    set { held = HeldCase(newValue) }
  }
  /// The gravest verdict of its checks; what a run counts.
  package var verdict: Verdict
  /// Its checks, in order.
  package var checks: [Check]
  /// What came of playing it; nil where it was not played.
  package var play: Transcript?
  /// Why it was skipped or came to no play, as a sentence.
  package var reason: String?
  /// What its plays came to, where it was played more than once and they differ; what varied is not in `verdict`.
  package var flakiness: Flakiness?
  /// The checks that failed as expected: id of the check -> the entry's reason.
  package var expected: [String: String]
  /// The checks that were expected to fail and did not, with the entry's reason: these fail the run.
  package var unexpectedPasses: [String: String]

  private var held: HeldCase

  /// The result of a case.
  package init(
    index: Int, played: Case, verdict: Verdict, checks: [Check], play: Transcript? = nil,
    reason: String? = nil
  ) {
    self.init(
      index: index, held: HeldCase(played), verdict: verdict, checks: checks,
      play: play, reason: reason)
  }

  /// The result of a planned case, which it shares with the plan.
  package init(
    index: Int, held: HeldCase, verdict: Verdict, checks: [Check], play: Transcript?,
    reason: String?
  ) {
    self.index = index
    self.held = held
    self.verdict = verdict
    self.checks = checks
    self.play = play
    self.reason = reason
    expected = [:]
    unexpectedPasses = [:]
  }

  /// True where every bad check was expected and at least one was.
  package var isExpectedFailure: Bool {
    !expected.isEmpty && unexpectedPasses.isEmpty
      && checks.allSatisfy { !$0.verdict.isBad || expected[$0.descriptor.id] != nil }
  }

  /// True where the case makes the run bad.
  package var isUnexpectedlyBad: Bool {
    if !unexpectedPasses.isEmpty { return true }
    if verdict == .error && checks.isEmpty { return true }
    return checks.contains { $0.verdict.isBad && expected[$0.descriptor.id] == nil }
  }

  /// True where a SHOULD was broken, whatever else came of the case.
  package var hasWarnings: Bool { checks.contains { $0.verdict == .warn } }
}
