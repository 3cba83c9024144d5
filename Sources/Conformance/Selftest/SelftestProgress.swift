/// How far a self-test is.
public struct SelftestProgress: Hashable, Sendable {
  /// What it is at.
  public enum Stage: Hashable, Sendable {
    /// The cases are played to the client without a fault.
    case faultless
    /// They are played to the client with each fault.
    case faults
    /// Scenarios are played on whose checks nothing has tripped yet.
    case checks
    /// They are played to the client with each variant, and with several.
    case variants
  }

  /// What it is at.
  public let stage: Stage
  /// Plays made in this stage.
  public let played: Int
  /// Plays to be made in this stage, at most; 0 where nobody knows.
  public let planned: Int
  /// How many faults have met their cases.
  public internal(set) var faults = 0
  /// How many of those nothing noticed.
  public internal(set) var survivors = 0
  /// How many scenarios have been played on.
  public internal(set) var scenarios = 0
  /// How many scenarios there are to be played on.
  public internal(set) var scenariosPlanned = 0

  init(_ stage: Stage, played: Int, planned: Int) {
    self.stage = stage
    self.played = played
    self.planned = planned
  }
}
