// SPDX-License-Identifier: Apache-2.0

import JSON
import Playing
import Reporting
import Scenarios
import Transcripts
import Trials

extension TrialOutcome {
  /// The scenarios that noticed the change, in the order in which they did; each check once.
  private var scenarios: [(id: String, checks: [Objection])] {
    objections.grouped(by: \.scenario).map { scenario in
      (scenario.key, scenario.elements.grouped(by: \.check).map(\.first))
    }
  }

  /// A line for each scenario that noticed a fault, and one about cases in which time ran out.
  var detections: [String] {
    var lines = scenarios.map { noticed in
      "\(noticed.id): \(noticed.checks.map(\.words).joined(separator: ", "))"
    }
    if let first = stalled.first {
      let cases = Phrases.count(stalled.count, "case")
      lines.append("time ran out in \(cases), from which nothing follows: \(first)")
    }
    return lines
  }

  /// Lines for each check that a variant does not hold.
  var accusations: [String] {
    let groups = objections.grouped { "\($0.scenario) \($0.check) \($0.verdict)" }
    return groups.flatMap { _, first, objections in
      let further = objections.count - 1
      var lines = ["\(first.verdict.glyph.label) \(first.played): \(first.words)"]
      if further > 0 { lines[0] += ", and in \(Phrases.count(further, "further case"))" }
      if let finding = first.finding, !first.isAllowed {
        lines += ["  expected \(finding.expected)", "  observed \(finding.observed)"]
      }
      return lines
    }
  }

  // MARK: For programs

  var jsonOfFault: JSONValue {
    .members([
      "fault": change.name, "sentence": change.sentence, "requirement": change.source,
      "cases": planned, "played": played,
      "killedBy": scenarios.map { noticed in
        JSONValue.members([
          "scenario": noticed.id,
          "checks": noticed.checks.map { check in
            JSONValue.members([
              "check": check.check, "case": check.played, "requirements": check.requirements,
              "quoted": check.quoted.unlessEmpty, "level": check.level.rawValue,
            ])
          },
        ])
      },
      "stalled": stalled.unlessEmpty, "unjudged": unjudged.unlessEmpty,
    ])
  }

  var jsonOfVariant: JSONValue {
    .members([
      "variants": change.names, "cases": planned, "examples": examples, "played": played,
      "accusations": objections.map { objection in
        JSONValue.members([
          "case": objection.played, "check": objection.check, "verdict": objection.verdict,
          "requirements": objection.requirements, "allowed": objection.isAllowed,
          "expected": objection.finding?.expected, "observed": objection.finding?.observed,
        ])
      },
    ])
  }
}

extension Objection {
  /// The check, and the requirements that it names.
  fileprivate var words: String {
    requirements.isEmpty ? check : "\(check) (\(requirements.joined(separator: " ")))"
  }
}
