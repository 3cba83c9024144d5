// SPDX-License-Identifier: Apache-2.0

import Judging
import Transcripts

/// Cases that are played side by side and judged afterwards.
///
/// Code that has just run is in the processor's caches: the next case needs the same code, and the
/// judge's code does not displace it. docs/decisions/0008 has the numbers. Cases that wait, as for
/// a timeout, stay in play while others take the places of those that are over.
package struct CaseBatch: ~Copyable {
  private struct Place {
    let player: CasePlayer
    let plan: CasePlan
    /// The case's place in the run.
    let index: Int
    let execution: CaseExecution
  }

  /// The players without a case.
  private var idle: [CasePlayer]
  private var inPlay: [Place] = []
  /// The results of cases that are not played.
  private var unplayed: [CaseResult] = []

  /// No cases yet; each is played by a player of its own, and all these share a loop.
  package init(players: [CasePlayer]) { idle = players }

  /// `true` if no case is left to play or to judge.
  package var isEmpty: Bool { inPlay.isEmpty && unplayed.isEmpty }

  /// `true` if its cases must be played before another can be added.
  package var isFull: Bool {
    idle.count <= unplayed.count || inPlay.count(where: \.plan.isLarge) >= CaseBatch.mostLarge
  }

  /// The most cases with large heads or bodies that are played side by side. libmicrohttpd takes 4 MB
  /// for each connection with large heads.
  private static let mostLarge = 4

  /// Adds a case to be played to a batch that is not full; `index` is its place in the run.
  package mutating func add(_ plan: CasePlan, index: Int) {
    guard let player = idle.popLast() else { return }
    let execution = CaseExecution(plan, player)
    inPlay.append(Place(player: player, plan: plan, index: index, execution: execution))
  }

  /// Adds the result of a case that is not played.
  mutating func add(_ result: CaseResult) { unplayed.append(result) }

  /// Plays until some cases are over and the others wait, and judges those that are over. Results
  /// are reported until `report` returns `false`.
  package mutating func perform(_ report: (CaseResult) -> Bool) -> Bool {
    perform(settling: { results, _, _ in results }, report)
  }

  /// Like `perform`, but reports what `settle` makes of the results and of the plans of the played
  /// cases; it may have plans played again.
  mutating func perform(
    settling settle: ([CaseResult], [CasePlan?], Confirmation.Play) -> [CaseResult],
    _ report: (CaseResult) -> Bool
  ) -> Bool {
    var results = unplayed
    var plans: [CasePlan?] = unplayed.map { _ in nil }
    unplayed.removeAll(keepingCapacity: true)
    let executions = inPlay.map(\.execution)
    if let loop = inPlay.first?.player.loop {
      for execution in executions where !execution.hasBegun { execution.begin() }
      CasePlayer.playUntilRestWaits(executions, on: loop)
    }
    let over = inPlay.filter(\.execution.isOver)
    inPlay.removeAll(where: \.execution.isOver)
    results += CaseJudge.judge(over.map { $0.execution.played().subject(index: $0.index) })
    for place in over {
      plans.append(place.plan)
      idle.append(place.player)
    }
    let (players, others) = (idle, inPlay.map(\.execution))
    let settled = settle(results, plans) { plans, patience in
      CasePlayer.play(plans, by: players, beside: others, patience: patience)
    }
    for result in settled where !report(result) { return false }
    return true
  }
}
