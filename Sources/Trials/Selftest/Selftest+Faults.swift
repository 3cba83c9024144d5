// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

extension Selftest {
  /// The cases that are played to the client with a fault.
  private struct Itinerary {
    /// In the order in which they are played.
    var cases: [Int] = []
    /// The number of witnesses, which come first and are all played.
    var witnesses = 0
  }

  /// Plays the cases that each fault can change to the client with that fault.
  func playFaults(
    _ baselines: [Baseline?], _ interruption: Interruption, _ report: (SelftestProgress) -> Void
  ) -> [FaultOutcome] {
    let itineraries = itineraries(baselines)
    let planned = itineraries.reduce(0) { $0 + $1.cases.count }
    // The longest work comes first, so that no thread waits for it at the end: faults that hang,
    // then those with many cases.
    let order = faults.indices.sorted {
      (faults[$1].hangs ? 1 : 0, itineraries[$1].cases.count, $0)
        < (faults[$0].hangs ? 1 : 0, itineraries[$0].cases.count, $1)
    }
    let played = Counter()
    let finished = Counter()
    let survivors = Counter()
    let outcomes = WorkerPool.perform(
      faults.count, threads: options.jobs, interruption: interruption,
      report: {
        var progress = SelftestProgress(.faults, played: played.value, planned: planned)
        progress.faults = finished.value
        progress.survivors = survivors.value
        report(progress)
      },
      work: { place in
        let number = order[place]
        let outcome = examine(
          faults[number], itineraries[number], baselines, played, interruption)
        finished.add()
        if outcome.hasSurvived { survivors.add() }
        return outcome
      })
    // Back into the order of the faults.
    var sorted: [FaultOutcome?] = Array(repeating: nil, count: faults.count)
    for (place, outcome) in outcomes.enumerated() { sorted[order[place]] = outcome }
    return sorted.compactMap { $0 }
  }

  /// The cases that each fault can change: first witnesses, then those whose scenarios name the
  /// requirement that it breaks.
  private func itineraries(_ baselines: [Baseline?]) -> [Itinerary] {
    let witnesses = Set(options.isQuick ? options.witnesses : [])
    let places = Dictionary(grouping: faults.indices) { faults[$0].name }
    var ranked = [[[Int]]](repeating: [[], [], []], count: faults.count)
    for (index, plan) in plans.enumerated() {
      guard let baseline = baselines[index], !baseline.isSkipped else { continue }
      for name in baseline.reached {
        for place in places[name] ?? [] {
          let isWitness =
            !witnesses.isEmpty
            && witnesses.contains(Witness(fault: name, played: plan.played.id))
          let isNamed = plan.played.scenario.requirements.contains(faults[place].requirement)
          ranked[place][isWitness ? 0 : isNamed ? 1 : 2].append(index)
        }
      }
    }
    return ranked.map { Itinerary(cases: Array($0.joined()), witnesses: $0[0].count) }
  }

  private func examine(
    _ fault: PlantedFault, _ itinerary: Itinerary, _ baselines: [Baseline?], _ played: Counter,
    _ interruption: Interruption
  ) -> FaultOutcome {
    var outcome = FaultOutcome(fault)
    outcome.planned = itinerary.cases.count
    var late: [Int] = []
    outcome.isInterrupted = !play(fault, itinerary.cases, baselines, interruption) {
      outcome.take($0, $1)
      if $0.lateness > $1.lateness { late.append($0.index) }
      played.add()
      return options.isQuick && outcome.isProperlyKilled && outcome.played >= itinerary.witnesses
    }
    if fault.hangs, outcome.hasSurvived { playPatiently(fault, late, baselines, &outcome) }
    return outcome
  }

  /// Plays the first cases in which a fault made the client use up its time with more of it: a loop
  /// without end may have made too few requests in that time to be noticed.
  private func playPatiently(
    _ fault: PlantedFault, _ cases: [Int], _ baselines: [Baseline?], _ outcome: inout FaultOutcome
  ) {
    let player = FaultPlayer(fault, options, clients)
    defer { player.stop() }
    for index in cases.prefix(Selftest.mostPatientPlays) where outcome.hasSurvived {
      guard let baseline = baselines[index] else { continue }
      outcome.take(player.patientResult(of: plans[index], index: index), baseline)
    }
  }

  private static let mostPatientPlays = 3

  /// Plays cases to the client with a fault until `isEnough`, which gets each result, returns
  /// `true`. Returns `false` after an interruption.
  func play(
    _ fault: PlantedFault, _ cases: [Int], _ baselines: [Baseline?], _ interruption: Interruption,
    until isEnough: (CaseResult, Baseline) -> Bool
  ) -> Bool {
    let player = FaultPlayer(fault, options, clients)
    defer { player.stop() }
    for index in cases {
      if interruption.isRaised { return false }
      guard let baseline = baselines[index] else { continue }
      if isEnough(player.result(of: plans[index], index: index, baseline), baseline) { break }
    }
    return true
  }

  /// Plays each scenario of these checks to clients with the faults that can change it, until each
  /// of the checks has been broken.
  func playOn(
    _ checks: Set<NamedCheck>, _ outcomes: inout [FaultOutcome], _ baselines: [Baseline?],
    _ interruption: Interruption, _ report: (SelftestProgress) -> Void
  ) {
    let wanted = Dictionary(grouping: checks, by: \.scenario)
    let scenarios = wanted.keys.sorted { $0 ?? "" < $1 ?? "" }
    let indices = Dictionary(grouping: plans.indices) { plans[$0].played.scenario.id }
    let played = Counter()
    let finished = Counter()
    let before = outcomes
    let found = WorkerPool.perform(
      scenarios.count, threads: options.jobs, interruption: interruption,
      report: {
        var progress = SelftestProgress(.checks, played: played.value, planned: 0)
        progress.scenarios = finished.value
        progress.scenariosPlanned = scenarios.count
        report(progress)
      },
      work: { place in
        defer { finished.add() }
        // An invariant may be tripped in any scenario.
        let own = scenarios[place].map { indices[$0] ?? [] } ?? Array(plans.indices)
        return trip(
          Set(wanted[scenarios[place]] ?? []), own, before, baselines, played, interruption)
      })
    for more in found.compactMap({ $0 }).joined() {
      guard let place = outcomes.firstIndex(where: { $0.fault == more.fault }) else { continue }
      outcomes[place].merge(more)
    }
  }

  /// Plays cases to clients with the faults that can change them, unless they were played with that
  /// fault before.
  private func trip(
    _ checks: Set<NamedCheck>, _ indices: [Int], _ before: [FaultOutcome],
    _ baselines: [Baseline?], _ played: Counter, _ interruption: Interruption
  ) -> [FaultOutcome] {
    var missing = checks
    var outcomes: [FaultOutcome] = []
    for earlier in before where !missing.isEmpty && !interruption.isRaised {
      let fault = earlier.fault
      var outcome = FaultOutcome(fault)
      let cases = indices.filter {
        baselines[$0]?.isChanged(by: fault) ?? false
          && !earlier.cases.contains(plans[$0].played.id)
      }
      guard !cases.isEmpty else { continue }
      _ = play(fault, cases, baselines, interruption) {
        outcome.take($0, $1)
        played.add()
        missing.subtract(outcome.kills.map(NamedCheck.init))
        return missing.isEmpty
      }
      if outcome.played > 0 { outcomes.append(outcome) }
    }
    return outcomes
  }
}
