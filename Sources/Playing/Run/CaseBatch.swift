import Transcripts

/// Some cases that are played beside each other, and judged after that.
///
/// Code that has just run is in the processor's caches: what one case needs of it is there for the
/// next, and the judge's does not push out what playing needs. docs/decisions/0008 has the numbers.
package struct CaseBatch: ~Copyable {
  private let players: [CasePlayer]
  /// What is to be played, and its places in the run.
  private var plans: [CasePlan] = []
  private var indices: [Int] = []
  /// In the order of adding: a result that is there already; `nil` for the next of the plans.
  private var results: [CaseResult?] = []

  /// No cases yet; each is played by a player of its own, and all these share a loop.
  package init(players: [CasePlayer]) { self.players = players }

  /// `true` if nothing is left to play and to judge.
  var isEmpty: Bool { results.isEmpty }

  /// `true` if it is time to play and judge what is in it.
  package var isFull: Bool { results.count >= players.count }

  /// Takes in a case that is to be played, where it is not full; `index` is its place in the run.
  package mutating func add(_ plan: CasePlan, index: Int) {
    plans.append(plan)
    indices.append(index)
    results.append(nil)
  }

  /// Takes in what came of a case that is not played.
  mutating func add(_ result: CaseResult) { results.append(result) }

  /// Plays and judges what is in it, and empties it; results come in the order of adding. Ends
  /// where `tell` says false.
  package mutating func perform(_ tell: (CaseResult) -> Bool) -> Bool {
    perform(settling: { results, _ in results }, tell)
  }

  /// Like `perform`, but tells what `settle` makes of the results; it is given the plans of those
  /// that were played.
  mutating func perform(
    settling settle: ([CaseResult], [CasePlan?]) -> [CaseResult], _ tell: (CaseResult) -> Bool
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
    for result in settle(judged, planned) where !tell(result) { return false }
    return true
  }
}
