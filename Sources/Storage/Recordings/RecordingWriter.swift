// SPDX-License-Identifier: Apache-2.0

import JSON
import Platform
import Reporting
import Scenarios
import Transcripts

/// Writes a JSON file for each case, with all data that is needed to judge it again.
package final class RecordingWriter: Reporter {
  private let folder: String
  private let text: (Scenario) -> [UInt8]?
  private var header: RunHeader?
  private var lastText: (file: String, octets: [UInt8]?)?
  /// The first error of writing a recording.
  package private(set) var failure: FileError?

  /// Writes to a folder. `text` returns the content of a scenario's file.
  package init(folder: String, text: @escaping (Scenario) -> [UInt8]?) throws(FileError) {
    try Folder.create(folder)
    self.folder = folder
    self.text = text
  }

  /// Handles an event of the run.
  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header): self.header = header
    case .caseFinished(let result):
      guard let play = result.play, failure == nil else { return }
      do throws(FileError) { try write(result, play) } catch { failure = error }
    case .runFinished: break
    }
  }

  private func write(_ result: CaseResult, _ play: Transcript) throws(FileError) {
    let value = RecordingFormat.value(
      result, play, header, text: sourceText(of: result.played.scenario))
    try AtomicFile.write(
      (value.text + "\n").utf8, to: "\(folder)/\(FileName.safe(result.played.id)).json")
  }

  /// The content of a scenario's file. Only the last one is kept, because the cases of a scenario
  /// come one after the other.
  private func sourceText(of scenario: Scenario) -> [UInt8]? {
    if let lastText, lastText.file == scenario.file { return lastText.octets }
    let octets = text(scenario)
    lastText = (scenario.file, octets)
    return octets
  }
}
