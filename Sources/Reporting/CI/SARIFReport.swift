// SPDX-License-Identifier: Apache-2.0

import JSON
import Platform
import Scenarios
import Transcripts

/// The failures of a run as SARIF 2.1.0 (OASIS), which GitHub's code scanning reads: a rule for
/// each requirement, a result for each check that was broken.
package final class SARIFReport: Reporter {
  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  private let file: ReportFile
  private let context: ReportContext
  private var header: RunHeader?
  private var rules: Set<String> = []
  package var failure: FileError? { file.failure }

  /// A report that is written to `path`. Throws if it cannot be written there.
  package init(path: String, context: ReportContext) throws(FileError) {
    file = try ReportFile(path: path)
    self.context = context
  }

  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header):
      self.header = header
      file.write(
        """
        {"$schema":"\(SARIFReport.schema)",
        "version":"2.1.0","runs":[{
        "results":[
        """)
    case .caseFinished(let result): write(result)
    case .runFinished(let summary):
      file.end("\n],\n\"tool\":\(tool.text),\n\"invocations\":\(invocations(summary).text)}]}\n")
    }
  }

  private func write(_ result: CaseResult) {
    for check in result.checks where check.verdict.isBroken {
      let rule = check.requirements.first ?? check.descriptor.id
      rules.insert(rule)
      file.add(value(check, rule, in: result))
    }
  }

  private func value(_ check: Check, _ rule: String, in result: CaseResult) -> JSONValue {
    let reason = result.expected[check.descriptor.id]
    let suppressions = reason.map {
      [JSONValue.members(["kind": "external", "justification": $0])]
    }
    let line = result.line(of: check)
    return .members([
      "ruleId": rule, "level": check.verdict.isBad ? "error" : "warning",
      "message": JSONValue.members(["text": "\(result.played.id): \(Visible.text(check.sentence))"]
      ),
      "locations": [
        JSONValue.members([
          "physicalLocation": JSONValue.members([
            "artifactLocation": JSONValue.members(["uri": result.played.scenario.file]),
            "region": JSONValue.members(["startLine": line]),
          ])
        ])
      ],
      "partialFingerprints": JSONValue.members([
        "authspec/v1": "\(result.played.id)#\(check.descriptor.id)"
      ]),
      "suppressions": suppressions,
      "properties": result.cause.map { JSONValue.members(["cause": $0.id]) },
    ])
  }

  private var tool: JSONValue {
    let rules = rules.sorted().map { id -> JSONValue in
      guard let requirement = context.requirements[id] else {
        return .members(["id": id, "shortDescription": JSONValue.members(["text": id])])
      }
      let text = "\(requirement.source): \(requirement.text)"
      return .members([
        "id": id, "name": id, "shortDescription": JSONValue.members(["text": text]),
        "fullDescription": JSONValue.members(["text": text]),
        "helpUri": SpecificationLink(requirement.source)?.address,
        "defaultConfiguration": JSONValue.members([
          "level": requirement.level == .should ? "warning" : "error"
        ]),
      ])
    }
    return .members([
      "driver": JSONValue.members([
        "name": "authspec", "version": header?.version ?? "", "rules": rules,
      ])
    ])
  }

  private func invocations(_ summary: RunSummary) -> JSONValue {
    let isWhole = summary.finished == summary.planned && !summary.isInterrupted
    return .array([.members(["executionSuccessful": isWhole])])
  }
}
