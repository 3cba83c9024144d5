// SPDX-License-Identifier: Apache-2.0

import JSON
import Playing
import Reporting
import Scenarios
import Transcripts
import Trials

/// The result of a self-test: as text, and for programs.
package struct SelftestReport {
  private let result: SelftestResult

  /// A report of that result.
  package init(_ result: SelftestResult) { self.result = result }

  // MARK: As text

  /// Lines about what is wrong, then each fault with the scenarios and checks that noticed it, then
  /// the summary.
  package var text: String {
    var text = ""
    for id in result.referenceFailures { text += "FAILED    \(id) without a fault\n" }
    for outcome in result.survivors { text += SelftestReport.lines("SURVIVED", outcome) }
    for outcome in result.elsewhere { text += SelftestReport.lines("ELSEWHERE", outcome) }
    for check in result.vacuous ?? [] { text += "VACUOUS   \(check)\n" }
    for outcome in result.outcomes {
      for id in outcome.unjudged {
        text += "ERROR     \(id) could not be judged with \(outcome.fault.name)\n"
      }
    }
    for outcome in result.unfinished { text += SelftestReport.lines("cut short", outcome) }
    for outcome in result.outcomes where outcome.isProperlyKilled {
      text += SelftestReport.lines("killed", outcome)
    }
    return text + summary
  }

  /// The last line.
  private var summary: String {
    var text = "\(Phrases.count(result.cases, "case")), "
    text += "\(Phrases.count(result.referenceFailures.count)) failed without a fault; "
    text += "\(Phrases.count(result.faults, "fault")), \(result.killed) killed "
    text += "(\(result.properlyKilled) by a check of their requirement), "
    text += "\(result.survivors.count) survived"
    if let vacuous = result.vacuous {
      let checks = Phrases.count(result.checks, "check")
      text += "; \(checks), \(Phrases.count(vacuous.count)) that no fault breaks"
    }
    if result.isInterrupted {
      let missing = result.faults - result.outcomes.count { !$0.isInterrupted }
      text += "; interrupted, \(Phrases.count(missing, "fault")) not played to the end"
    }
    return text + "; \(Phrases.duration(result.duration))\n"
  }

  /// A fault, and below it a line for each scenario that noticed it.
  private static func lines(_ word: String, _ outcome: FaultOutcome) -> String {
    let fault = outcome.fault
    var text = Wrapping.padded(word, to: 10)
    text += "\(fault.name) (\(fault.requirement)): \(fault.sentence)"
    if outcome.planned == 0 { text += " No case reaches it." }
    text += "\n"
    for noticed in outcome.scenarios {
      let checks = noticed.checks.map { check in
        check.requirements.isEmpty
          ? check.check : "\(check.check) (\(check.requirements.joined(separator: " ")))"
      }
      text += "            \(noticed.id): \(checks.joined(separator: ", "))\n"
    }
    if let first = outcome.stalled.first {
      let cases = Phrases.count(outcome.stalled.count, "case")
      text += "            time ran out in \(cases), from which nothing follows: \(first)\n"
    }
    return text
  }

  // MARK: For programs

  /// One JSON object; `vacuous` is null where not every fault met every case that it can change.
  package var json: String {
    JSONValue.members([
      "reference": JSONValue.members([
        "cases": result.cases, "failed": result.referenceFailures.count,
        "failures": result.referenceFailures.unlessEmpty,
      ]),
      "faults": result.faults, "killed": result.killed, "properlyKilled": result.properlyKilled,
      "survivors": result.survivors.map(\.fault.name),
      "elsewhere": result.elsewhere.map(\.fault.name),
      "unfinished": result.unfinished.map(\.fault.name),
      "checks": result.vacuous == nil ? JSONValue.null : .integer(result.checks),
      "vacuous": result.vacuous.map { $0.map(\.description) }.json ?? JSONValue.null,
      "interrupted": result.isInterrupted, "milliseconds": result.duration / 1_000_000,
      "outcomes": result.outcomes.map(SelftestReport.json),
    ]).text + "\n"
  }

  private static func json(_ outcome: FaultOutcome) -> JSONValue {
    .members([
      "fault": outcome.fault.name, "sentence": outcome.fault.sentence,
      "requirement": outcome.fault.requirement, "cases": outcome.planned,
      "played": outcome.played,
      "killedBy": outcome.scenarios.map { noticed in
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
      "stalled": outcome.stalled.unlessEmpty, "unjudged": outcome.unjudged.unlessEmpty,
    ])
  }
}

extension FaultOutcome {
  /// The scenarios that noticed the fault, in the order in which they did; each check once.
  fileprivate var scenarios: [(id: String, checks: [Detection])] {
    kills.grouped(by: \.scenario).map { scenario in
      (scenario.key, scenario.elements.grouped(by: \.check).map(\.first))
    }
  }
}
