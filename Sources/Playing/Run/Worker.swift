import Clients
import Platform
import Scenarios
import Transcripts

/// One worker: a loop, players on it with servers and a client each, and the judge's opinion of
/// what they did.
final class Worker {
  private let options: RunOptions
  private let abilities: Set<String>
  private let missingCombinations: [MissingCombination]
  private let players: [CasePlayer]

  /// A worker; one that does not play `alone` plays as many cases at once as the client allows.
  init(
    options: RunOptions, alone: Bool = true, makeClient: (EventLoop) -> any ClientUnderTest
  ) {
    self.options = options
    let loop = EventLoop()
    let client = makeClient(loop)
    abilities = client.identity.abilities
    missingCombinations = client.identity.missingCombinations
    let clients = alone ? [client] : client.withOthers { makeClient(loop) }
    players = clients.map {
      CasePlayer(
        loop: loop, client: $0, timeout: options.timeout, grace: options.grace,
        caseTimeout: options.caseTimeout, deadline: options.deadline)
    }
  }

  /// Plays and judges the cases of a run that `next` names, a handful at a time, until it names
  /// none or `tell` says false. `next` may wait only where nothing is left to judge: others may be
  /// waiting for that. What was broken is played again, unless the run `isOver`; a case that the
  /// end of the run's time has cut is not told of.
  func perform(
    _ cases: [Case], expected: ExpectedFailures?, isOver: @escaping () -> Bool,
    next: (_ mayWait: Bool) -> Int?, tell: (CaseResult) -> Bool
  ) {
    let replays = Replays(players: players, options: options, expected: expected, isOver: isOver)
    let deadline = options.deadline
    let isTimeUp = { deadline.map { $0 <= Instant.now } ?? false }
    var handful = CaseBatch(players: players)
    func performHandful() -> Bool {
      handful.perform(settling: replays.settled) { result in
        result.lateness == .hung && isTimeUp() || tell(result)
      }
    }
    while true {
      guard let index = next(handful.isEmpty) else {
        if handful.isEmpty || !performHandful() { return }
        continue
      }
      switch prepare(cases[index], index: index) {
      case .success(let plan): handful.add(plan, index: index)
      case .failure(let unplayed): handful.add(unplayed.result)
      }
      if handful.isFull, !performHandful() { return }
    }
  }

  /// Plays a case and judges it; skips what the client does not claim to be able to do.
  func result(of played: Case, index: Int) -> CaseResult {
    switch prepare(played, index: index) {
    case .success(let plan):
      let result = players[0].play(plan).judged(index: index)
      guard options.backEnd == nil, let other = plan.onWireServers(after: result) else {
        return result
      }
      return players[0].play(other).judged(index: index)
    case .failure(let unplayed):
      return unplayed.result
    }
  }

  /// What came of a case that cannot be played.
  private struct Unplayed: Error { var result: CaseResult }

  private func prepare(_ played: Case, index: Int) -> Result<CasePlan, Unplayed> {
    let missing = played.needs.filter { !abilities.contains($0) }
    guard missing.isEmpty else {
      let words = missing.joined(separator: ", ")
      let tried = missing.lazy.compactMap { self.options.refusals[$0] }.first
      return .failure(
        Unplayed(
          result: CaseResult(
            index: index, played: played, verdict: .skipped, checks: [],
            reason: "the client does not claim: \(words)"
              + (tried.map { " (it was tried: \($0))" } ?? ""))))
    }
    if let missing = missingCombinations.first(where: {
      Set(played.needs).isSuperset(of: $0.abilities)
    }) {
      let words = missing.abilities.joined(separator: " and ")
      return .failure(
        Unplayed(
          result: CaseResult(
            index: index, played: played, verdict: .skipped, checks: [],
            reason: "the client has \(words), but not at once: \(missing.reason)")))
    }
    let plan = CasePlan(played, backEnd: options.backEnd)
    if let problem = plan.problems.first {
      // A back end that was forced from outside may not be able to play everything; the scenario is
      // not to blame.
      let isForced = options.backEnd != nil
      return .failure(
        Unplayed(
          result: CaseResult(
            index: index, played: played, verdict: isForced ? .skipped : .error, checks: [],
            reason: "line \(problem.location.line): \(problem.message)")))
    }
    return .success(plan)
  }

  func stop() { for player in players { player.stop() } }
}
