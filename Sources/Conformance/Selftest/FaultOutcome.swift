/// A check that was good, or at least not broken, without a fault and is broken with it.
public struct Kill: Hashable, Sendable {
  /// The id of the scenario.
  public let scenario: String
  /// The id of the case.
  public let played: String
  /// The id of the check.
  public let check: String
  /// What the check came to: a warning, or worse.
  public let verdict: Verdict
  /// The requirements that the check names.
  public let requirements: [String]
}

/// What the scenarios made of one fault.
public struct FaultOutcome: Hashable, Sendable {
  /// The fault.
  public let fault: PlantedFault
  /// The checks that noticed it, in the order in which their cases were played.
  public internal(set) var kills: [Kill] = []
  /// How many cases were played to the client that has it.
  public internal(set) var played = 0
  /// Cases that could not be judged because the harness was at fault.
  public internal(set) var unjudged: [String] = []

  init(_ fault: PlantedFault) { self.fault = fault }

  /// True where any check noticed the fault.
  public var isKilled: Bool { !kills.isEmpty }

  /// True where a check noticed it that names the requirement which the fault breaks.
  public var isProperlyKilled: Bool {
    kills.contains { $0.requirements.contains(fault.requirement) }
  }
}
