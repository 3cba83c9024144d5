/// What a self-test came to.
public struct SelftestResult: Sendable {
  /// A check of a scenario, whichever of its cases; an invariant belongs to the whole catalogue.
  public struct NamedCheck: Hashable, Sendable, Comparable {
    /// The id of the scenario; nil for an invariant.
    public let scenario: String?
    /// The id of the check.
    public let check: String

    /// By scenario, then by check.
    public static func < (left: NamedCheck, right: NamedCheck) -> Bool {
      (left.scenario ?? "", left.check) < (right.scenario ?? "", right.check)
    }
  }

  /// How many cases were played to the client without a fault; skipped ones are not counted.
  public internal(set) var cases = 0
  /// The ids of the cases that the client without a fault fails.
  public internal(set) var referenceFailures: [String] = []
  /// What came of each fault, in the order of the faults; fewer after an interruption.
  public internal(set) var outcomes: [FaultOutcome] = []
  /// Binding checks that no fault trips, sorted; nil where cases were left out and so nobody knows.
  public internal(set) var vacuous: [NamedCheck]?
  /// Nanoseconds.
  public internal(set) var duration: Int64 = 0
  /// A signal ended it early.
  public internal(set) var isInterrupted = false

  /// The faults that nothing noticed.
  public var survivors: [FaultOutcome] { outcomes.filter { !$0.isKilled } }
  /// How many faults were noticed.
  public var killed: Int { outcomes.count { $0.isKilled } }
  /// How many faults were noticed by a check that names their requirement.
  public var properlyKilled: Int { outcomes.count { $0.isProperlyKilled } }

  /// What the program says.
  public var status: ExitStatus {
    if isInterrupted { return .interrupted }
    if outcomes.contains(where: { !$0.unjudged.isEmpty }) { return .fault }
    if cases == 0 { return .nothingRan }
    return referenceFailures.isEmpty && survivors.isEmpty ? .good : .failures
  }
}
