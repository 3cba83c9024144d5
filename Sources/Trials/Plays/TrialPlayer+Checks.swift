// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

extension TrialPlayer {
  /// Finds the checks that no change breaks; if plays ended early, by playing further cases that
  /// might break one.
  func findVacuousChecks(_ result: inout TrialResult, _ report: (TrialProgress) -> Void) {
    let checks = bindingChecks
    var vacuous = checks.subtracting(result.outcomes.flatMap(\.objections).map(NamedCheck.init))
    if options.endsEarly, !vacuous.isEmpty {
      playOn(vacuous, &result.outcomes, report)
      vacuous.subtract(result.outcomes.flatMap(\.objections).map(NamedCheck.init))
    }
    guard !interruption.isRaised else { return }
    result.checks = checks.count
    result.vacuous = vacuous.sorted()
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

  /// Plays each scenario of these checks to clients with the changes that can alter it, until each
  /// of the checks has been broken.
  private func playOn(
    _ checks: Set<NamedCheck>, _ outcomes: inout [TrialOutcome],
    _ report: (TrialProgress) -> Void
  ) {
    let wanted = Dictionary(grouping: checks, by: \.scenario)
    let scenarios = wanted.keys.sorted { $0 ?? "" < $1 ?? "" }
    let indices = Dictionary(grouping: plans.indices) { plans[$0].played.scenario.id }
    let before = played.value
    let done = Counter()
    let earlier = outcomes
    let found = WorkerPool.perform(
      scenarios.count, threads: options.jobs, interruption: interruption,
      report: {
        report(
          TrialProgress(
            stage: .checks, played: played.value - before, finished: done.value,
            planned: scenarios.count))
      },
      work: { place in
        defer { done.add() }
        // An invariant may be tripped in any scenario.
        let own = scenarios[place].map { indices[$0] ?? [] } ?? Array(plans.indices)
        return trip(Set(wanted[scenarios[place]] ?? []), own, earlier)
      })
    for more in found.compactMap({ $0 }).joined() {
      guard let place = outcomes.firstIndex(where: { $0.change == more.change }) else { continue }
      outcomes[place].merge(more)
    }
  }

  /// Plays cases to clients with the changes that can alter them, unless they were played with that
  /// change before.
  private func trip(
    _ checks: Set<NamedCheck>, _ indices: [Int], _ earlier: [TrialOutcome]
  ) -> [TrialOutcome] {
    var missing = checks
    var outcomes: [TrialOutcome] = []
    for before in earlier where !missing.isEmpty && !interruption.isRaised {
      var outcome = TrialOutcome(before.change)
      let numbers = series.numbers(of: before.change)
      let cases = indices.filter {
        baselines[$0]?.isChanged(by: numbers) ?? false
          && !before.cases.contains(plans[$0].played.id)
      }
      _ = play(before.change, cases) {
        outcome.take($0, $1)
        missing.subtract(outcome.objections.map(NamedCheck.init))
        return missing.isEmpty
      }
      if outcome.played > 0 { outcomes.append(outcome) }
    }
    return outcomes
  }
}
