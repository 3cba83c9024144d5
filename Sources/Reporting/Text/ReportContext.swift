import Scenarios
import Transcripts

/// A requirement, as reports quote it.
package struct RequirementText: Hashable, Sendable {
  /// `R083`
  package var id: String
  /// How binding it is.
  package var level: Level
  /// Where it stands: `RFC 7616 3.3`.
  package var source: String
  /// The requirement as a sentence.
  package var sentence: String
  /// The kind of statement in the source if it has no keyword.
  package var basis: Requirement.Basis?
  /// The party that its source binds.
  package var duty: Requirement.Duty
  /// The source's own words; `nil` if there are none.
  package var quotation: String?

  package init(
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

/// What reports need beside the events.
package struct ReportContext: Sendable {
  /// The requirements, by id.
  package var requirements: [String: RequirementText] = [:]
  /// The program, as it was called.
  package var program = "authspec"
  /// Options that a command needs to show a case again with the same verdict, in order.
  package var options: [CommandOption] = []

  /// The folder whose scenarios are found by their ids alone; others are found by their files.
  package var folder: String?
  /// The files of what is judged again and not played, in the order of the results.
  package var recordings: [String] = []

  package init() {}

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
