// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import JSON
import Transcripts

extension RecordingFormat {
  /// A case's play with all that is needed to judge it again; `text` is that of the scenario's
  /// file.
  package static func value(
    _ result: CaseResult, _ play: Transcript, _ header: RunHeader?, text: [UInt8]?
  ) -> JSONValue {
    let scenario = result.played.scenario
    return .members([
      "authspecRecording": .integer(RecordingFormat.document.version),
      "id": .string(result.played.id),
      "version": .string(header?.version ?? ""), "recorded": .integer(header?.started ?? 0),
      "seed": .string("\(header?.seed ?? 0)"), "verdict": .string(result.verdict.rawValue),
      "client": RecordingFormat.value(play.client),
      "scenario": .members([
        "id": .string(scenario.id), "file": .string(scenario.file),
        "text": text.map { RecordingFormat.octets(Octets($0)) },
      ]),
      "coordinates": .array(
        result.played.coordinates.map { .array([.string($0.key), .string($0.value)]) }),
      "play": RecordingFormat.value(play),
    ])
  }
}
