// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// Some cases that are played side by side, and judged after that.
///
/// Code that has just run is in the processor's caches: the next case needs the same code, and the
/// judge's code does not displace it. docs/decisions/0008 has the numbers.
package struct CaseBatch: ~Copyable {
  private let players: [CasePlayer]
  /// The cases to be played, and their places in the run.
  private var plans: [CasePlan] = []
  private var indices: [Int] = []
  /// In the order of adding: the result of a case that is not played; `nil` for the next of the
  /// plans.
  private var results: [CaseResult?] = []

  /// No cases yet; each is played by a player of its own, and all these share a loop.
  package init(players: [CasePlayer]) { self.players = players }

  /// `true` if nothing is left to play and to judge.
  var isEmpty: Bool { results.isEmpty }

  /// `true` if it is time to play and judge what is in it.
  package var isFull: Bool { results.count >= players.count }

  /// Adds a case to be played to a batch that is not full; `index` is its place in the run.
  package mutating func add(_ plan: CasePlan, index: Int) {
    plans.append(plan)
    indices.append(index)
    results.append(nil)
  }

  /// Adds the result of a case that is not played.
  mutating func add(_ result: CaseResult) { results.append(result) }

  /// Plays and judges the cases and empties the batch. Results are reported in the order of adding,
  /// until `report` returns `false`.
  package mutating func perform(_ report: (CaseResult) -> Bool) -> Bool {
    perform(settling: { results, _ in results }, report)
  }

  /// Like `perform`, but reports what `settle` makes of the results and of the plans of the played
  /// cases.
  mutating func perform(
    settling settle: ([CaseResult], [CasePlan?]) -> [CaseResult], _ report: (CaseResult) -> Bool
  ) -> Bool {
    defer {
      plans.removeAll(keepingCapacity: true)
      indices.removeAll(keepingCapacity: true)
      results.removeAll(keepingCapacity: true)
    }
    let plays = CasePlayer.play(plans, by: players)
    var judged: [CaseResult] = []
    var planned: [CasePlan?] = []
    var next = 0
    for place in results.indices {
      if let result = results[place] {
        judged.append(result)
        planned.append(nil)
      } else if plays.indices.contains(next) {
        judged.append(plays[next].judged(index: indices[next]))
        planned.append(plans[next])
        next += 1
      }
    }
    for result in settle(judged, planned) where !report(result) { return false }
    return true
  }
}
