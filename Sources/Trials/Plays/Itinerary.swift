// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios

/// The cases that are played to the client with a change.
struct Itinerary: Sendable {
  /// The number of cases that the change can alter.
  let planned: Int
  /// Those to be played, in order: first witnesses, then those whose scenarios name the requirement
  /// that a fault breaks, of each kind one of each scenario before the second of any.
  let cases: [Int]
  /// The number of witnesses, which are all played.
  let witnesses: Int
}

extension TrialSeries {
  /// The cases of each trial.
  func itineraries(_ baselines: [Baseline?]) -> [Itinerary] {
    var counts: [String: Int] = [:]
    let rounds = plans.indices.map { index -> (round: Int, index: Int) in
      let scenario = plans[index].played.scenario.id
      defer { counts[scenario, default: 0] += 1 }
      return (counts[scenario, default: 0], index)
    }
    let order = rounds.sorted { $0 < $1 }
    let places = Dictionary(plans.enumerated().map { ($1.played.id, $0) }) { first, _ in first }
    let witnesses = Dictionary(grouping: options.witnesses, by: \.change).mapValues {
      Set($0.compactMap { places[$0.played] })
    }
    return trials.map { trial in
      let change = trial.change
      let numbers = numbers(of: change)
      let reached = order.filter { baselines[$0.index]?.isChanged(by: numbers) ?? false }
      let first = witnesses[change.name] ?? []
      var ranked: [[Int]] = [[], [], []]
      for (round, index) in reached {
        let isWitness = first.contains(index)
        guard isWitness || trial.share.has(index, round: round, of: reached.count) else { continue }
        let isNamed = plans[index].played.scenario.requirements.contains(change.source)
        ranked[isWitness ? 0 : isNamed ? 1 : 2].append(index)
      }
      return Itinerary(
        planned: reached.count, cases: Array(ranked.joined()), witnesses: ranked[0].count)
    }
  }
}

extension Trial.Share {
  /// `true` if the case is played, one of those that the change can alter; `round` is its number
  /// among the cases of its scenario.
  fileprivate func has(_ index: Int, round: Int, of planned: Int) -> Bool {
    switch self {
    case .all: true
    case .oneOf(let count, let number, let most): planned <= most || (index + number) % count == 0
    case .oneOfEachScenario: round == 0
    }
  }
}
