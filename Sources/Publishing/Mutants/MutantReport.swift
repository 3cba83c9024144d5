// SPDX-License-Identifier: Apache-2.0

import Playing
import Reporting
import Scenarios
import Transcripts
import Trials

/// The result of a test of mutants, compared with the reasons that are given for those that
/// survive.
package struct MutantReport {
  private let result: MutantResult
  private let reasons: [MutantReason]
  /// Whether all mutants were played to their end, so that an entry that matches none is stale.
  private let isWhole: Bool

  /// A report of that result.
  package init(_ result: MutantResult, _ reasons: [MutantReason], isWhole: Bool) {
    self.result = result
    self.reasons = reasons
    self.isWhole = isWhole
  }

  private var survivors: [MutantOutcome] {
    result.outcomes.filter { $0.end == .survived }
  }

  private var unexplained: [MutantOutcome] {
    survivors.filter { outcome in !reasons.contains { $0.covers(outcome.mutant.name) } }
  }

  /// Entries with the mutants that they say survive although they are killed.
  private var wrong: [(MutantReason, MutantOutcome)] {
    reasons.flatMap { entry in
      result.outcomes.filter { $0.isKilled && entry.covers($0.mutant.name) }.map { (entry, $0) }
    }
  }

  /// Patterns that match no mutant.
  private var stale: [(MutantReason, String)] {
    guard isWhole else { return [] }
    return reasons.flatMap { entry in
      entry.patterns.filter { pattern in
        !result.outcomes.contains { Glob(pattern, .text).matches($0.mutant.name) }
      }.map { (entry, $0) }
    }
  }

  /// Lines about what is wrong, then the summary.
  package var text: String {
    var text = ""
    for id in result.referenceFailures { text += "FAILED    \(id) without a change\n" }
    for outcome in unexplained {
      let cases =
        outcome.planned == 0 ? "No case shows it." : "\(Phrases.count(outcome.played, "case"))."
      text += "SURVIVED  \(outcome.mutant.name) (\(outcome.mutant.place)) \(cases)\n"
    }
    for (entry, outcome) in wrong {
      text +=
        "WRONG     \(entry.file):\(entry.location.line) says that it survives: "
      text += "\(outcome.mutant.name) is killed by \(outcome.witness ?? "")\n"
    }
    for (entry, pattern) in stale {
      text += "STALE     \(entry.file):\(entry.location.line): no mutant is named \(pattern)\n"
    }
    return text + summary
  }

  private var summary: String {
    let killed = result.outcomes.count { $0.isKilled }
    let claims = survivors.compactMap { outcome in
      reasons.first { $0.covers(outcome.mutant.name) }?.claim
    }
    var text = "\(Phrases.count(result.cases, "case")); "
    text += "\(Phrases.count(result.outcomes.count, "mutant")), \(Phrases.count(killed)) killed, "
    text += "\(Phrases.count(claims.count { $0 == .equal })) equal over the wire, "
    text += "\(Phrases.count(claims.count { $0 == .allowed })) allowed as well, "
    text += "\(Phrases.count(claims.count { $0 == .unshown })) not shown for a reason, "
    text += "\(Phrases.count(unexplained.count)) survived"
    if result.isInterrupted { text += "; interrupted" }
    return text + "; \(Phrases.count(result.plays, "play")), \(Phrases.duration(result.duration))\n"
  }

  /// The program's exit status.
  package var status: ExitStatus {
    if result.isInterrupted { return .interrupted }
    if result.isFaulty { return .fault }
    if result.cases == 0 { return .nothingRan }
    let isGood =
      result.referenceFailures.isEmpty && unexplained.isEmpty && wrong.isEmpty && stale.isEmpty
    return isGood ? .good : .failures
  }
}
