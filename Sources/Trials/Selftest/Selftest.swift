// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Scenarios

/// Plays cases to a correct client, then to the same client with one fault at a time: every fault
/// must be noticed, and every check must notice a fault.
///
/// Only those cases are played with a fault in which the client without it reaches the fault's
/// code: in the others it would do the same.
package struct Selftest: Sendable {
  let plans: [CasePlan]
  let faults: [PlantedFault]
  let options: SelftestOptions
  let clients: Clients

  package init(
    plans: [CasePlan], faults: [PlantedFault], options: SelftestOptions, clients: Clients
  ) {
    self.plans = plans
    self.faults = faults
    self.options = options
    self.clients = clients
  }

  /// Makes the self-test; `report` is called from time to time with its progress.
  package func perform(
    interruption: Interruption, report: (SelftestProgress) -> Void = { _ in }
  ) -> SelftestResult {
    let began = Instant.now
    var result = SelftestResult()
    let baselines = playFaultless(interruption, report)
    (result.cases, result.referenceFailures) = baselines.summary(of: plans)
    result.faults = faults.count
    if !interruption.isRaised {
      result.outcomes = playFaults(baselines, interruption, report)
      if options.hasAllFaults { findVacuous(&result, baselines, interruption, report) }
    }
    result.isInterrupted = interruption.isRaised
    result.duration = Instant.now.nanoseconds - began.nanoseconds
    return result
  }

  // MARK: Without a fault

  func playFaultless(
    _ interruption: Interruption, _ report: (SelftestProgress) -> Void
  ) -> [Baseline?] {
    let played = Counter()
    return WorkerPool.perform(
      plans.count, threads: options.jobs, interruption: interruption,
      report: { report(SelftestProgress(.faultless, played: played.value, planned: plans.count)) },
      makeWorker: {
        let player = BaselinePlayer(options, clients)
        return (
          perform: { number in
            defer { played.add() }
            return player.baseline(of: plans[number], index: number)
          }, end: { player.stop() }
        )
      })
  }

  // MARK: Checks

  /// Finds the checks that no fault breaks; after a quick self-test by playing further cases that
  /// might break one.
  private func findVacuous(
    _ result: inout SelftestResult, _ baselines: [Baseline?], _ interruption: Interruption,
    _ report: (SelftestProgress) -> Void
  ) {
    let checks = binding(baselines)
    var vacuous = checks.subtracting(result.outcomes.flatMap(\.kills).map(NamedCheck.init))
    if options.isQuick, !vacuous.isEmpty {
      playOn(vacuous, &result.outcomes, baselines, interruption, report)
      vacuous.subtract(result.outcomes.flatMap(\.kills).map(NamedCheck.init))
    }
    guard !interruption.isRaised else { return }
    result.checks = checks.count
    result.vacuous = vacuous.sorted()
  }

  /// The checks that a fault could break.
  private func binding(_ baselines: [Baseline?]) -> Set<NamedCheck> {
    var checks: Set<NamedCheck> = []
    for (plan, baseline) in zip(plans, baselines) {
      for descriptor in baseline?.binding ?? [] {
        checks.insert(NamedCheck(descriptor, in: plan.played.scenario.id))
      }
    }
    return checks
  }
}
