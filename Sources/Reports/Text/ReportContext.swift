internal import Conformance
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
  /// What its source says of it where it has no keyword.
  public var basis: Requirement.Basis?
  /// Whom its source binds.
  public var duty: Requirement.Duty
  /// The source's own words; `nil` where there are none.
  public var quotation: String?

  /// A requirement of these parts.
  public init(
    id: String, level: Level, source: String, sentence: String, basis: Requirement.Basis? = nil,
    duty: Requirement.Duty = .client, quotation: String? = nil
  ) {
    self.id = id
    self.level = level
    self.source = source
    self.sentence = sentence
    self.basis = basis
    self.duty = duty
    self.quotation = quotation
  }
}

/// What reports tell beside the events.
public struct ReportContext: Sendable {
  /// The requirements, by id.
  public var requirements: [String: RequirementText] = [:]
  /// The program, as it was called.
  public var program = "authspec"
  /// Options that a command needs to show a case again with the same verdict, in order.
  public var options: [CommandOption] = []

  /// The folder whose scenarios are found by their ids alone; others are found by their files.
  public var folder: String?
  /// The files of what is judged again and not played, in the order of the results.
  public var recordings: [String] = []

  /// No requirements, the usual options.
  public init() {}

  /// The command that shows a case again.
  func command(showing result: CaseResult) -> String {
    let isJudged = recordings.indices.contains(result.index)
    let operand = isJudged ? recordings[result.index] : name(of: result.played)
    let words = [program, isJudged ? "judge" : "run"].map(Phrases.shellQuoted)
    return (words + options.map(\.text) + [Phrases.shellQuoted(operand)]).joined(separator: " ")
  }

  /// What names a case on a command line.
  private func name(of played: Case) -> String {
    let file = played.scenario.file
    if let folder, file.hasPrefix(folder + "/") { return played.id }
    return played.coordinates.isEmpty ? file : "\(file)[\(played.coordinateText)]"
  }
}
