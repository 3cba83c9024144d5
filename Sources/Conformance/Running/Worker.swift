internal import ClientDrivers
internal import Polling
internal import ScenarioLanguage

/// One worker: a loop, its servers, one client, and the judge's opinion of what they did.
final class Worker {
  private let options: RunOptions
  private let abilities: Set<String>
  private let player: CasePlayer

  init(options: RunOptions, makeClient: (EventLoop) -> any ClientUnderTest) {
    self.options = options
    let loop = EventLoop()
    let client = makeClient(loop)
    abilities = client.identity.abilities
    player = CasePlayer(loop: loop, client: client, timeout: options.timeout, grace: options.grace)
  }

  /// Plays a case and judges it; skips what the client does not claim to be able to do.
  func result(of played: Case, index: Int) -> CaseResult {
    let missing = played.needs.filter { !abilities.contains($0) }
    guard missing.isEmpty else {
      let words = missing.joined(separator: ", ")
      return CaseResult(
        index: index, played: played, verdict: .skipped, checks: [],
        reason: "the client does not claim: \(words)")
    }
    let plan = CasePlan(played, backEnd: options.backEnd)
    if let problem = plan.problems.first {
      // A back end that was forced from outside may not be able to play everything; the scenario is not to blame.
      let isForced = options.backEnd != nil
      return CaseResult(
        index: index, played: played, verdict: isForced ? .skipped : .error, checks: [],
        reason: "line \(problem.location.line): \(problem.message)")
    }
    return CaseJudge.judge(plan, player.play(plan), index: index)
  }

  func stop() { player.stop() }
}
