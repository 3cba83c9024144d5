// SPDX-License-Identifier: Apache-2.0

import JSON
import Playing
import Reporting
import Transcripts
import Trials

/// The result of a test of variants, as text.
package struct VariantReport {
  private let result: VariantResult

  /// A report of that result.
  package init(_ result: VariantResult) { self.result = result }

  /// Lines about what is wrong, one for each check; then the variants that pass, then the summary.
  package var text: String {
    var text = ""
    for id in result.referenceFailures { text += "FAILED    \(id) without a variant\n" }
    for outcome in result.accused { text += VariantReport.lines("ACCUSED", outcome) }
    for outcome in result.unplayed { text += VariantReport.lines("UNPLAYED", outcome) }
    for outcome in result.outcomes
    where outcome.variants.count == 1 && outcome.unjust.isEmpty && outcome.planned > 0 {
      text += VariantReport.lines(outcome.accusations.isEmpty ? "passed" : "warned", outcome)
    }
    return text + summary
  }

  private var summary: String {
    let alone = result.outcomes.filter { $0.variants.count == 1 }
    let together = result.outcomes.filter { $0.variants.count > 1 }
    let plays = { (outcomes: [VariantOutcome]) in
      Phrases.count(outcomes.reduce(0) { $0 + $1.played }, "play")
    }
    var text = "\(Phrases.count(result.cases, "case")), "
    text += "\(Phrases.count(result.referenceFailures.count)) failed without a variant; "
    text += "\(Phrases.count(alone.count, "variant")) alone in \(plays(alone)), "
    text += "\(Phrases.count(together.count, "combination")) in \(plays(together)); "
    text += "\(Phrases.count(result.accused.count)) accused"
    if result.isInterrupted { text += "; interrupted" }
    return text + "; \(Phrases.duration(result.duration))\n"
  }

  /// A variant or a combination, and below it a line for each check that does not hold.
  private static func lines(_ word: String, _ outcome: VariantOutcome) -> String {
    var text = Wrapping.padded(word, to: 10)
    if let only = outcome.variants.first, outcome.variants.count == 1 {
      text += "\(only.name) (\(only.source)): \(only.sentence)"
    } else {
      text += outcome.variants.map(\.name).joined(separator: ",")
    }
    text += outcome.planned == 0 ? " No case reaches it.\n" : "\n"
    let groups = outcome.accusations.grouped { "\($0.scenario) \($0.check) \($0.verdict)" }
    for (_, accusation, accusations) in groups {
      text += "            \(accusation.verdict.glyph.label) \(accusation.played): "
      text += accusation.check
      if !accusation.requirements.isEmpty {
        text += " (\(accusation.requirements.joined(separator: " ")))"
      }
      let further = accusations.count - 1
      if further > 0 { text += ", and in \(Phrases.count(further, "further case"))" }
      text += "\n"
      if let finding = accusation.finding, !accusation.isAllowed {
        text += "              expected \(finding.expected)\n"
        text += "              observed \(finding.observed)\n"
      }
    }
    return text
  }

  // MARK: For programs

  /// One JSON object.
  package var json: String {
    JSONValue.members([
      "reference": JSONValue.members([
        "cases": result.cases, "failed": result.referenceFailures.count,
        "failures": result.referenceFailures.unlessEmpty,
      ]),
      "variants": result.variants, "accused": result.accused.count,
      "unplayed": result.unplayed.flatMap { $0.variants.map(\.name) },
      "interrupted": result.isInterrupted, "milliseconds": result.duration / 1_000_000,
      "outcomes": result.outcomes.map(VariantReport.json),
    ]).text + "\n"
  }

  private static func json(_ outcome: VariantOutcome) -> JSONValue {
    .members([
      "variants": outcome.variants.map(\.name), "cases": outcome.planned,
      "examples": outcome.examples, "played": outcome.played,
      "accusations": outcome.accusations.map { accusation in
        JSONValue.members([
          "case": accusation.played, "check": accusation.check, "verdict": accusation.verdict,
          "requirements": accusation.requirements, "allowed": accusation.isAllowed,
          "expected": accusation.finding?.expected, "observed": accusation.finding?.observed,
        ])
      },
    ])
  }
}
