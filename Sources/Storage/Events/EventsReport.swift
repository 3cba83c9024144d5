// SPDX-License-Identifier: Apache-2.0

import JSON
import Platform
import Reporting
import Scenarios
import Transcripts

/// Writes the events of a run, so that `merge` can make the reports of all shards from them.
package final class EventsReport: Reporter {
  private let file: ReportFile
  private let context: ReportContext
  private let text: (Scenario) -> [UInt8]?
  private var scenario: String?
  package var failure: FileError? { file.failure }

  /// Writes to `path`. `text` returns the content of a scenario's file.
  package init(
    path: String, context: ReportContext, text: @escaping (Scenario) -> [UInt8]?
  ) throws(FileError) {
    file = try ReportFile(path: path)
    self.context = context
    self.text = text
  }

  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header):
      let document = EventsFormat.document
      write([document.mark: document.version, "context": context, "run": header])
    case .caseFinished(let result):
      let played = result.played
      if played.scenario.id != scenario, let text = text(played.scenario) {
        write(["scenario": RecordedScenarios.Source(played.scenario, text: text)])
      }
      scenario = played.scenario.id
      write(["case": played.id, "result": result, "play": result.play.map(RecordingFormat.value)])
    case .runFinished(let summary):
      write(["end": summary])
      file.end()
    }
  }

  private func write(_ members: KeyValuePairs<String, any JSONConvertible>) {
    file.write(JSONValue.members(members).text + "\n")
  }
}
