// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
internal import Synchronization
import Transcripts

extension TrialPlayer {
  /// Finds the checks that no change breaks; if plays ended early, by playing further cases that
  /// might break one.
  func findVacuousChecks(_ result: inout TrialResult, _ report: (TrialProgress) -> Void) {
    var vacuous = bindingChecks
    result.checks = vacuous.count
    vacuous.subtract(result.outcomes.flatMap(\.objections).map(NamedCheck.init))
    if options.endsEarly, !vacuous.isEmpty {
      vacuous = playOn(vacuous, &result.outcomes, report)
    }
    if !interruption.isRaised { result.vacuous = vacuous.sorted() }
  }

  /// The checks that a change could break.
  private var bindingChecks: Set<NamedCheck> {
    var checks: Set<NamedCheck> = []
    for (plan, baseline) in zip(plans, baselines) {
      for descriptor in baseline?.binding ?? [] {
        checks.insert(NamedCheck(descriptor, in: plan.played.scenario.id))
      }
    }
    return checks
  }

  /// Plays the scenarios of these checks to each changed client, until each of the checks has been
  /// broken. Returns the checks that were not.
  private func playOn(
    _ checks: Set<NamedCheck>, _ outcomes: inout [TrialOutcome],
    _ report: (TrialProgress) -> Void
  ) -> Set<NamedCheck> {
    let missing = MissingChecks(checks)
    let before = played.value
    let earlier = outcomes
    let found = WorkerPool.perform(
      earlier.count, threads: options.jobs, interruption: interruption,
      report: {
        report(
          TrialProgress(
            stage: .checks, played: played.value - before,
            finished: checks.count - missing.left.count, planned: checks.count))
      },
      work: { playOn(missing, earlier[$0], itineraries[$0].cases) })
    outcomes = zip(outcomes, found).map { $1 ?? $0 }
    return missing.left
  }

  /// Plays cases in which a check is missing, unless they were played before.
  private func playOn(
    _ missing: MissingChecks, _ earlier: TrialOutcome, _ cases: [Int]
  ) -> TrialOutcome {
    var outcome = earlier
    // A check that another client breaks meanwhile is no longer missing.
    let open = cases.lazy.filter {
      missing.has(anyOf: plans[$0].played.scenario.id)
        && !earlier.cases.contains(plans[$0].played.id)
    }
    _ = play(outcome.change, open) {
      let count = outcome.objections.count
      outcome.take($0, $1)
      missing.remove(outcome.objections[count...].map(NamedCheck.init))
      return missing.left.isEmpty
    }
    return outcome
  }
}

/// The checks that no change has broken yet, shared by threads.
private final class MissingChecks: Sendable {
  private let checks: Mutex<Set<NamedCheck>>

  init(_ checks: Set<NamedCheck>) { self.checks = Mutex(checks) }

  var left: Set<NamedCheck> { checks.withLock { $0 } }

  func remove(_ broken: [NamedCheck]) { checks.withLock { $0.subtract(broken) } }

  /// `true` if a check of the scenario is missing, or an invariant, which any scenario may break.
  func has(anyOf scenario: String) -> Bool {
    checks.withLock { $0.contains { $0.scenario.map { $0 == scenario } ?? true } }
  }
}
