// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

/// A check that is not broken without a fault and is broken with it.
package struct Detection: Hashable, Sendable {
  /// The id of the scenario.
  package let scenario: String
  /// The id of the case.
  package let played: String
  /// The id of the check.
  package let check: String
  /// The verdict of the check: a warning, or worse.
  package let verdict: Verdict
  /// The requirement that was broken, and the one that the check is about.
  package let requirements: [String]
  /// The requirements that reports quote.
  package let quoted: [String]
  /// The level at which they are quoted.
  package let level: Level
  /// The check is an invariant, which is the same in all scenarios.
  package let isInvariant: Bool
}

/// The result of playing cases to the client with one fault.
package struct FaultOutcome: Hashable, Sendable {
  /// The fault.
  package let fault: PlantedFault
  /// The checks that noticed it, in the order in which their cases were played.
  package internal(set) var kills: [Detection] = []
  /// The number of cases in which the client reaches the code of the fault.
  package internal(set) var planned = 0
  /// The ids of the cases that were played to the client with the fault.
  private(set) var cases: Set<String> = []
  /// The plays were interrupted: a case that was not played might notice the fault.
  package internal(set) var isInterrupted = false
  /// Cases in which time ran out repeatedly although the fault does not hang: they prove nothing.
  package internal(set) var stalled: [String] = []
  /// Cases that could not be judged because the harness was at fault.
  package internal(set) var unjudged: [String] = []

  init(_ fault: PlantedFault) { self.fault = fault }

  /// The number of cases that were played to the client with the fault.
  package var played: Int { cases.count }

  /// `true` if any check noticed the fault.
  package var isKilled: Bool { !kills.isEmpty }

  /// `true` if a check that names the requirement broken by the fault noticed it.
  package var isProperlyKilled: Bool {
    kills.contains { $0.requirements.contains(fault.requirement) }
  }

  /// `true` if no check noticed it and all cases were played.
  package var hasSurvived: Bool { !isKilled && !isInterrupted }

  /// Adds the outcome of further plays, without cases that were played before.
  mutating func merge(_ more: FaultOutcome) {
    kills += more.kills.filter { !cases.contains($0.played) }
    stalled += more.stalled.filter { !cases.contains($0) }
    unjudged += more.unjudged.filter { !cases.contains($0) }
    cases.formUnion(more.cases)
  }

  /// The requirements of the broken rule, and for a scenario's check also those that it is about.
  private static func requirements(of check: Check) -> [String] {
    guard check.descriptor.location != nil else { return check.requirements }
    return check.requirements
      + check.descriptor.requirements.filter { !check.requirements.contains($0) }
  }

  /// Adds the result of a case.
  mutating func take(_ result: CaseResult, _ baseline: Baseline) {
    cases.insert(result.played.id)
    if result.verdict == .error && result.checks.isEmpty { unjudged.append(result.played.id) }
    let isLate = result.lateness > baseline.lateness
    if isLate, !fault.hangs {
      stalled.append(result.played.id)
      return
    }
    for check in result.checks
    where check.verdict.isBroken && !baseline.broken.contains(check.descriptor.id) {
      // A client that waits without limit breaks every check that waits for it: only checks of the
      // fault's requirement count.
      if isLate, !FaultOutcome.requirements(of: check).contains(fault.requirement) { continue }
      kills.append(
        Detection(
          scenario: result.played.scenario.id, played: result.played.id, check: check.descriptor.id,
          verdict: check.verdict,
          requirements: FaultOutcome.requirements(of: check), quoted: check.requirements,
          level: check.level,
          isInvariant: check.descriptor.location == nil))
    }
  }
}
