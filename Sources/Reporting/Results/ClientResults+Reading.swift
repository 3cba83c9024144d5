import HTTPAuth
import JSON
import Platform
import Scenarios
import Transcripts

extension ClientResults {
  /// Reads the octets of a file of results, or of a report of `run --json`, which has them too.
  package init(_ octets: [UInt8], file: String) throws(FileError) {
    let value: JSONValue
    do throws(JSONParser.Failure) {
      value = try JSONParser.value(of: octets)
    } catch {
      throw FileError(
        file: file,
        reason: "not the results of a client: \(error.complaint), at octet \(error.offset)")
    }
    let isKept = value["authspecResults"] != nil
    let format = value[isKept ? "authspecResults" : "format"]?.integer
    guard let format, isKept || value["cases"] != nil else {
      throw FileError(
        file: file, reason: "not the results of a client, as matrix or run --json write them")
    }
    guard format == (isKept ? ClientResults.format : Int64(JSONReport.format)) else {
      throw FileError(file: file, reason: "results of format \(format), which is not known")
    }
    do throws(JSONValue.Mistake) {
      self = try isKept ? ClientResults(kept: value) : ClientResults(report: value)
    } catch {
      throw FileError(
        file: file, reason: "not whole results: '\(error.member)' is missing or wrong")
    }
  }

  // MARK: A file of results

  private init(kept value: JSONValue) throws(JSONValue.Mistake) {
    let reasons = try Shared(value, "reasons", ClientResults.text)
    let lines = try Shared(value, "lines", ClientResults.text)
    let exchanges = try Shared(value, "exchanges") { names throws(JSONValue.Mistake) in
      var text: [String] = []
      for name in try ClientResults.text(names).split(separator: " ") {
        text.append(try lines.named(String(name)))
      }
      return text.joined(separator: "\n")
    }
    let checks = try Shared(value, "checks") { $0 }
    let findings = try Shared(value, "findings") { finding throws(JSONValue.Mistake) in
      try CheckFinding(
        finding, of: try checks.named(try finding.string("check")), known: "known")
    }
    self.init(
      client: try RecordingFormat.client(try value.member("client")),
      basis: Basis(
        authspec: try value.string("authspec"), catalogue: try value.string("catalogue"),
        definition: try value.string("definition")))
    scenarios = try value.list("scenarios") { entry throws(JSONValue.Mistake) in
      guard case .object(let members) = try entry.member("cases") else {
        throw JSONValue.Mistake(member: "cases")
      }
      var scenario = Scenario(id: try entry.string("id"), cases: [])
      for member in members {
        scenario.cases.append(
          try Outcome(member, reasons: reasons, findings: findings, exchanges: exchanges))
      }
      return scenario
    }
  }

  private static func text(_ value: JSONValue) throws(JSONValue.Mistake) -> String {
    guard let text = value.string else { throw JSONValue.Mistake(member: "lines") }
    return text
  }

  // MARK: A report of run --json

  private init(report value: JSONValue) throws(JSONValue.Mistake) {
    self.init(
      client: try RecordingFormat.client(try value.member("run").member("client")),
      basis: Basis(authspec: try value.string("authspec"), catalogue: ""))
    guard let cases = try value.member("cases").array else {
      throw JSONValue.Mistake(member: "cases")
    }
    for entry in cases {
      let (id, scenario) = (try entry.string("id"), try entry.string("scenario"))
      var outcome = Outcome(
        coordinates: id == scenario ? "" : String(id.dropFirst(scenario.count + 1).dropLast()),
        verdict: try entry.word("verdict", Verdict.self), reason: entry.optionalString("reason"))
      outcome.findings = try entry.list("checks") { check throws(JSONValue.Mistake) in
        try CheckFinding(check, of: check, known: "expectedFailure")
      }.filter { $0.verdict != .pass }
      if scenarios.last?.id != scenario { scenarios.append(Scenario(id: scenario, cases: [])) }
      if let last = scenarios.indices.last { scenarios[last].cases.append(outcome) }
    }
  }
}

extension ClientResults.CheckFinding {
  /// A finding of a check, whose own members may stand in another place.
  fileprivate init(
    _ value: JSONValue, of check: JSONValue, known: String
  ) throws(JSONValue.Mistake) {
    self.init(
      check: try check.string("id"), verdict: try value.word("verdict", Verdict.self),
      title: check.optionalString("title") ?? "", level: check.optionalString("level") ?? "")
    requirements = try check.list("requirements") { word throws(JSONValue.Mistake) in
      guard let word = word.string else { throw JSONValue.Mistake(member: "requirements") }
      return word
    }
    expected = value.optionalString("expected")
    observed = value.optionalString("observed")
    diagnosis = value.optionalString("diagnosis")
    self.known = value.optionalString(known)
  }
}

/// What a file says once and refers to by name.
private struct Shared<Value> {
  private var values: [String: Value] = [:]
  private let member: String

  init(
    _ document: JSONValue, _ member: String,
    _ read: (JSONValue) throws(JSONValue.Mistake) -> Value
  ) throws(JSONValue.Mistake) {
    self.member = member
    guard case .object(let members) = try document.member(member) else {
      throw JSONValue.Mistake(member: member)
    }
    for member in members { values[member.name] = try read(member.value) }
  }

  func named(_ name: String) throws(JSONValue.Mistake) -> Value {
    guard let value = values[name] else { throw JSONValue.Mistake(member: member) }
    return value
  }
}

extension ClientResults.Outcome {
  fileprivate init(
    _ member: JSONValue.Member, reasons: Shared<String>,
    findings: Shared<ClientResults.CheckFinding>, exchanges: Shared<String>
  ) throws(JSONValue.Mistake) {
    let value = member.value
    guard let word = value.string ?? value.optionalString("verdict"),
      let verdict = Verdict(rawValue: word)
    else { throw JSONValue.Mistake(member: "verdict") }
    self.init(coordinates: member.name, verdict: verdict)
    if value["reason"] != nil { reason = try reasons.named(try value.string("reason")) }
    if value["exchanges"] != nil {
      self.exchanges = try exchanges.named(try value.string("exchanges"))
    }
    self.findings = try value.list("findings") { name throws(JSONValue.Mistake) in
      guard let name = name.string else { throw JSONValue.Mistake(member: "findings") }
      return try findings.named(name)
    }
  }
}
