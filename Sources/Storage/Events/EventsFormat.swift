// SPDX-License-Identifier: Apache-2.0

import JSON
import Reporting
import Transcripts

/// The file of the events of a run: a line of JSON for the head, each scenario before its first
/// case, each case, and the end.
enum EventsFormat {
  static let document = KeptDocument(
    kind: "file of run --events", mark: "authspecEvents", version: 1,
    remedy: "play the shard again with the same version")

  /// A line after the head.
  enum Line {
    case scenario(RecordedScenarios.Source)
    /// A case, its result, and its play, which can be read only with the case.
    case result(id: String, CaseResult, play: JSONValue?)
    case end(RunSummary)

    init(_ value: JSONValue) throws(JSONValue.Mistake) {
      if let scenario: RecordedScenarios.Source = try value.optional("scenario") {
        self = .scenario(scenario)
      } else if let result: CaseResult = try value.optional("result") {
        self = .result(id: try value.part("case"), result, play: value["play"])
      } else {
        self = .end(try value.part("end"))
      }
    }
  }
}
