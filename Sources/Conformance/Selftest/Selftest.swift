internal import Polling
public import ScenarioLanguage

/// Plays cases to a client that does everything right, then to the same client with one fault at a time: every fault
/// must be noticed, and every check must notice something.
public struct Selftest: Sendable {
  /// Makes the client on a worker's loop, with a fault or without.
  public typealias ClientFactory = @Sendable (PlantedFault?) -> Run.ClientFactory

  private let cases: [Case]
  private let faults: [PlantedFault]
  private let options: RunOptions
  private let playsAll: Bool
  private let makeClient: ClientFactory

  /// A self-test of these cases by these faults. With `playsAll` each fault meets each case; without, a fault's cases end
  /// when a check has noticed it that names its requirement.
  public init(
    cases: [Case], faults: [PlantedFault], options: RunOptions, playsAll: Bool,
    makeClient: @escaping ClientFactory
  ) {
    self.cases = cases
    self.faults = faults
    self.options = options
    self.playsAll = playsAll
    self.makeClient = makeClient
  }

  /// Makes the self-test.
  public func perform(interruption: Interruption) -> SelftestResult {
    let began = Instant.now
    var result = SelftestResult()
    let baselines = playFaultless(interruption)
    for (played, baseline) in zip(cases, baselines) {
      guard let baseline, !baseline.isSkipped else { continue }
      result.cases += 1
      if baseline.isBad { result.referenceFailures.append(played.id) }
    }
    let outcomes = Crew.perform(faults.count, threads: options.jobs, interruption: interruption) {
      [self] in
      (work: { examine(faults[$0], baselines, interruption) }, end: {})
    }
    result.outcomes = outcomes.compactMap { $0 }
    result.isInterrupted = interruption.isRaised
    if playsAll && !result.isInterrupted {
      result.vacuous = vacuous(baselines, result.outcomes)
    }
    result.duration = Instant.now.nanoseconds - began.nanoseconds
    return result
  }

  private func playFaultless(_ interruption: Interruption) -> [Baseline?] {
    Crew.perform(cases.count, threads: options.jobs, interruption: interruption) { [self] in
      let worker = Worker(options: options, makeClient: makeClient(nil))
      return (
        work: { Baseline(worker.result(of: cases[$0], index: $0)) }, end: { worker.stop() }
      )
    }
  }

  /// Plays the cases to the client with that fault: first those whose scenarios name the requirement that it breaks.
  private func examine(
    _ fault: PlantedFault, _ baselines: [Baseline?], _ interruption: Interruption
  ) -> FaultOutcome {
    var outcome = FaultOutcome(fault)
    let worker = Worker(options: options, makeClient: makeClient(fault))
    defer { worker.stop() }
    let named = cases.indices.filter {
      cases[$0].scenario.requirements.contains(fault.requirement)
    }
    let others = cases.indices.filter {
      !cases[$0].scenario.requirements.contains(fault.requirement)
    }
    for index in named + others where !interruption.isRaised {
      guard let baseline = baselines[index], !baseline.isSkipped else { continue }
      let result = worker.result(of: cases[index], index: index)
      outcome.played += 1
      if result.verdict == .error && result.checks.isEmpty {
        outcome.unjudged.append(result.played.id)
      }
      let scenario = cases[index].scenario.id
      for check in result.checks
      where check.verdict.isBroken && !baseline.broken.contains(check.descriptor.id) {
        outcome.kills.append(
          Kill(
            scenario: scenario, played: result.played.id, check: check.descriptor.id,
            verdict: check.verdict, requirements: check.descriptor.requirements))
      }
      if !playsAll && outcome.isProperlyKilled { break }
    }
    return outcome
  }

  private func vacuous(
    _ baselines: [Baseline?], _ outcomes: [FaultOutcome]
  ) -> [SelftestResult.NamedCheck] {
    var checks: Set<SelftestResult.NamedCheck> = []
    var invariants: Set<String> = []
    for (played, baseline) in zip(cases, baselines) {
      guard let baseline else { continue }
      for id in baseline.binding {
        checks.insert(.init(scenario: played.scenario.id, check: id))
      }
      for id in baseline.invariants { checks.insert(.init(scenario: nil, check: id)) }
      invariants.formUnion(baseline.invariants)
    }
    for kill in outcomes.flatMap(\.kills) {
      let isInvariant = invariants.contains(kill.check)
      checks.remove(.init(scenario: isInvariant ? nil : kill.scenario, check: kill.check))
    }
    return checks.sorted()
  }
}

/// What is kept of a case that was played to the client without a fault.
private struct Baseline: Sendable {
  let isSkipped: Bool
  let isBad: Bool
  /// The ids of the checks that are broken already: no fault can break them.
  var broken: Set<String> = []
  /// The ids of the checks of the scenario that can be broken: those that only observe cannot.
  var binding: [String] = []
  /// The ids of the invariants that can be broken.
  var invariants: [String] = []

  init(_ result: CaseResult) {
    isSkipped = result.verdict == .skipped && result.checks.isEmpty
    isBad = result.isUnexpectedlyBad
    for check in result.checks {
      let descriptor = check.descriptor
      if check.verdict.isBroken {
        broken.insert(descriptor.id)
      } else if Verdict(breaking: descriptor.level).isBroken {
        if descriptor.location == nil {
          invariants.append(descriptor.id)
        } else {
          binding.append(descriptor.id)
        }
      }
    }
  }
}

extension Verdict {
  /// A MUST, a SHOULD or a rule of safety was broken.
  fileprivate var isBroken: Bool { isBad || self == .warn }
}
