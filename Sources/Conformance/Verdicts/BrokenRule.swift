public import ScenarioLanguage

/// A rule that was broken: one requirement, and how binding it is.
public struct BrokenRule: Hashable, Sendable {
  /// The id of the requirement.
  public var requirement: String
  /// How binding it is.
  public var level: Level

  /// A rule of that requirement.
  public init(_ requirement: String, _ level: Level) {
    self.requirement = requirement
    self.level = level
  }
}
