import JSON
import Transcripts

extension ClientResults {
  /// Raised when a member changes its meaning or goes.
  static let format: Int64 = 1

  /// The results as a file keeps them: the same for the same results, a line for each scenario and each text.
  ///
  /// Checks, findings, reasons, exchanges and their lines stand once each, however many cases they are of.
  package var json: String {
    var tables = Tables()
    let lines = scenarios.map { scenario in
      JSONValue.members([
        "id": .string(scenario.id),
        "cases": .object(
          scenario.cases.map { .init(name: $0.coordinates, value: tables.json($0)) }),
      ]).text
    }
    return """
      {"authspecResults":\(ClientResults.format),"authspec":\(JSONValue.string(basis.authspec).text),
      "client":\(clientJSON.text),
      "catalogue":\(JSONValue.string(basis.catalogue).text),
      "definition":\(JSONValue.string(basis.definition).text),
      "verdicts":\(verdictsJSON.text),
      "scenarios":[
      \(lines.joined(separator: ",\n"))
      ],
      "checks":{
      \(tables.checks.lines)
      },
      "findings":{
      \(tables.findings.lines)
      },
      "reasons":{
      \(tables.reasons.lines)
      },
      "exchanges":{
      \(tables.exchanges.lines)
      },
      "lines":{
      \(tables.lines.lines)
      }}

      """
  }

  private var clientJSON: JSONValue { RecordingFormat.value(client) }

  private var verdictsJSON: JSONValue {
    let counts = counts
    return .object(
      Verdict.allCases.map { .init(name: $0.rawValue, value: .integer(counts[$0] ?? 0)) })
  }

  /// What stands once.
  private struct Tables {
    var checks = ContentTable()
    var findings = ContentTable()
    var reasons = ContentTable()
    var exchanges = ContentTable()
    var lines = ContentTable()

    /// An outcome in terms of what stands elsewhere.
    mutating func json(_ outcome: Outcome) -> JSONValue {
      let verdict = JSONValue.string(outcome.verdict.rawValue)
      let reason = outcome.reason.map { reasons.name(of: .string($0)) }
      let exchanges = outcome.exchanges.map { name(ofExchanges: $0) }
      let findings = outcome.findings.map { json($0) }
      if reason == nil, findings.isEmpty, exchanges == nil { return verdict }
      return .members([
        "verdict": verdict, "reason": reason.map { .string($0) }, "findings": .listed(findings),
        "exchanges": exchanges.map { .string($0) },
      ])
    }

    /// Exchanges are much alike, so each of their lines stands once: they are the names of their lines.
    private mutating func name(ofExchanges text: String) -> String {
      let names = text.split(separator: "\n", omittingEmptySubsequences: false).map {
        lines.name(of: .string(String($0)))
      }
      return exchanges.name(of: .string(names.joined(separator: " ")))
    }

    private mutating func json(_ finding: CheckFinding) -> JSONValue {
      let check = checks.name(
        of: .members([
          "id": .string(finding.check), "title": .string(finding.title),
          "level": .string(finding.level),
          "requirements": .listed(finding.requirements.map { .string($0) }),
        ]))
      return .string(
        findings.name(
          of: .members([
            "check": .string(check), "verdict": .string(finding.verdict.rawValue),
            "expected": finding.expected.map { .string($0) },
            "observed": finding.observed.map { .string($0) },
            "diagnosis": finding.diagnosis.map { .string($0) },
            "known": finding.known.map { .string($0) },
          ])))
    }
  }
}
