/// What a self-test came to.
public struct SelftestResult: Sendable {
  /// How many cases were played to the client without a fault; skipped ones are not counted.
  public internal(set) var cases = 0
  /// The ids of the cases that the client without a fault fails.
  public internal(set) var referenceFailures: [String] = []
  /// How many faults there are.
  public internal(set) var faults = 0
  /// What came of each fault, in the order of the faults; fewer after an interruption.
  public internal(set) var outcomes: [FaultOutcome] = []
  /// How many checks of scenarios, and invariants, can be broken; 0 where faults were left out and so nobody knows.
  public internal(set) var checks = 0
  /// Those of them that no fault trips, sorted; nil where faults were left out and so nobody knows.
  public internal(set) var vacuous: [NamedCheck]?
  /// Nanoseconds.
  public internal(set) var duration: Int64 = 0
  /// A signal ended it early.
  public internal(set) var isInterrupted = false

  /// The faults that nothing noticed.
  public var survivors: [FaultOutcome] { outcomes.filter(\.hasSurvived) }
  /// The faults that were noticed, but by no check that names their requirement.
  public var elsewhere: [FaultOutcome] {
    outcomes.filter { $0.isKilled && !$0.isProperlyKilled && !$0.isInterrupted }
  }
  /// The faults whose plays ended before a check noticed them that names their requirement.
  public var unfinished: [FaultOutcome] {
    outcomes.filter { $0.isInterrupted && !$0.isProperlyKilled }
  }
  /// How many faults were noticed.
  public var killed: Int { outcomes.count { $0.isKilled } }
  /// How many faults were noticed by a check that names their requirement.
  public var properlyKilled: Int { outcomes.count { $0.isProperlyKilled } }

  /// What the program says.
  public var status: ExitStatus {
    if isInterrupted { return .interrupted }
    if outcomes.contains(where: { !$0.unjudged.isEmpty }) { return .fault }
    if cases == 0 { return .nothingRan }
    let isGood =
      referenceFailures.isEmpty && properlyKilled == faults && vacuous?.isEmpty ?? true
    return isGood ? .good : .failures
  }
}
