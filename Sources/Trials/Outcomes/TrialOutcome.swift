// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

/// The result of playing cases to the client with one change.
package struct TrialOutcome: Hashable, Sendable {
  /// The change.
  package let change: ClientChange
  /// The number of cases in which the client reaches the code of the change.
  package let planned: Int
  /// The ids of a few of the cases to be played.
  package internal(set) var examples: [String] = []
  /// The ids of the cases that were played to the changed client.
  package internal(set) var cases: Set<String> = []
  /// The checks that noticed it, in the order in which their cases were played.
  package internal(set) var objections: [Objection] = []
  /// The id of the case in which the client crashed, or worked without end; `nil` if it did not.
  package internal(set) var crash: String?
  /// The plays were interrupted: a case that was not played might notice the change.
  package internal(set) var isInterrupted = false
  /// Cases in which time ran out repeatedly although the fault does not hang: they prove nothing.
  package internal(set) var stalled: [String] = []
  /// Cases that could not be judged because the harness was at fault.
  package internal(set) var unjudged: [String] = []

  init(_ change: ClientChange, planned: Int = 0) {
    self.change = change
    self.planned = planned
  }

  /// The number of cases that were played to the changed client.
  package var played: Int { cases.count }

  /// `true` if a check or a crash distinguished it from the unchanged client.
  package var isKilled: Bool { !objections.isEmpty || crash != nil }

  /// `true` if a check that names the requirement broken by the fault noticed it.
  package var isProperlyKilled: Bool {
    objections.contains { $0.requirements.contains(change.source) }
  }

  /// `true` if nothing noticed it and all cases were played.
  package var hasSurvived: Bool { !isKilled && !isInterrupted }

  /// The id of the case that killed it; `nil` if none did.
  package var witness: String? { objections.first?.played ?? crash }

  /// The checks that report as a fault what is allowed, or reach no verdict.
  package var unjust: [Objection] { objections.filter { !$0.isAllowed } }

  /// `true` if further plays could not show more than the plays so far.
  var isSettled: Bool {
    switch change.kind {
    case .fault: isProperlyKilled
    case .variant: false
    case .mutant: isKilled
    }
  }

  /// `true` if it is as it should be: a fault or a mutant was noticed, a mutant with a reason was
  /// not, and a variant was played and not taken for a fault.
  package var isGood: Bool {
    switch change.kind {
    case .fault: isProperlyKilled
    case .variant: planned > 0 && unjust.isEmpty
    case .mutant(_, let reason): isKilled == (reason == nil)
    }
  }
}

extension TrialOutcome {
  /// Adds the result of a case.
  mutating func take(_ result: CaseResult, _ baseline: Baseline) {
    cases.insert(result.played.id)
    switch change.kind {
    case .fault(let hangs):
      takeFault(result, baseline, hangs: hangs)
    case .variant(let breaks, let mayBeInconclusive):
      takeVariant(result, baseline, breaks: breaks, mayBeInconclusive: mayBeInconclusive)
    case .mutant:
      let broken = result.checks.first { $0.verdict.isBroken && !baseline.hasBroken($0) }
      if let broken { objections.append(Objection(result.played, broken)) }
    }
  }

  private mutating func takeFault(_ result: CaseResult, _ baseline: Baseline, hangs: Bool) {
    if result.verdict == .error && result.checks.isEmpty { unjudged.append(result.played.id) }
    let isLate = result.lateness > baseline.lateness
    if isLate, !hangs {
      stalled.append(result.played.id)
      return
    }
    for check in result.checks where check.verdict.isBroken && !baseline.hasBroken(check) {
      let objection = Objection(result.played, check)
      // A client that waits without limit breaks every check that waits for it: only checks of the
      // fault's requirement count.
      if isLate, !objection.requirements.contains(change.source) { continue }
      objections.append(objection)
    }
  }

  private mutating func takeVariant(
    _ result: CaseResult, _ baseline: Baseline, breaks: Set<String>, mayBeInconclusive: Bool
  ) {
    for check in result.checks
    where (check.verdict.isBroken || check.verdict == .inconclusive) && !check.isConsequence
      && !baseline.hasBroken(check)
    {
      let isAllowed =
        check.verdict == .inconclusive
        ? mayBeInconclusive
        : check.verdict == .warn && !breaks.isDisjoint(with: check.descriptor.requirements)
      objections.append(
        Objection(result.played, check, finding: check.finding, isAllowed: isAllowed))
    }
    if result.checks.isEmpty, result.verdict.isBad {
      let finding = result.reason.map { Finding(expected: "a play", observed: $0) }
      objections.append(Objection(result.played, result.verdict, finding))
    }
  }
}
