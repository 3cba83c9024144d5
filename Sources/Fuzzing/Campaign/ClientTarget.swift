// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Judging
import Platform
import Playing
import Transcripts

/// A client under test as a target: its inputs are played and judged like cases.
package final class ClientTarget: FuzzTarget {
  private let client: any ClientUnderTest
  /// Players that play inputs side by side, on connections that stay open between inputs.
  private let players: [CasePlayer]
  /// As many players for inputs with a proxy: a connection is closed if the next case does not have
  /// its server.
  private let proxyPlayers: [CasePlayer]
  /// As many players for inputs that need new connections, so that the connections of the other
  /// players stay open.
  private let freshPlayers: [CasePlayer]
  private let cases: InputCase
  /// How the servers begin to speak HTTP/2; `nil` if they speak HTTP/1.1.
  private let http2: HTTP2Start?
  /// `false` to play each input on new connections.
  var mayKeepConnections = true
  /// `false` to play each input over TCP.
  var mayUseLocalSockets = true
  /// The number of second plays that timed out as well.
  private var hangs = 0
  /// After this many hangs of a client in another process, an input that times out is not played a
  /// second time.
  private static let maxHangs = 4
  /// `true` if the client runs in this process.
  private let isInProcess: Bool
  private let coverage: CoverageMap?
  private let memoryAt: (ClientPlace) -> ProcessMemory?

  /// A client on a loop of its own.
  ///
  /// - Parameters:
  ///   - timeout: milliseconds for one request.
  ///   - wrongClaims: abilities that the client claims and does not have.
  ///   - http2: how the servers begin to speak HTTP/2; `nil` if they speak HTTP/1.1. Inputs that
  ///     HTTP/2 cannot carry are skipped.
  ///   - coverage: the memory in which its processes count edges, if they do.
  ///   - memory: the memory of the client's process; `nil` if it has no lasting process.
  package init(
    timeout: Int, wrongClaims: Set<String> = [], http2: HTTP2Start? = nil,
    coverage: CoverageMap? = nil,
    memory: @escaping (ClientPlace) -> ProcessMemory? = { ProcessMemory(at: $0) },
    makeClient: Run.ClientFactory
  ) {
    self.coverage = coverage
    memoryAt = memory
    let loop = EventLoop()
    client = makeClient(loop)
    self.http2 = http2
    cases = InputCase(
      abilities: client.identity.abilities.subtracting(wrongClaims), http2: http2)
    isInProcess = client.place == .thisThread
    // A coverage map cannot separate the edges of clients that run at the same time.
    let clients = coverage == nil ? client.withOthers { makeClient(loop) } : [client]
    // A client that hangs does so often: it gets a short grace past its timeout.
    func player(_ client: any ClientUnderTest) -> CasePlayer {
      CasePlayer(loop: loop, client: client, timeout: timeout, grace: timeout / 2)
    }
    players = clients.map(player)
    for player in players { player.keepsConnections = true }
    guard players[0].keepsConnections else {
      (proxyPlayers, freshPlayers) = (players, players)
      return
    }
    func more() -> [CasePlayer] { clients.map { _ in player(makeClient(loop)) } }
    proxyPlayers = more()
    for player in proxyPlayers { player.keepsConnections = true }
    freshPlayers = more()
  }

  package var maxConcurrentInputs: Int { players.count }

  package func observe(_ inputs: [FuzzInput]) -> [TargetObservation] {
    guard players.count > 1 else { return inputs.map { observe($0, lookingFor: nil) } }
    let carried = inputs.filter(carries)
    let planned = carried.map(cases.plan)
    let plays = CasePlayer.play(
      planned.map(\.plan), by: carried.indices.map { player($0, for: carried[$0]) })
    var observed = carried.indices.map { index in
      observation(of: carried[index], plays[index], planned[index].oracle, lookingFor: nil)
    }[...]
    guard carried.count < inputs.count else { return Array(observed) }
    return inputs.map { carries($0) ? observed.removeFirst() : .skipped }
  }

  package func observe(_ input: FuzzInput, lookingFor signature: FailureSignature?)
    -> TargetObservation
  {
    guard carries(input) else { return .skipped }
    coverage?.clear()
    let (plan, oracle) = cases.plan(input)
    return observation(of: input, player(for: input).play(plan), oracle, lookingFor: signature)
  }

  /// The player for an input. An ordinary input is played on a connection that is already open, as
  /// opening one takes longer than everything else.
  private func player(_ place: Int = 0, for input: FuzzInput) -> CasePlayer {
    let kept = input.involves(.proxy) ? proxyPlayers : players
    let player = (mayKeepConnections && input.leavesConnectionClean ? kept : freshPlayers)[place]
    player.usesLocalSockets = mayUseLocalSockets && !input.needsTCP
    return player
  }

  /// `false` if the input is not played, as HTTP/2 cannot carry it.
  func carries(_ input: FuzzInput) -> Bool { http2 == nil || input.obstacleOnHTTP2 == nil }

  /// Plays one input.
  func play(_ input: FuzzInput) -> PlayedCase { player(for: input).play(cases.plan(input).plan) }

  private func observation(
    of input: FuzzInput, _ first: PlayedCase, _ oracle: Oracle?,
    lookingFor signature: FailureSignature?
  ) -> TargetObservation {
    let played = playedAgain(insteadOf: first, lookingFor: signature)
    let result = played.judged()
    let edges = coverage?.edges ?? []
    guard result.verdict != .error, result.verdict != .skipped else {
      return TargetObservation(behaviour: BehaviourHash(), failures: harnessFailures(result))
    }
    let (transcript, requests) = (played.transcript, played.requests)
    var failures = OracleFailure.weightiest(
      OracleFailure.failures(in: result.checks, oracle, requests, transcript))
    // Findings are made of failures that were looked for, and their sentences must be the same in
    // every campaign.
    if signature != nil {
      let text = RunIndependentText(transcript.recording)
      failures = failures.map { $0.normalized(text) }
    }
    var examined = Set(examinedIn: result.checks, oracle)
    // Neither time nor memory can be measured if the client does not finish.
    let canMeasure = signature != nil || transcript.lateness == .inTime
    if let subject = slowSubject(input, lookingFor: signature, canMeasure) {
      examined.insert(.slow)
      if var failure = SlowOracle.failure(
        subject, isKnown: signature != nil, isInProcess: isInProcess, cost: cost)
      {
        failure.input = subject == input ? nil : subject
        failures.append(failure)
      }
    }
    let isDue = signature.map { $0.oracle == .memory } ?? (canMeasure && MemoryOracle.isDue(input))
    if isDue, memory() != nil {
      examined.insert(.memory)
      let failure = MemoryOracle.failure(input, isKnown: signature != nil, memory: memory) {
        _ = cost(of: $0)
      }
      if let failure { failures.append(failure) }
    }
    // In a handshake a client's behaviour may depend on the clock and on earlier connections, so
    // the same input does not always show it.
    let behaviour =
      input.handshake == nil
      ? BehaviourHash(transcript, requests, result.checks) : BehaviourHash()
    return TargetObservation(
      behaviour: behaviour, failures: failures, examined: examined, edges: edges)
  }

  /// The input with which the oracle of slowness examines an input; `nil` if it does not.
  private func slowSubject(
    _ input: FuzzInput, lookingFor signature: FailureSignature?, _ canMeasure: Bool
  ) -> FuzzInput? {
    if let signature { return signature.oracle == .slow ? input : nil }
    return canMeasure ? SlowOracle.subject(input, isInProcess: isInProcess) : nil
  }

  /// Plays a case that timed out a second time, since a busy machine can be the reason.
  func playedAgain(
    insteadOf played: PlayedCase, lookingFor signature: FailureSignature? = nil
  ) -> PlayedCase {
    guard played.transcript.lateness > .inTime, !(signature?.isTimeout ?? false),
      isInProcess || hangs < ClientTarget.maxHangs
    else { return played }
    let again = playAsInARun(played.plan)
    if again.transcript.lateness > .inTime { hangs += 1 }
    return again
  }

  /// Plays a case on new connections and over TCP, as runs do.
  private func playAsInARun(_ plan: CasePlan) -> PlayedCase {
    freshPlayers[0].usesLocalSockets = false
    return freshPlayers[0].play(plan)
  }

  private func memory() -> ProcessMemory? { memoryAt(client.place) }

  /// The client's time for an input in nanoseconds, without the time in which it could not run.
  private func cost(of input: FuzzInput) -> Int64 {
    let plan = cases.planUnjudged(input)
    let player = player(for: input)
    if isInProcess { return CPUTimer.time { _ = player.play(plan) } }
    let before = player.delay(now: .now)
    let time = player.play(plan).transcript.duration
    return max(0, time - max(0, player.delay(now: .now) - before))
  }

  /// Reports an error of the harness: the client was not tested with the input.
  private func harnessFailures(_ result: CaseResult) -> [OracleFailure] {
    guard result.verdict == .error else { return [] }
    return [
      OracleFailure(
        signature: FailureSignature(.harness), expected: "the input to be played",
        observed: result.reason ?? "an error")
    ]
  }

  package func evidence(of finding: FuzzFinding) -> FindingEvidence? {
    let scenario = FindingScenario(finding, cases)
    guard let played = scenario.loaded else { return nil }
    return FindingEvidence(
      scenario: scenario.text, result: playAsInARun(CasePlan(played)).judged())
  }

  package func stop() { for player in players + proxyPlayers + freshPlayers { player.stop() } }
}

extension OracleFailure {
  /// The failures to report. Of several with the same symptoms it is the weightiest, because
  /// credentials that break a rule of safety also differ from what the grammar demands. A crashed
  /// client sends nothing further, which is not reported separately.
  static func weightiest(_ failures: [OracleFailure]) -> [OracleFailure] {
    guard failures.count > 1 else { return failures }
    let isUnsound = failures.contains { $0.signature.oracle.isOfSoundness }
    func rank(_ failure: OracleFailure) -> Int {
      switch failure.signature.oracle {
      case .answer: 1
      case .noAnswer, .whole: 2
      case .slow, .memory, .disagreement, .harness, .invariant: failure.isGrave ? 0 : 3
      }
    }
    var kept: [OracleFailure] = []
    for failure in failures.sorted(by: { rank($0) < rank($1) })
    where !(isUnsound && failure.signature.isOfSilence)
      && !kept.contains(where: { $0.signature.symptoms == failure.signature.symptoms })
    {
      kept.append(failure)
    }
    return kept
  }

  /// The failures of a case: one for each broken check. `oracle` is the oracle of the checks that
  /// are not invariants.
  fileprivate static func failures(
    in checks: [Check], _ oracle: Oracle?, _ requests: [RequestSummary], _ play: Transcript
  ) -> [OracleFailure] {
    checks.compactMap { check in
      guard check.verdict.isBroken,
        let oracle = Oracle(invariant: check.descriptor) ?? oracle
      else { return nil }
      // A symptom that repeats in later requests counts once.
      var symptoms: [Symptom] = []
      for request in play.steps.flatMap(\.requests) {
        if let symptom = Symptom(request.outcome), !symptoms.contains(symptom) {
          symptoms.append(symptom)
        }
      }
      if let exchange = check.finding?.exchange, requests.indices.contains(exchange) {
        symptoms.append(Symptom(requests[exchange].credentials))
      }
      return OracleFailure(
        signature: FailureSignature(oracle, symptoms), isGrave: check.verdict.isBad,
        expected: check.finding?.expected ?? check.descriptor.title,
        observed: [check.finding?.observed, check.finding?.diagnosis].compactMap(\.self)
          .joined(separator: ": "))
    }
  }
}

extension Set<Oracle> {
  /// The oracles of these checks, without those whose situation never arose.
  fileprivate init(examinedIn checks: [Check], _ oracle: Oracle?) {
    self = Set(
      checks.lazy.filter { $0.verdict != .inconclusive && $0.verdict != .skipped }
        .compactMap { Oracle(invariant: $0.descriptor) ?? oracle })
  }
}
