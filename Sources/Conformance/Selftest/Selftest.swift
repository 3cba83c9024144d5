internal import Polling
public import ScenarioLanguage

/// Plays cases to a client that does everything right, then to the same client with one fault at a time: every fault
/// must be noticed, and every check must notice something.
///
/// A fault is played only the cases in which the client without it comes to where the fault makes a difference: in the
/// others it would do the same.
public struct Selftest: Sendable {
  private let cases: [Case]
  private let faults: [PlantedFault]
  private let options: SelftestOptions
  private let clients: Clients

  /// A self-test of these cases by these faults.
  public init(
    cases: [Case], faults: [PlantedFault], options: SelftestOptions, clients: Clients
  ) {
    self.cases = cases
    self.faults = faults
    self.options = options
    self.clients = clients
  }

  /// Makes the self-test, and tells now and then how far it is.
  public func perform(
    interruption: Interruption, tell: (SelftestProgress) -> Void = { _ in }
  ) -> SelftestResult {
    let began = Instant.now
    var result = SelftestResult()
    let baselines = playFaultless(interruption, tell)
    for (played, baseline) in zip(cases, baselines) {
      guard let baseline, !baseline.isSkipped else { continue }
      result.cases += 1
      if baseline.isBad { result.referenceFailures.append(played.id) }
    }
    if !interruption.isRaised {
      result.outcomes = playFaults(baselines, interruption, tell)
    }
    result.faults = faults.count
    result.isInterrupted = interruption.isRaised
    if options.hasAllFaults && !options.isQuick && !result.isInterrupted {
      let checks = binding(baselines)
      result.checks = checks.count
      result.vacuous = checks.subtracting(result.outcomes.flatMap(\.kills).map(NamedCheck.init))
        .sorted()
    }
    result.duration = Instant.now.nanoseconds - began.nanoseconds
    return result
  }

  // MARK: Without a fault

  private func playFaultless(
    _ interruption: Interruption, _ tell: (SelftestProgress) -> Void
  ) -> [Baseline?] {
    let played = Counter()
    return Crew.perform(
      cases.count, threads: options.jobs, interruption: interruption,
      tell: {
        var progress = SelftestProgress()
        progress.played = played.value
        progress.planned = cases.count
        tell(progress)
      },
      makeHand: {
        let hand = FaultlessHand(options, clients)
        return (
          work: { number in
            defer { played.add() }
            return hand.baseline(of: cases[number], index: number)
          }, end: { hand.stop() }
        )
      })
  }

  // MARK: With a fault

  private func playFaults(
    _ baselines: [Baseline?], _ interruption: Interruption, _ tell: (SelftestProgress) -> Void
  ) -> [FaultOutcome] {
    let itineraries = faults.map { itinerary(of: $0, baselines) }
    // What takes longest comes first, lest all wait for it at the end: a fault that hangs, then one with many cases.
    let order = faults.indices.sorted {
      (faults[$1].hangs ? 1 : 0, itineraries[$1].count, $0)
        < (faults[$0].hangs ? 1 : 0, itineraries[$0].count, $1)
    }
    let played = Counter()
    let finished = Counter()
    let survivors = Counter()
    let outcomes = Crew.perform(
      faults.count, threads: options.jobs, interruption: interruption,
      tell: {
        var progress = SelftestProgress()
        progress.isFaultless = false
        progress.played = played.value
        progress.planned = itineraries.reduce(0) { $0 + $1.count }
        progress.faults = finished.value
        progress.survivors = survivors.value
        tell(progress)
      },
      makeHand: {
        (
          work: { place in
            let number = order[place]
            let outcome = examine(
              faults[number], itineraries[number], baselines, played, interruption)
            finished.add()
            if outcome.hasSurvived { survivors.add() }
            return outcome
          }, end: {}
        )
      })
    // Back into the order of the faults.
    var sorted: [FaultOutcome?] = Array(repeating: nil, count: faults.count)
    for (place, outcome) in outcomes.enumerated() { sorted[order[place]] = outcome }
    return sorted.compactMap { $0 }
  }

  /// The cases that a fault can change: first those whose scenarios name the requirement that it breaks.
  private func itinerary(of fault: PlantedFault, _ baselines: [Baseline?]) -> [Int] {
    let reached = cases.indices.filter { index in
      guard let baseline = baselines[index], !baseline.isSkipped else { return false }
      return baseline.reached.contains(fault.name)
    }
    let isNamed = { (index: Int) in cases[index].scenario.requirements.contains(fault.requirement) }
    return reached.filter(isNamed) + reached.filter { !isNamed($0) }
  }

  private func examine(
    _ fault: PlantedFault, _ itinerary: [Int], _ baselines: [Baseline?], _ played: Counter,
    _ interruption: Interruption
  ) -> FaultOutcome {
    var outcome = FaultOutcome(fault)
    outcome.planned = itinerary.count
    let hand = FaultyHand(fault, options, clients)
    defer { hand.stop() }
    for index in itinerary {
      if interruption.isRaised {
        outcome.isInterrupted = true
        break
      }
      guard let baseline = baselines[index] else { continue }
      outcome.take(hand.result(of: cases[index], index: index, baseline), baseline)
      played.add()
      if options.isQuick && outcome.isProperlyKilled { break }
    }
    return outcome
  }

  // MARK: Checks

  /// The checks that a fault could break.
  private func binding(_ baselines: [Baseline?]) -> Set<NamedCheck> {
    var checks: Set<NamedCheck> = []
    for (played, baseline) in zip(cases, baselines) {
      for descriptor in baseline?.binding ?? [] {
        checks.insert(NamedCheck(descriptor, in: played.scenario.id))
      }
    }
    return checks
  }
}
