// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// What reports need beside the events.
package struct ReportContext: Sendable {
  /// The requirements, by id.
  package var requirements: [String: Requirement]
  /// The program, as it was called.
  package var program = "authspec"
  /// Options that a command needs to show a case again with the same verdict, in order, as a shell
  /// takes them.
  package var options: [String] = []

  /// The folder whose scenarios are found by their ids alone; others are found by their files.
  package var folder: String?
  /// The files of recordings that are judged again, in the order of the results; empty if cases are
  /// played.
  package var recordings: [String] = []

  package init(requirements: [String: Requirement] = [:]) { self.requirements = requirements }

  /// The command that shows a case again.
  func command(showing result: CaseResult) -> String {
    let isJudged = recordings.indices.contains(result.index)
    return command(showing: isJudged ? recordings[result.index] : name(of: result.played))
  }

  /// The command that shows a case again, or a recording, by its name.
  func command(showing operand: String) -> String {
    command(recordings.isEmpty ? "run" : "judge", operand)
  }

  /// The command that brings the expected failures up to date; `nil` if nothing was played.
  var baselineCommand: String? { recordings.isEmpty ? command("baseline") : nil }

  private func command(_ name: String, _ operands: String...) -> String {
    ([program, name].map(Phrases.shellQuoted) + options
      + operands.map(Phrases.shellQuoted)).joined(separator: " ")
  }

  /// What names a case on a command line.
  private func name(of played: Case) -> String {
    let file = played.scenario.file
    if let folder, file.hasPrefix(folder + "/") { return played.id }
    return played.coordinates.isEmpty ? file : "\(file)[\(played.coordinateText)]"
  }
}
