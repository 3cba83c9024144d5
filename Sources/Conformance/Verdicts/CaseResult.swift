public import ScenarioLanguage

/// A case that is shared, not copied: its plan, its play and its result all tell of it.
final class HeldCase: Sendable {
  /// All of it but the steps, as cases that differ in nothing else share it.
  final class Frame: Sendable {
    /// The case; what it says of steps is not this one's.
    let played: Case

    init(_ played: Case) { self.played = played }
  }

  let frame: Frame
  let steps: [Step]

  init(_ frame: Frame, steps: [Step]) {
    self.frame = frame
    self.steps = steps
  }

  convenience init(_ played: Case) { self.init(Frame(played), steps: played.steps) }

  /// The case, put together.
  var played: Case {
    var played = frame.played
    played.steps = steps
    return played
  }
}

/// A case that has been played and judged, or skipped.
public struct CaseResult: Sendable {
  /// Its place in the run, from 0.
  public var index: Int
  /// The case.
  public var played: Case {
    get { held.played }
    set { held = HeldCase(newValue) }
  }
  /// The gravest verdict of its checks; what a run counts.
  public var verdict: Verdict
  /// Its checks, in order.
  public var checks: [Check]
  /// What came of playing it; nil where it was not played.
  public var play: Play? {
    get { heldPlay?.play }
    set { heldPlay = newValue.map { HeldPlay($0) } }
  }
  /// Why it was skipped or came to no play, as a sentence.
  public var reason: String?
  /// What its plays came to, where it was played more than once and they differ; what varied is not in `verdict`.
  public var flakiness: Flakiness?
  /// The checks that failed as expected: id of the check -> the entry's reason.
  public var expected: [String: String]
  /// The checks that were expected to fail and did not, with the entry's reason: these fail the run.
  public var unexpectedPasses: [String: String]

  private var held: HeldCase
  private var heldPlay: HeldPlay?

  /// The result of a case.
  public init(
    index: Int, played: Case, verdict: Verdict, checks: [Check], play: Play? = nil,
    reason: String? = nil
  ) {
    self.init(
      index: index, held: HeldCase(played), verdict: verdict, checks: checks,
      play: play.map { HeldPlay($0) }, reason: reason)
  }

  /// The result of a planned case, which it shares with the plan.
  init(
    index: Int, held: HeldCase, verdict: Verdict, checks: [Check], play: HeldPlay?, reason: String?
  ) {
    self.index = index
    self.held = held
    self.verdict = verdict
    self.checks = checks
    heldPlay = play
    self.reason = reason
    expected = [:]
    unexpectedPasses = [:]
  }

  /// True where every bad check was expected and at least one was.
  public var isExpectedFailure: Bool {
    !expected.isEmpty && unexpectedPasses.isEmpty
      && checks.allSatisfy { !$0.verdict.isBad || expected[$0.descriptor.id] != nil }
  }

  /// True where the case makes the run bad.
  public var isUnexpectedlyBad: Bool {
    if !unexpectedPasses.isEmpty { return true }
    if verdict == .error && checks.isEmpty { return true }
    return checks.contains { $0.verdict.isBad && expected[$0.descriptor.id] == nil }
  }

  /// True where a SHOULD was broken, whatever else came of the case.
  public var hasWarnings: Bool { checks.contains { $0.verdict == .warn } }
}
