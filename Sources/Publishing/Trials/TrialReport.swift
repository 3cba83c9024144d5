// SPDX-License-Identifier: Apache-2.0

import JSON
import Playing
import Reporting
import Scenarios
import Transcripts
import Trials

/// The result of a series of trials: as text, and for programs.
package struct TrialReport {
  /// What a report says of a change, or of a case or a check.
  private struct Line {
    let word: String
    let text: String
    var details: [String] = []
  }

  private let result: TrialResult
  private let kind: TrialKind
  /// Reasons whose patterns must all match a mutant.
  private let reasons: [MutantReason]

  /// A report of that result. `reasons` are those that are given for mutants that survive, if all
  /// mutants were played to their end: a pattern that matches none is stale.
  package init(_ result: TrialResult, of kind: TrialKind, reasons: [MutantReason] = []) {
    self.result = result
    self.kind = kind
    self.reasons = reasons
  }

  /// The program's exit status.
  package var status: ExitStatus {
    result.status == .good && !problems.isEmpty ? .failures : result.status
  }

  // MARK: As text

  /// Lines about what is wrong, then each change that is as it should be with the scenarios and
  /// checks that noticed it, then the summary.
  package var text: String {
    let lines = (problems + others).map { line in
      ([Wrapping.padded(line.word, to: 10) + line.text]
        + line.details.map { Wrapping.padded("", to: 12) + $0 }).map { $0 + "\n" }.joined()
    }
    return lines.joined() + summary
  }

  private var problems: [Line] {
    let failed = result.referenceFailures.map {
      Line(word: "FAILED", text: "\($0) \(kind.without)")
    }
    switch kind {
    case .faults:
      let unjudged = result.outcomes.flatMap { outcome in
        outcome.unjudged.map {
          Line(word: "ERROR", text: "\($0) could not be judged with \(outcome.change.name)")
        }
      }
      return failed + lines("SURVIVED", result.survivors) + lines("ELSEWHERE", result.elsewhere)
        + (result.vacuous ?? []).map { Line(word: "VACUOUS", text: "\($0)") } + unjudged
    case .variants:
      return failed + lines("ACCUSED", result.accused) + lines("UNPLAYED", result.unplayed)
    case .mutants:
      return failed + lines("SURVIVED", unexplained) + wrong + stale
    }
  }

  private var others: [Line] {
    switch kind {
    case .faults:
      return lines("cut short", result.unfinished)
        + lines("killed", result.outcomes.filter(\.isProperlyKilled))
    case .variants:
      return result.outcomes.filter { !$0.change.isCombination && $0.isGood }.map {
        line($0.objections.isEmpty ? "passed" : "warned", $0)
      }
    case .mutants: return []
    }
  }

  private func lines(_ word: String, _ outcomes: [TrialOutcome]) -> [Line] {
    outcomes.map { line(word, $0) }
  }

  /// A change, and below it the checks that noticed it.
  private func line(_ word: String, _ outcome: TrialOutcome) -> Line {
    let change = outcome.change
    var text = change.name
    if !change.source.isEmpty { text += " (\(change.source))" }
    if !change.sentence.isEmpty { text += ": \(change.sentence)" }
    if outcome.planned == 0 {
      text += " No case reaches it."
    } else if kind == .mutants {
      text += " \(Phrases.count(outcome.played, "case"))."
    }
    let details = kind == .variants ? outcome.accusations : outcome.detections
    return Line(word: word, text: text, details: details)
  }

  // MARK: The summary

  /// The last line.
  private var summary: String {
    var parts = [
      "\(Phrases.count(result.cases, "case")), "
        + "\(Phrases.count(result.referenceFailures.count)) failed \(kind.without)"
    ]
    switch kind {
    case .faults: parts += summaryOfFaults
    case .variants: parts += summaryOfVariants
    case .mutants: parts += summaryOfMutants
    }
    if result.isInterrupted {
      let missing = result.changes.count - result.outcomes.count { !$0.isInterrupted }
      let noun = kind == .variants ? "trial" : kind.noun
      parts.append("interrupted, \(Phrases.count(missing, noun)) not played to the end")
    }
    return (parts + [Phrases.duration(result.duration)]).joined(separator: "; ") + "\n"
  }

  private var summaryOfFaults: [String] {
    let faults =
      "\(Phrases.count(result.changes.count, "fault")), \(result.killed) killed "
      + "(\(result.properlyKilled) by a check of their requirement), "
      + "\(result.survivors.count) survived"
    guard let vacuous = result.vacuous else { return [faults] }
    let checks = Phrases.count(result.checks, "check")
    return [faults, "\(checks), \(Phrases.count(vacuous.count)) that no fault breaks"]
  }

  private var summaryOfVariants: [String] {
    func plays(_ noun: String, _ areTogether: Bool) -> String {
      let outcomes = result.outcomes.filter { $0.change.isCombination == areTogether }
      let count = Phrases.count(outcomes.count, noun) + (areTogether ? "" : " alone")
      return "\(count) in \(Phrases.count(outcomes.reduce(0) { $0 + $1.played }, "play"))"
    }
    return [
      "\(plays("variant", false)), \(plays("combination", true))",
      "\(Phrases.count(result.accused.count)) accused",
    ]
  }

  private var summaryOfMutants: [String] {
    let claims = result.survivors.compactMap(\.change.reason?.claim)
    func count(_ claim: MutantReason.Claim) -> String {
      Phrases.count(claims.count { $0 == claim })
    }
    return [
      "\(Phrases.count(result.changes.count, "mutant")), \(Phrases.count(result.killed)) killed, "
        + "\(count(.equal)) equal over the wire, \(count(.allowed)) allowed as well, "
        + "\(count(.unshown)) not shown for a reason, "
        + "\(Phrases.count(unexplained.count)) survived",
      Phrases.count(result.outcomes.reduce(0) { $0 + $1.played }, "play"),
    ]
  }

  // MARK: Reasons for mutants

  private var unexplained: [TrialOutcome] { result.survivors.filter { $0.change.reason == nil } }

  /// Mutants that are said to survive although they are killed.
  private var wrong: [Line] {
    result.outcomes.filter(\.isKilled).compactMap { outcome in
      outcome.change.reason.map { reason in
        Line(
          word: "WRONG",
          text: "\(reason.file):\(reason.location.line) says that it survives: "
            + "\(outcome.change.name) is killed by \(outcome.witness ?? "")")
      }
    }
  }

  /// Patterns that match no mutant.
  private var stale: [Line] {
    reasons.flatMap { reason in
      reason.patterns.filter { pattern in
        !result.changes.contains { Glob(pattern, .text).matches($0.name) }
      }.map {
        Line(
          word: "STALE", text: "\(reason.file):\(reason.location.line): no mutant is named \($0)")
      }
    }
  }

  // MARK: For programs

  /// One JSON object; `vacuous` is null where not every fault met every case that it can change.
  package var json: String {
    let reference = JSONValue.members([
      "cases": result.cases, "failed": result.referenceFailures.count,
      "failures": result.referenceFailures.unlessEmpty,
    ])
    let outcomes = result.outcomes.map {
      kind == .variants ? $0.jsonOfVariant : $0.jsonOfFault
    }
    let parts = [
      JSONValue.members(["reference": reference]),
      kind == .variants ? jsonOfVariants : jsonOfFaults,
      JSONValue.members([
        "interrupted": result.isInterrupted, "milliseconds": result.duration / 1_000_000,
        "outcomes": outcomes,
      ]),
    ]
    var members: [JSONValue.Member] = []
    for case .object(let more) in parts { members += more }
    return JSONValue.object(members).text + "\n"
  }

  private var jsonOfFaults: JSONValue {
    .members([
      "faults": result.changes.count, "killed": result.killed,
      "properlyKilled": result.properlyKilled,
      "survivors": result.survivors.map(\.change.name),
      "elsewhere": result.elsewhere.map(\.change.name),
      "unfinished": result.unfinished.map(\.change.name),
      "checks": result.vacuous == nil ? JSONValue.null : .integer(result.checks),
      "vacuous": result.vacuous.map { $0.map(\.description) }.json ?? JSONValue.null,
    ])
  }

  private var jsonOfVariants: JSONValue {
    .members([
      "variants": result.changes.count { !$0.isCombination }, "accused": result.accused.count,
      "unplayed": result.unplayed.flatMap(\.change.names),
    ])
  }
}
