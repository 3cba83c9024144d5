// SPDX-License-Identifier: Apache-2.0

import JSON
import Platform
import Reporting
import Scenarios
import Transcripts

/// Records each case in a JSON file of its own, with everything that is needed to judge it again.
package final class RecordingWriter: Reporter {
  private let folder: String
  private let text: (Scenario) -> [UInt8]?
  private var header: RunHeader?
  private var lastText: (file: String, octets: [UInt8]?)?
  /// Why a recording could not be written: the first that could not.
  package private(set) var failure: FileError?

  /// Records into a folder; `text` reads the file of a scenario.
  package init(
    folder: String, text: @escaping (Scenario) -> [UInt8]?
  ) throws(FileError) {
    try Folder.create(folder)
    self.folder = folder
    self.text = text
  }

  /// The next event.
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

  /// The cases of one scenario come one after the other, so one text is enough to keep.
  private func sourceText(of scenario: Scenario) -> [UInt8]? {
    if let lastText, lastText.file == scenario.file { return lastText.octets }
    let octets = text(scenario)
    lastText = (scenario.file, octets)
    return octets
  }
}
