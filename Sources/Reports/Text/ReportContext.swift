public import ScenarioLanguage

/// A requirement, as reports quote it.
public struct RequirementText: Hashable, Sendable {
  /// `R083`
  public var id: String
  /// How binding it is.
  public var level: Level
  /// Where it stands: `RFC 7616 3.3`.
  public var source: String
  /// The requirement as a sentence.
  public var sentence: String

  /// A requirement of these parts.
  public init(id: String, level: Level, source: String, sentence: String) {
    self.id = id
    self.level = level
    self.source = source
    self.sentence = sentence
  }
}

/// What reports tell beside the events.
public struct ReportContext: Sendable {
  /// The requirements, by id.
  public var requirements: [String: RequirementText] = [:]
  /// Options of the run that a command needs to play a case again in the same way, in order.
  public var runOptions: [String] = []

  /// No requirements, the usual options.
  public init() {}

  /// The command that plays a case again.
  func command(playing id: String) -> String {
    (["authspec", "run"] + runOptions + [id]).map(Phrases.shellQuoted).joined(separator: " ")
  }
}
