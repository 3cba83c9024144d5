// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Clients
import Judging
import Kerberos
import Platform
import Scenarios
import Servers
import Transcripts

/// A case in play: the next actions of its servers and its client, and the client's reports so far.
///
/// It never waits. The player calls `serve` and `read` as long as they make progress, turns the
/// loop until `due` otherwise, and takes `played()` when the case is over.
final class CaseExecution {
  /// The number of replies that a client in this process may read before the loop is turned.
  private static let roundsAtOnce = 64
  /// Milliseconds until a client has seen the end of its connections.
  static let pause = 5
  /// Data on a connection that is accepted in one turn of the loop is read in the next.
  private static let turnsOfFarewell = 2

  enum Phase {
    /// The next step is to begin, or the client to be closed after the last.
    case beginning
    /// The step's requests are made once the client has seen that its connections are closed.
    case pausing
    /// The client makes the step's requests.
    case asking
    /// The client is closed; octets that it has sent are read for some more turns of the loop.
    case leaving(turns: Int)
    case over
  }

  let plan: CasePlan
  let player: CasePlayer
  private let began: Instant
  /// The time for the whole case.
  var caseLimit: TimeLimit
  /// The factor by which a request may take longer than usual.
  let patience: Int
  var phase = Phase.over
  /// When the case must be advanced at the latest; `nil` if the case is over.
  var due: Instant?
  /// Nothing happens before a timer of the client or the script fires: other cases are played
  /// meanwhile.
  var isWaiting = false
  private(set) var hasBegun = false
  /// `true` once the case has been played.
  var isOver: Bool { due == nil }

  /// Made once the servers listen.
  var script: Script?
  var renderer: SessionRenderer?
  var settings: CopyOnWrite<ClientSettings>
  /// Made when the client asks.
  var prompts: CredentialPrompts?
  var step = 0
  var requests: [ClientRequest] = []
  var outcomes: [ClientOutcome?] = []
  var unfinished = 0
  /// The time for the step's requests; whether they were given up at its end.
  var limit: TimeLimit?
  var isGivenUp = false
  /// The most milliseconds that a step took longer than its limit because the machine was busy.
  var stretch = 0
  /// The outcomes of a repeated request, but for the last.
  var earlier: [RequestOutcome] = []
  var isOfNewClient = false
  /// The KDC is ended if the client waits for it too long.
  var kdcWait: RunKDC.Wait?
  var rounds = 0
  private var hasServed = false
  /// The client has read the last reply.
  private var hasRead = false

  var steps: [StepOutcome] = []
  var trouble: ClientTrouble?
  private var fault: String?
  var lack: String?
  private var recording = Recording()
  private var analysis: ExchangeAnalysis?
  private var duration: Int64 = 0

  init(_ plan: CasePlan, _ player: CasePlayer, patience: Int = 1) {
    self.plan = plan
    self.player = player
    self.patience = patience
    began = Instant.now
    caseLimit = player.limit(player.caseTimeout, end: player.deadline, now: began)
    settings = plan.settings
  }

  /// The played case, once it is over. If the script has no analysis of the whole recording, it is
  /// made now, once for all readers.
  func played() -> PlayedCase {
    PlayedCase(
      plan: plan,
      transcript: Transcript(
        recording: recording, steps: steps, client: player.identity, duration: duration,
        fault: fault, unsupported: trouble?.refusal, lack: lack, stretch: stretch),
      analysis: analysis ?? ExchangeAnalysis(recording, plan.expectations))
  }

  // MARK: Calls of the player

  /// Prepares the servers and the script for the first step.
  func begin() {
    hasBegun = true
    let group = player.group
    do {
      try group.begin(
        plan.servers, responder: self, keepConnections: player.keepsConnections)
    } catch {
      if error.isLack { lack = error.reason } else { fault = error.reason }
      return
    }
    let addresses = AddressBook(group.servers)
    let realm: RunRealm?
    do throws(KerberosUnavailable) {
      realm = try plan.realm(player.runRealm)
    } catch {
      lack = "Kerberos is not available: \(error)."
      return
    }
    script = Script(
      plan: plan, group: group, addresses: addresses,
      acceptors: NegotiateAcceptors(realm, plan, addresses))
    do {
      renderer = SessionRenderer(
        addresses: addresses,
        choice: player.choosesByChallenge ? nil : LoginScheme(player.identity.abilities, plan),
        timeout: player.timeout, patience: patience,
        needsNTLM: plan.played.needs.contains(.ntlm),
        speaksHTTP2: plan.servers.contains { $0.speaksHTTP2 && $0.kind == .origin },
        proxySpeaksHTTP2: plan.servers.contains { $0.speaksHTTP2 && $0.kind == .proxy },
        certificates: plan.speaksTLS ? try group.runCertificates() : nil, realm: realm)
    } catch {
      fault = error.reason
      return
    }
    player.relay.inPlay = self
    player.client.observer = player.relay
    player.client.mayWait(within: caseLimit)
    turn(to: .beginning)
  }

  /// Changes to a phase that is due at once.
  func turn(to next: Phase) {
    phase = next
    due = Instant(nanoseconds: 0)
  }

  /// Serves requests that have arrived: the octets that libcurl has just sent can be read at once.
  func serve() {
    guard case .asking = phase, unfinished > 0 else { return }
    hasServed = player.group.look(clientHasRead: hasRead)
  }

  /// Lets the client read replies; returns `false` if that needs the loop. `serve` and `read`
  /// together save four of six calls of poll(2).
  func read() -> Bool {
    hasRead = false
    guard hasServed else { return false }
    hasServed = false
    guard case .asking = phase, rounds < CaseExecution.roundsAtOnce, player.client.look() else {
      return false
    }
    rounds += 1
    hasRead = true
    isWaiting = false
    return true
  }

  /// Goes to the next step when it is due; returns `true` if it did something.
  func advance() -> Bool {
    switch phase {
    case .beginning: beginStep()
    case .asking where unfinished == 0: endStep()
    case .pausing:
      guard let due, due <= Instant.now else { return false }
      ask()
    case .asking, .leaving, .over: return false
    }
    isWaiting = false
    return true
  }

  /// Called after the loop was turned.
  func loopHasTurned(sawSomething: Bool) {
    rounds = 0
    switch phase {
    case .asking: giveUpIfDue()
    case .leaving(let turns):
      if sawSomething, turns > 1 { phase = .leaving(turns: turns - 1) } else { end() }
    case .beginning, .pausing, .over: break
    }
  }

  /// Gives the step's requests up if the time for them, or for the case, is up.
  private func giveUpIfDue() {
    let now = Instant.now
    guard unfinished > 0, let due, due <= now, var limit else { return }
    let delay = player.delay(now: now)
    isGivenUp = limit.due <= now && limit.isUp(delay: delay, now: now)
    let isCut = !isGivenUp && caseLimit.due <= now && caseLimit.isUp(delay: delay, now: now)
    self.limit = limit
    self.due = min(limit.due, caseLimit.due)
    guard isGivenUp || isCut else { return }
    for number in requests.indices where outcomes[number] == nil {
      let words = player.client.abandon(number)
      let reasons = [isCut ? cut : "", words]
      outcomes[number] = .hung(reasons.filter { !$0.isEmpty }.joined(separator: "\n"))
    }
    unfinished = 0
  }

  /// The limit that has ended the case, as a clause.
  private var cut: String {
    player.deadline.map { $0 <= .now } ?? false
      ? "the time for the run was up" : "the \(player.caseTimeout) ms for the case were up"
  }

  // MARK: Steps

  // MARK: The end

  /// Closes the client. The octets that it has sent so far are still to be read.
  func leave() {
    // The client gets some time to close, also at the end of the time for the case or the run.
    let grace = player.grace * patience
    player.client.mayWait(within: caseLimit.left() > grace ? caseLimit : player.limit(grace))
    let farewell = player.client.close()
    fault = CaseExecution.fault(trouble, farewell: farewell)
    if player.keepsConnections { return end() }
    _ = player.group.look()
    // Without a listening socket there is nothing to accept.
    if player.usesLocalSockets, !player.group.hasConnections { return end() }
    turn(to: .leaving(turns: CaseExecution.turnsOfFarewell))
  }

  func end() {
    recording = player.keepsConnections ? player.group.recording : player.group.end()
    analysis = script?.analysis(of: recording)
    script = nil
    player.relay.inPlay = nil
    fault = recording.faults.first?.complaint ?? fault
    if kdcWait?.isLate == true { fault = "the KDC was silent, and was ended" }
    kdcWait = nil
    duration = Instant.now.nanoseconds - began.nanoseconds
    phase = .over
    due = nil
  }

  /// The reason why the play cannot be judged: a driver's mistake, or a client that fails while it
  /// is closed.
  private static func fault(_ trouble: ClientTrouble?, farewell: ClientTrouble?) -> String? {
    if case .faulty(let reason)? = trouble { return reason }
    switch farewell {
    case .faulty(let reason): return reason
    case .crashed(let words) where trouble == nil: return "it crashed when it was closed: \(words)"
    case .hung(let words) where trouble == nil:
      return "it did not come to an end when it was closed" + (words.isEmpty ? "" : ": \(words)")
    case .crashed, .hung, .unsupported, nil: return nil
    }
  }
}

/// Observes a client for one case after the other. The client has a weak reference to it; the first
/// weak reference to an object costs an allocation, so each case would pay for one.
final class ObserverRelay: ClientObserver {
  /// The case in play; `nil` between two cases.
  var inPlay: CaseExecution?

  func client(finished request: Int, _ outcome: ClientOutcome) {
    inPlay?.client(finished: request, outcome)
  }
  func client(asks question: CredentialsQuestion) -> CredentialsAnswer {
    inPlay?.client(asks: question) ?? .cancel
  }
  func clientWasMadeAnew() { inPlay?.clientWasMadeAnew() }
}

extension CaseExecution {
  /// Stores the outcome of a request.
  func client(finished request: Int, _ outcome: ClientOutcome) {
    guard outcomes.indices.contains(request), case nil = outcomes[request] else { return }
    outcomes[request] = outcome.cut(for: plan)
    unfinished -= 1
  }

  /// Answers as the scenario says.
  func client(asks question: CredentialsQuestion) -> CredentialsAnswer {
    let asked = prompts ?? CredentialPrompts(settings.value)
    prompts = asked
    let (answer, closing) = asked.answer(question)
    closeConnections(of: closing)
    return answer
  }

  /// Notes that the step is made by a new client.
  func clientWasMadeAnew() { isOfNewClient = true }
}

extension CaseExecution: Responder {
  /// Passes a request to the script, which exists once the servers listen.
  func reply(to request: IncomingRequest) -> Reply? {
    guard let script else { return Reply(content: .nothing, afterwards: .reset) }
    return script.reply(to: request)
  }

  var largeBodies: [Octets] { plan.largeBodies }

  /// Passes the question to the script.
  func handshake(with server: Int) -> HandshakePlan {
    script?.handshake(with: server) ?? HandshakePlan()
  }
}

extension ClientTrouble {
  /// Creates the trouble that ends the case; `nil` for a response or a failure.
  init?(_ outcome: ClientOutcome) {
    switch outcome {
    case .unsupported(let reason): self = .unsupported(reason)
    case .faulty(let reason): self = .faulty(reason)
    case .crashed(let words): self = .crashed(words)
    case .hung(let words): self = .hung(words)
    case .response, .failure: return nil
    }
  }

  /// What the client does not support, if that is the trouble.
  fileprivate var refusal: String? {
    if case .unsupported(let reason) = self { reason } else { nil }
  }
}
