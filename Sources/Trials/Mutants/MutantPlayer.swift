// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

/// Plays cases to one mutant after the other.
struct MutantPlayer {
  private let plans: [CasePlan]
  private let clients: MutantClients
  private let options: MutantOptions
  private let baselines: [MutantBaselines.Baseline?]
  private let interruption: Interruption
  /// The indices of the cases, one of each scenario before the second of any.
  private let order: [Int]
  /// The number of the first cases in `order` that belong to different scenarios.
  private let scenarios: Int
  private let places: [String: Int]

  /// The number of plays in which time ran out before they are repeated with more time.
  private static let mostLate = 2
  /// The number of such plays after which no further case is played.
  private static let mostLateOfAll = 8

  init(_ test: MutantTest, _ baselines: MutantBaselines, _ interruption: Interruption) {
    plans = test.plans
    clients = test.clients
    options = test.options
    self.baselines = baselines.baselines
    self.interruption = interruption
    var counts: [String: Int] = [:]
    var rounds: [(Int, Int)] = []
    for (index, plan) in plans.enumerated() {
      rounds.append((counts[plan.played.scenario.id, default: 0], index))
      counts[plan.played.scenario.id, default: 0] += 1
    }
    order = rounds.sorted { $0 < $1 }.map(\.1)
    scenarios = counts.count
    places = Dictionary(plans.enumerated().map { ($1.played.id, $0) }) { first, _ in first }
  }

  /// The id of a case.
  func id(_ index: Int) -> String { plans.indices.contains(index) ? plans[index].played.id : "" }

  /// The cases that a mutant can change, in the order in which they are played.
  private func itinerary(_ mutant: CodeMutant) -> [Int] {
    var itinerary: [Int] = []
    let witness = options.witnesses[mutant.name].flatMap { places[$0] }
    if let witness, baselines[witness]?.isChanged(by: mutant) ?? false { itinerary.append(witness) }
    let isSample = options.isQuick && options.survivors.contains(mutant.name)
    for index in isSample ? order.prefix(scenarios) : order[...] where index != witness {
      if baselines[index]?.isChanged(by: mutant) ?? false { itinerary.append(index) }
    }
    return itinerary
  }

  /// The outcome of a mutant that was not played yet.
  func begun(_ mutant: CodeMutant) -> MutantOutcome {
    MutantOutcome(mutant, planned: itinerary(mutant).count)
  }

  /// Plays cases to a mutant until a check notices it; `report` is called with each case before it
  /// is played.
  func examine(_ mutant: CodeMutant, report: (Int) -> Void = { _ in }) -> MutantOutcome {
    let itinerary = itinerary(mutant)
    var outcome = MutantOutcome(mutant, planned: itinerary.count)
    guard !itinerary.isEmpty else {
      outcome.end = .survived
      return outcome
    }
    clients.choose(mutant.number)
    let worker = Worker(
      options: RunOptions(timeout: options.timeout), makeClient: clients.makeClient)
    defer {
      worker.stop()
      clients.choose(0)
    }
    var late: [Int] = []
    var hasBeenPatient = false
    for index in itinerary {
      if interruption.isRaised { return outcome }
      guard let baseline = baselines[index] else { continue }
      report(index)
      outcome.played += 1
      let result = worker.result(of: plans[index], index: index)
      if result.lateness > baseline.lateness {
        late.append(index)
        // It waits in every case, and no check notices: the other cases would only take time.
        if late.count >= MutantPlayer.mostLateOfAll { break }
        guard late.count >= MutantPlayer.mostLate, !hasBeenPatient else { continue }
        hasBeenPatient = true
        if wait(late, &outcome, report) { return outcome }
      } else if note(result, baseline, &outcome) {
        return outcome
      }
    }
    // The first two late cases may accept a client that waits; another may not.
    let rest = hasBeenPatient ? late.dropFirst(MutantPlayer.mostLate) : late[...]
    if wait(rest, &outcome, report) { return outcome }
    outcome.end = .survived
    return outcome
  }

  /// Plays cases again in which time ran out, with more time. Returns `true` if a check notices the
  /// mutant.
  private func wait(
    _ late: some Sequence<Int>, _ outcome: inout MutantOutcome, _ report: (Int) -> Void
  ) -> Bool {
    for index in late {
      guard let baseline = baselines[index] else { continue }
      report(index)
      outcome.played += 1
      let result = Worker.result(
        of: plans[index], index: index, timeout: options.patience, makeClient: clients.makeClient)
      if note(result, baseline, &outcome) { return true }
    }
    return false
  }

  private func note(
    _ result: CaseResult, _ baseline: MutantBaselines.Baseline, _ outcome: inout MutantOutcome
  ) -> Bool {
    let broken = result.checks.first {
      $0.verdict.isBroken && !baseline.broken.contains($0.descriptor.id)
    }
    guard let broken else { return false }
    outcome.end = .killed(check: broken.descriptor.id)
    outcome.witness = result.played.id
    return true
  }
}
