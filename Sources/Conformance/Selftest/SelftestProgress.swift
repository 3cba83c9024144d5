/// How far a self-test is.
public struct SelftestProgress: Hashable, Sendable {
  /// True as long as the cases are played to the client without a fault.
  public internal(set) var isFaultless = true
  /// Plays made, of the client without a fault or of all clients with one.
  public internal(set) var played = 0
  /// Plays to be made.
  public internal(set) var planned = 0
  /// How many faults have met all their cases.
  public internal(set) var faults = 0
  /// How many of those nothing noticed.
  public internal(set) var survivors = 0

  init() {}
}
