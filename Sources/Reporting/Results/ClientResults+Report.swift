import JSON
import Platform
import Transcripts

extension ClientResults {
  /// Reads the octets of a report of `run --json`.
  package init(report octets: [UInt8], file: String) throws(FileError) {
    let value: JSONValue
    do throws(JSONParser.Failure) {
      value = try JSONParser.value(of: octets)
    } catch {
      throw FileError(
        file: file,
        reason: "not the results of a client: \(error.complaint), at octet \(error.offset)")
    }
    if value["authspecResults"] != nil {
      throw FileError(
        file: file,
        reason: "results of format 1, which is read no more; remove the file, and "
          + ResultsFile.remedy)
    }
    guard let format = value["format"]?.integer, value["cases"] != nil else {
      throw FileError(
        file: file, reason: "not the results of a client, as matrix or run --json write them")
    }
    guard format == Int64(JSONReport.format) else {
      throw FileError(file: file, reason: "results of format \(format), which is not known")
    }
    do throws(JSONValue.Mistake) {
      try self.init(report: value)
    } catch {
      throw FileError(
        file: file, reason: "not whole results: '\(error.member)' is missing or wrong")
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
