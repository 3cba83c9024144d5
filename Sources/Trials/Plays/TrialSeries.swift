// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Playing
import Scenarios
import Transcripts

/// Plays cases to a correct client, then to the same client with one change at a time, to find out
/// which checks notice the change.
///
/// Only those cases are played with a change in which the client without it reaches the change's
/// code: in the others it would do the same.
package struct TrialSeries: Sendable {
  let plans: [CasePlan]
  let trials: [Trial]
  let options: TrialOptions
  let clients: TrialClients
  /// A number for each name of a change.
  private let numbers: [String: Int]

  package init(
    plans: [CasePlan], trials: [Trial], options: TrialOptions, clients: TrialClients
  ) {
    self.plans = plans
    self.trials = trials
    self.options = options
    self.clients = clients
    numbers = Dictionary(trials.flatMap(\.change.names).enumerated().map { ($1, $0) }) {
      first, _ in first
    }
  }

  /// Performs the trials; `report` is called from time to time with the progress. If the options
  /// ask for copies of this process, it must have no other thread.
  package func perform(
    interruption: Interruption, report: (TrialProgress) -> Void = { _ in }
  ) -> TrialResult {
    let began = Instant.now
    var result = TrialResult(trials.map(\.change))
    let baselines = playUnchanged(interruption, report)
    for (plan, baseline) in zip(plans, baselines) where baseline.map({ !$0.isSkipped }) ?? false {
      result.cases += 1
      if baseline?.isBad ?? false { result.referenceFailures.append(plan.played.id) }
    }
    if !interruption.isRaised {
      let player = TrialPlayer(self, baselines, interruption)
      playChanges(player, &result, report)
      if options.findsVacuousChecks { player.findVacuousChecks(&result, report) }
    }
    result.isInterrupted = interruption.isRaised
    result.duration = Instant.now.nanoseconds - began.nanoseconds
    return result
  }

  // MARK: Without a change

  private func playUnchanged(
    _ interruption: Interruption, _ report: (TrialProgress) -> Void
  ) -> [Baseline?] {
    let played = Counter()
    return WorkerPool.perform(
      plans.count, threads: options.usesCopies ? 1 : options.jobs, interruption: interruption,
      report: {
        let finished = played.value
        report(
          TrialProgress(
            stage: .unchanged, played: finished, finished: finished, planned: plans.count))
      },
      makeWorker: {
        var watched: TrialClients.Watched?
        let worker = makeWorker { loop in
          let made = clients.makeUnchanged(loop)
          watched = made
          return made.client
        }
        let takeReached = watched?.takeReached ?? { [] }
        return (
          perform: { index in
            defer { played.add() }
            return baseline(of: index, worker, takeReached)
          }, end: { worker.stop() }
        )
      })
  }

  /// Plays a case, and once more with more time if it failed because time ran out.
  private func baseline(
    of index: Int, _ worker: Worker, _ takeReached: () -> Set<String>
  ) -> Baseline {
    _ = takeReached()
    var result = worker.result(of: plans[index], index: index)
    let reached = NumberSet(takeReached().compactMap { numbers[$0] })
    if result.isUnexpectedlyBad, result.lateness > .inTime {
      result = worker.result(of: plans[index], index: index, patience: options.patience)
    }
    return Baseline(result, reached: reached)
  }

  // MARK: With each change

  private func playChanges(
    _ player: TrialPlayer, _ result: inout TrialResult, _ report: (TrialProgress) -> Void
  ) {
    let planned = player.itineraries.reduce(0) { $0 + $1.cases.count }
    // The longest work comes first, so that no worker waits for it at the end: faults that hang,
    // then changes with many cases.
    let order = trials.indices.sorted {
      (trials[$1].change.hangs ? 1 : 0, player.itineraries[$1].cases.count, $0)
        < (trials[$0].change.hangs ? 1 : 0, player.itineraries[$0].cases.count, $1)
    }
    func reportCounts() {
      let played = player.played.value
      report(
        TrialProgress(
          stage: .changes, played: played, finished: played, planned: planned,
          changes: player.finished.value, survivors: player.survivors.value))
    }
    let outcomes: [TrialOutcome?]
    if options.usesCopies {
      let copies = TrialCopies(player, order)
      outcomes = copies.perform(reportCounts)
      result.isFaulty = copies.isFaulty
    } else {
      outcomes = WorkerPool.perform(
        order.count, threads: options.jobs, interruption: player.interruption,
        report: reportCounts, work: { player.examine(order[$0]) })
    }
    // Back into the order of the changes.
    let sorted = zip(order, outcomes).sorted { $0.0 < $1.0 }
    result.outcomes = sorted.compactMap(\.1)
  }

  /// The numbers by which baselines know a change.
  func numbers(of change: ClientChange) -> [Int] { change.names.compactMap { numbers[$0] } }

  /// A worker with a client.
  func makeWorker(_ makeClient: (EventLoop) -> any ClientUnderTest) -> Worker {
    Worker(options: RunOptions(timeout: options.timeout), makeClient: makeClient)
  }
}
