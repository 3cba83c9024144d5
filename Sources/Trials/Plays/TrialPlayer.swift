// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

/// Plays the cases of trials to changed clients, and counts the plays.
struct TrialPlayer: Sendable {
  let series: TrialSeries
  let baselines: [Baseline?]
  let itineraries: [Itinerary]
  let interruption: Interruption
  let played = Counter()
  let finished = Counter()
  let survivors = Counter()

  /// The number of cases that are played with more time to a client that hangs.
  private static let mostPatientPlays = 3
  private static let mostExamples = 12

  init(_ series: TrialSeries, _ baselines: [Baseline?], _ interruption: Interruption) {
    self.series = series
    self.baselines = baselines
    self.interruption = interruption
    itineraries = series.itineraries(baselines)
  }

  var plans: [CasePlan] { series.plans }
  var options: TrialOptions { series.options }

  /// The outcome of the trial of that number before its first play.
  func begun(_ number: Int) -> TrialOutcome {
    let itinerary = itineraries[number]
    var outcome = TrialOutcome(series.trials[number].change, planned: itinerary.planned)
    outcome.examples = itinerary.cases.prefix(TrialPlayer.mostExamples).map { plans[$0].played.id }
    return outcome
  }

  /// Counts a trial that is over.
  func count(_ outcome: TrialOutcome) {
    finished.add()
    if outcome.hasSurvived { survivors.add() }
  }

  /// Plays the cases of the trial of that number; `begin` is called with each before it is played.
  func examine(_ number: Int, begin: (Int) -> Void = { _ in }) -> TrialOutcome {
    let itinerary = itineraries[number]
    var outcome = begun(number)
    var late: [Int] = []
    outcome.isInterrupted = !play(outcome.change, itinerary.cases, begin: begin) {
      outcome.take($0, $1)
      if $0.lateness > $1.lateness { late.append($0.index) }
      return late.count >= options.mostLate
        || options.endsEarly && outcome.isSettled && outcome.played >= itinerary.witnesses
    }
    if outcome.change.hangs, !outcome.isProperlyKilled, !outcome.isInterrupted {
      // A loop without end may have made too few requests in the usual time to be noticed.
      let first = Array(late.prefix(TrialPlayer.mostPatientPlays))
      outcome.isInterrupted = !play(
        outcome.change, first, patience: options.patience, begin: begin
      ) {
        outcome.take($0, $1)
        return outcome.isProperlyKilled
      }
    }
    count(outcome)
    return outcome
  }

  /// Plays cases to the client with a change until `isEnough`, which gets each result, returns
  /// `true`. Returns `false` after an interruption.
  ///
  /// A case is played once more with more time if time ran out although the change is not about
  /// time, and the scenario is not either or a check has an objection.
  func play(
    _ change: ClientChange, _ cases: some Collection<Int>, patience: Int = 1,
    begin: (Int) -> Void = { _ in }, until isEnough: (CaseResult, Baseline) -> Bool
  ) -> Bool {
    if cases.isEmpty { return true }
    let worker = series.makeWorker { series.clients.makeChanged(change, $0) }
    defer { worker.stop() }
    for index in cases {
      if interruption.isRaised { return false }
      guard let baseline = baselines[index] else { continue }
      begin(index)
      var result = worker.result(of: plans[index], index: index, patience: patience)
      if !change.hangs, result.lateness > .inTime,
        result.lateness > baseline.lateness || !baseline.isSatisfied(with: result)
      {
        begin(index)
        result = worker.result(of: plans[index], index: index, patience: options.patience)
      }
      played.add()
      if isEnough(result, baseline) { break }
    }
    return true
  }
}
