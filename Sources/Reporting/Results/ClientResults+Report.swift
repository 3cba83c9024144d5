// SPDX-License-Identifier: Apache-2.0

import JSON
import Platform
import Transcripts

extension ClientResults {
  private static let document = KeptDocument(
    kind: "file of results, as matrix or run --json write it", mark: "format",
    version: Int64(JSONReport.format), remedy: "run the cases again")

  /// Reads the octets of a report of `run --json`.
  package init(report octets: [UInt8], file: String) throws(FileError) {
    if octets.starts(with: #"{"authspecResults""#.utf8) {
      throw FileError(
        file: file,
        reason: "results of format 1, which is not read any more; remove the file, and "
          + ResultsFile.remedy)
    }
    self = try ClientResults.document.read(octets, file: file, ClientResults.init(report:))
  }

  private init(report value: JSONValue) throws(JSONValue.Mistake) {
    self.init(
      client: try value.part("run", JSONValue.self).part("client"),
      basis: Basis(authspec: try value.part("authspec"), catalogue: ""))
    for entry in try value.part("cases", [JSONValue].self) {
      let (id, scenario): (String, String) = (try entry.part("id"), try entry.part("scenario"))
      var outcome = Outcome(
        coordinates: id == scenario ? "" : String(id.dropFirst(scenario.count + 1).dropLast()),
        verdict: try entry.part("verdict"), reason: try entry.optional("reason"))
      outcome.cause = try entry.optional("cause")
      outcome.findings = try entry.part("checks", [CheckFinding].self).filter {
        $0.verdict != .pass
      }
      add(outcome, to: scenario)
    }
  }
}
