import Clients
import HTTPAuth
import Judging
import Platform
import Playing
import Transcripts

/// A client under test as a target: inputs are played to it as cases, and judged as cases are.
package final class ClientTarget: FuzzTarget {
  /// What the client can do: words of docs/abilities.md.
  private let abilities: Set<String>
  private let client: any ClientUnderTest
  /// All that play inputs side by side, on connections that stay from input to input.
  private let players: [CasePlayer]
  /// As many for inputs with a proxy: a connection ends where its server is not in the next case.
  private let proxyPlayers: [CasePlayer]
  /// As many for inputs that are to have new connections: those of the others stay meanwhile.
  private let freshPlayers: [CasePlayer]
  private let cases: InputCase
  /// False where each input is to have connections of its own.
  var mayKeepConnections = true
  /// False where each is to be shown over TCP.
  var mayUseLocalSockets = true
  private let clock: CPUTimer
  /// How often the client let time run out twice, and how often is enough.
  private var hangsSeen = 0
  private static let enoughHangs = 4
  /// No process stands between.
  private let isQuick: Bool
  private let coverage: CoverageMap?
  private let memoryAt: (ClientPlace) -> ProcessMemory?

  /// A client on a loop of its own.
  ///
  /// - Parameters:
  ///   - timeout: milliseconds for one request.
  ///   - wrongClaims: what it claims to be able to do, and is not.
  ///   - coverage: where its processes count edges, if they do.
  package convenience init(
    timeout: Int, wrongClaims: Set<String> = [], coverage: CoverageMap? = nil,
    makeClient: Run.ClientFactory
  ) {
    self.init(
      timeout: timeout, wrongClaims: wrongClaims, coverage: coverage,
      memory: { ProcessMemory(at: $0) }, makeClient: makeClient)
  }

  /// The same; `memory` is what the process holds at a place, nil where there is none that goes on.
  init(
    timeout: Int, wrongClaims: Set<String>, coverage: CoverageMap?,
    memory: @escaping (ClientPlace) -> ProcessMemory?, makeClient: Run.ClientFactory
  ) {
    self.coverage = coverage
    memoryAt = memory
    let loop = EventLoop()
    client = makeClient(loop)
    abilities = client.identity.abilities.subtracting(wrongClaims)
    cases = InputCase(abilities: abilities)
    isQuick = client.place == .thisThread
    clock = CPUTimer(isInThisThread: isQuick)
    // What counts edges counts them for all that runs at the same time.
    let clients = coverage == nil ? client.withOthers { makeClient(loop) } : [client]
    // A client that hangs does so often: what it is given past its time is no longer than it has to be.
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

  /// As many as the client allows.
  package var mostAtOnce: Int { players.count }

  /// Plays inputs side by side and judges them.
  package func observe(_ inputs: [FuzzInput]) -> [TargetObservation] {
    guard players.count > 1 else { return inputs.map { observe($0, lookingFor: nil) } }
    let plays = CasePlayer.play(
      inputs.map(cases.plan), by: inputs.indices.map { player($0, for: inputs[$0]) })
    return inputs.indices.map { index in
      observation(of: inputs[index], plays[index], lookingFor: nil)
    }
  }

  /// Plays an input and judges it.
  package func observe(_ input: FuzzInput, lookingFor cause: OracleFailure.Cause?)
    -> TargetObservation
  {
    coverage?.clear()
    return observation(of: input, play(input), lookingFor: cause)
  }

  /// An ordinary input may be played on a connection that was used for another: a new one takes longer than all the rest.
  private func player(_ place: Int = 0, for input: FuzzInput) -> CasePlayer {
    let kept = input.involves(.proxy) ? proxyPlayers : players
    let player = (mayKeepConnections && input.isOrdinary ? kept : freshPlayers)[place]
    player.usesLocalSockets = mayUseLocalSockets && !input.takesTCP
    return player
  }

  /// Plays an input alone.
  func play(_ input: FuzzInput) -> PlayedCase { player(for: input).play(cases.plan(input)) }

  private func observation(
    of input: FuzzInput, _ first: PlayedCase, lookingFor cause: OracleFailure.Cause?
  ) -> TargetObservation {
    let played = playedAgain(insteadOf: first, lookingFor: cause)
    let result = played.judged()
    let edges = coverage?.edges ?? []
    guard result.verdict != .error, result.verdict != .skipped else {
      return TargetObservation(signature: Signature(), hits: faults(result))
    }
    let play = played.transcript
    let requests = played.requests
    var hits = OracleFailure.weightiest(OracleFailure.objections(in: result.checks, requests, play))
    // What a campaign tells of was seen in a closer look; the like of it tells the same, whenever it is seen.
    if cause != nil {
      let text = NormalizedText(play.recording)
      hits = hits.map { $0.settled(text) }
    }
    var examined = OracleSet(examinedIn: result.checks)
    // What a client does not come to an end with cannot be measured.
    let mayMeasure = cause != nil || play.lateness == .inTime
    let subject =
      cause != nil ? input : mayMeasure ? SlowOracle.subject(input, isQuick: isQuick) : nil
    if let subject, cause == nil || cause == SlowOracle.cause {
      examined.insert(OracleSet(SlowOracle.cause.oracle))
      if var hit = SlowOracle.hit(
        subject, isKnown: cause != nil, isQuick: isQuick, cost: cost)
      {
        hit.input = subject == input ? nil : subject
        hits.append(hit)
      }
    }
    if cause == MemoryOracle.cause || (cause == nil && mayMeasure && MemoryOracle.isDue(input)),
      memory() != nil
    {
      examined.insert(OracleSet(MemoryOracle.cause.oracle))
      hits +=
        MemoryOracle.hit(input, isKnown: cause != nil, memory: memory, play: { _ = cost(of: $0) })
        .map { [$0] } ?? []
    }
    return TargetObservation(
      signature: Signature(play, requests, result.checks), hits: hits, examined: examined,
      edges: edges)
  }

  /// A busy machine lets time run out as well: a client hangs where it does so twice. One in another process that was seen to
  /// hang a few times is not given its time twice any more: that would be most of a campaign's.
  func playedAgain(
    insteadOf played: PlayedCase, lookingFor cause: OracleFailure.Cause? = nil
  ) -> PlayedCase {
    guard played.transcript.lateness > .inTime, !(cause?.isOfTime ?? false),
      isQuick || hangsSeen < ClientTarget.enoughHangs
    else { return played }
    let again = playAsInARun(played.plan)
    if again.transcript.lateness > .inTime { hangsSeen += 1 }
    return again
  }

  /// Plays a case on new connections and over TCP, as runs do.
  private func playAsInARun(_ plan: CasePlan) -> PlayedCase {
    freshPlayers[0].usesLocalSockets = false
    return freshPlayers[0].play(plan)
  }

  /// What the process holds in which the client lives on from request to request; nil where there is none.
  private func memory() -> ProcessMemory? {
    memoryAt(client.place)
  }

  /// What playing an input costs the client, in nanoseconds.
  private func cost(of input: FuzzInput) -> Int64 {
    let plan = cases.planUnjudged(input)
    let player = player(for: input)
    return clock.time { player.play(plan).transcript.duration }
  }

  /// A fault of the harness is told of, not passed over: nothing was shown to the client.
  private func faults(_ result: CaseResult) -> [OracleFailure] {
    guard result.verdict == .error else { return [] }
    return [
      OracleFailure(
        cause: OracleFailure.Cause(oracle: "harness", place: ""), isGrave: true,
        expected: "the input to be played", observed: result.reason ?? "an error")
    ]
  }

  /// The scenario of a finding, and a play of it.
  package func evidence(of finding: FuzzFinding) -> FindingEvidence? {
    let scenario = FindingScenario(finding, abilities: abilities)
    guard let played = scenario.loaded else { return nil }
    let plan = CasePlan(played)
    return FindingEvidence(
      scenario: scenario.text, result: playAsInARun(plan).judged())
  }

  /// Closes the servers.
  package func stop() { for player in players + proxyPlayers + freshPlayers { player.stop() } }
}

extension OracleFailure {
  /// Of several objections to the same place the weightiest: what breaks a rule of safety is also not what the grammar says.
  /// That a client that came to grief says no more is nothing else.
  static func weightiest(_ hits: [OracleFailure]) -> [OracleFailure] {
    guard hits.count > 1 else { return hits }
    let cameToGrief = hits.contains { $0.cause.isOfSoundness }
    func weight(_ hit: OracleFailure) -> Int {
      switch hit.cause.oracle {
      case "answer": 1
      case "no-answer", "whole": 2
      default: hit.isGrave ? 0 : 3
      }
    }
    var kept: [OracleFailure] = []
    for hit in hits.sorted(by: { weight($0) < weight($1) })
    where !(cameToGrief && hit.cause.isOfSilence)
      && !kept.contains(where: { $0.cause.place == hit.cause.place })
    {
      kept.append(hit)
    }
    return kept
  }

  /// The objections that checks of a case are.
  static func objections(
    in checks: [Check], _ requests: [RequestSummary], _ play: Transcript
  ) -> [OracleFailure] {
    var hits: [OracleFailure] = []
    for check in checks {
      let isGrave: Bool
      switch check.verdict {
      case .pass, .note, .skipped, .inconclusive: continue
      case .warn: isGrave = false
      case .fail, .timeout, .crash, .error: isGrave = true
      }
      hits.append(
        OracleFailure(
          cause: Cause(
            oracle: OracleFailure.oracle(check.descriptor),
            place: OracleFailure.place(check, requests, play)),
          isGrave: isGrave,
          expected: check.finding?.expected ?? check.descriptor.title,
          observed: [check.finding?.observed, check.finding?.diagnosis].compactMap { $0 }
            .joined(separator: ": ")))
    }
    return hits
  }

  /// The same without ports and without what the client chose at random.
  fileprivate func settled(_ text: NormalizedText) -> OracleFailure {
    var hit = self
    hit.expected = text.text(expected)
    hit.observed = text.text(observed)
    return hit
  }

  fileprivate static func oracle(_ descriptor: CheckDescriptor) -> String {
    let id = descriptor.id
    if id.hasPrefix("invariant.") { return String(id.dropFirst("invariant.".count)) }
    if descriptor.requirements == [GrammarAnswer.onceOnly] { return "whole" }
    return id.hasSuffix(".exchanges") ? "answer" : "no-answer"
  }

  /// What the request was in which it was observed: server, scheme, and what is wrong with the credentials.
  private static func place(
    _ check: Check, _ requests: [RequestSummary], _ play: Transcript
  ) -> String {
    var words: [String] = []
    for request in play.steps.flatMap(\.requests) {
      // What happens to one request after the other is no other thing.
      guard let trouble = OracleFailure.trouble(request.outcome), !words.contains(trouble) else {
        continue
      }
      words.append(trouble)
    }
    if let exchange = check.finding?.exchange, requests.indices.contains(exchange) {
      words.append(OracleFailure.words(requests[exchange]))
    }
    return words.joined(separator: ", ")
  }

  private static func trouble(_ outcome: ClientOutcome) -> String? {
    switch outcome {
    case .crashed(let last): "crashed: \(lastLine(last))"
    case .hung: Cause.hung
    case .faulty(let last): "faulty: \(lastLine(last))"
    case .failure(let failure) where failure.kind == .internal:
      "\(Cause.internal)\(lastLine(failure.message))"
    case .failure(let failure): "error \(failure.kind.rawValue)"
    case .response, .unsupported: nil
    }
  }

  private static func words(_ request: RequestSummary) -> String {
    switch request.credentials {
    case .absent: Cause.silence
    case .valid(let scheme): "valid \(scheme.name)"
    case .invalid(let scheme, let mistake):
      "\(scheme.map { "\($0.name)" } ?? "credentials") \(mistake.rawValue)"
    }
  }

  /// The last line of what a client left behind, without numbers, which differ from run to run, and without quoted
  /// values, which are the input's; names of parameters stay, as the place is another for each.
  private static func lastLine(_ text: String) -> String {
    let last = text.split(whereSeparator: \.isNewline).last ?? ""
    var words = ""
    for (index, piece) in last.prefix(160).split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "'" || $0 == "\"" }
    ).enumerated() {
      let isQuoted = index % 2 == 1
      if isQuoted, !FuzzDictionary.digestParameters.contains(Octets(String(piece))) {
        words += "…"
      } else {
        for character in piece where !character.isNumber { words.append(character) }
      }
    }
    return words
  }
}

extension OracleSet {
  /// The oracles that these checks are of; one whose situation never arose looked at nothing.
  fileprivate init(examinedIn checks: [Check]) {
    self = []
    for check in checks where check.verdict != .inconclusive && check.verdict != .skipped {
      let descriptor = check.descriptor
      insert(
        OracleSet.ofInvariants[ObjectIdentifier(descriptor)]
          ?? OracleSet(OracleFailure.oracle(descriptor)))
    }
  }

  /// By the descriptors of invariants, which are the same in every play.
  private static let ofInvariants = Dictionary(
    CheckDescriptor.ofInvariants.map {
      (ObjectIdentifier($0), OracleSet(OracleFailure.oracle($0)))
    },
    uniquingKeysWith: { first, _ in first })
}
