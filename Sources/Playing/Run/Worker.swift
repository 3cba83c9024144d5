// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Scenarios
import Transcripts

/// A worker: a loop, with players that have servers and a client each, and the judge of what they
/// play.
package final class Worker {
  private let options: RunOptions
  private let abilities: Set<String>
  private let missingCombinations: [MissingCombination]
  private let players: [CasePlayer]

  /// A worker; one that does not play `alone` plays as many cases at once as the client allows.
  package init(
    options: RunOptions, alone: Bool = true, makeClient: (EventLoop) -> any ClientUnderTest
  ) {
    self.options = options
    let loop = EventLoop()
    let client = makeClient(loop)
    abilities = Abilities.presumed(of: client.identity.abilities)
    missingCombinations = client.identity.missingCombinations
    let clients = alone ? [client] : client.withOthers { makeClient(loop) }
    players = clients.map {
      CasePlayer(
        loop: loop, client: $0, timeout: options.timeout, grace: options.grace,
        caseTimeout: options.caseTimeout, deadline: options.deadline)
    }
  }

  /// Plays and judges the cases of a run that `next` names, a batch at a time, until it names none
  /// or `report` returns `false`. `next` may wait only if nothing is left to judge, because others
  /// may wait for those results. Doubtful cases are played again, unless the run `isOver`. A case
  /// that the end of the run's time has cut is not reported.
  func perform(
    _ plans: CasePlans, expected: ExpectedFailures?, isOver: @escaping () -> Bool,
    next: (_ mayWait: Bool) -> Int?, report: (CaseResult) -> Bool
  ) {
    let confirmation = Confirmation(options: options, expected: expected, isOver: isOver)
    let deadline = options.deadline
    let isTimeUp = { deadline.map { $0 <= Instant.now } ?? false }
    var batch = CaseBatch(players: players)
    func performBatch() -> Bool {
      batch.perform(settling: confirmation.settled) { result in
        result.lateness == .hung && isTimeUp() || report(result)
      }
    }
    while true {
      guard let index = next(batch.isEmpty) else {
        if batch.isEmpty || !performBatch() { return }
        continue
      }
      let plan = plans[index]
      if let unplayed = unplayed(plan, index: index) {
        batch.add(unplayed)
      } else {
        batch.add(plan, index: index)
      }
      if batch.isFull, !performBatch() { return }
    }
  }

  /// Plays a case and judges it; skips what the client does not claim to be able to do. A request
  /// may take `patience` times as long as the case or the options say.
  package func result(of plan: CasePlan, index: Int, patience: Int = 1) -> CaseResult {
    if let unplayed = unplayed(plan, index: index) { return unplayed }
    let result = players[0].play(plan, patience: patience).judged(index: index)
    guard let other = plan.onWireServers(after: result) else { return result }
    return players[0].play(other, patience: patience).judged(index: index)
  }

  /// The result of a case that cannot be played; `nil` for a case that can.
  private func unplayed(_ plan: CasePlan, index: Int) -> CaseResult? {
    func result(_ verdict: Verdict, _ reason: String) -> CaseResult {
      CaseResult(index: index, played: plan.played, verdict: verdict, checks: [], reason: reason)
    }
    if let reason = plan.skipReason { return result(.skipped, reason) }
    if let skip = options.skips.first(where: { $0.covers(case: plan.played.id) }) {
      return result(.skipped, "the client's file leaves it out: \(skip.reason)")
    }
    let needs = plan.played.needs
    let missing = needs.filter { !abilities.contains($0) }
    guard missing.isEmpty else {
      let words = missing.joined(separator: ", ")
      let tried = missing.lazy.compactMap { self.options.refusals[$0] }.first
      return result(
        .skipped,
        "the client does not claim: \(words)" + (tried.map { " (it was tried: \($0))" } ?? ""))
    }
    if let missing = missingCombinations.first(where: { Set(needs).isSuperset(of: $0.abilities) }) {
      let words = missing.abilities.joined(separator: " and ")
      return result(.skipped, "the client has \(words), but not at once: \(missing.reason)")
    }
    return plan.problems.first.map { problem in
      // A back end that was forced from outside may not be able to play everything; that is no
      // fault of the scenario.
      result(
        plan.isBackEndForced ? .skipped : .error,
        "line \(problem.location.line): \(problem.message)")
    }
  }

  package func stop() { for player in players { player.stop() } }
}
