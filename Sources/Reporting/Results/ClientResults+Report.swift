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
    self = try ClientResults.document.read(octets, file: file) { value throws(JSONValue.Mistake) in
      try ClientResults(report: value)
    }
  }

  private init(report value: JSONValue) throws(JSONValue.Mistake) {
    let run = try value.member("run")
    self.init(
      client: try RecordingFormat.client(try run.member("client")),
      basis: Basis(authspec: try value.string("authspec"), catalogue: ""))
    for entry in try value.values("cases") {
      let (id, scenario) = (try entry.string("id"), try entry.string("scenario"))
      var outcome = Outcome(
        coordinates: id == scenario ? "" : String(id.dropFirst(scenario.count + 1).dropLast()),
        verdict: try entry.word("verdict", Verdict.self), reason: entry.optionalString("reason"))
      outcome.findings = try entry.list("checks") { check throws(JSONValue.Mistake) in
        try CheckFinding(check)
      }.filter { $0.verdict != .pass }
      add(outcome, to: scenario)
    }
  }
}
