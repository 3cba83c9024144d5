import HTTPAuth
import Clients
import Judging
import Platform
import Scenarios
import Servers
import Transcripts

/// A case while it is played: what its servers and its client are to do next, and what the client
/// has told so far.
///
/// It never waits. Whoever plays it serves and reads as long as that moves it on, turns the loop
/// until `due` otherwise, and takes `play` when it is not due any more.
final class CaseExecution {
  /// How many answers a client in this process may read before the loop gets its turn.
  private static let roundsAtOnce = 64
  /// Milliseconds until a client has seen the end of its connections.
  private static let pause = 5
  /// A connection that is accepted in one turn of the loop may have sent something, which is seen
  /// in the next.
  private static let turnsOfFarewell = 2

  private enum Phase {
    /// The step's requests are made once the client has seen that its connections are closed.
    case pausing
    /// The client makes the step's requests.
    case asking
    /// The client is closed; what it has sent is still to be read, for so many turns.
    case leaving(turns: Int)
    case over
  }

  private let plan: CasePlan
  private let player: CasePlayer
  private let began: Instant
  /// When the time for all that the client does is up.
  private let deadline: Instant
  /// How many times as long as usual the client may take for a request.
  private let patience: Int
  private var phase = Phase.over
  /// When something has to happen at the latest; `nil` if the case is over.
  private(set) var due: Instant?

  /// Made once the servers listen.
  private var script: Script?
  private var renderer: SessionRenderer?
  private var settings: CopyOnWrite<ClientSettings>
  /// Made when the client asks.
  private var questioning: CredentialPrompts?
  private var step = 0
  private var requests: [ClientRequest] = []
  private var outcomes: [ClientOutcome?] = []
  private var unfinished = 0
  /// How the step's request ended each time but the last, where it is made again.
  private var earlier: [RequestOutcome] = []
  private var isOfNewClient = false
  private var rounds = 0
  private var hasServed = false
  /// The client has read what was served last.
  private var hasRead = false

  private var steps: [StepOutcome] = []
  private var trouble: ClientTrouble?
  private var fault: String?
  private var lack: String?
  private var recording = Recording()
  private var analysis: ExchangeAnalysis?
  private var duration: Int64 = 0

  init(_ plan: CasePlan, _ player: CasePlayer, patience: Int = 1) {
    self.plan = plan
    self.player = player
    self.patience = patience
    began = Instant.now
    let own = began.advanced(byMilliseconds: player.caseTimeout)
    deadline = player.deadline.map { min($0, own) } ?? own
    settings = plan.settings
  }

  /// All that came of it, once it is over. What the script could not read while it played is read
  /// now, once for all who look at the play.
  func played() -> PlayedCase {
    PlayedCase(
      plan: plan,
      transcript: Transcript(
        recording: recording, steps: steps, client: player.identity, duration: duration,
        fault: fault, unsupported: trouble?.refusal, lack: lack),
      analysis: analysis ?? ExchangeAnalysis(recording, plan.expectations))
  }

  // MARK: From outside

  /// Begins with the first step.
  func begin() {
    let group = player.group
    do {
      try group.begin(
        plan.servers, responder: self, keepConnections: player.keepsConnections)
    } catch {
      if error.isLack { lack = error.reason } else { fault = error.reason }
      return
    }
    let addresses = AddressBook(group.servers)
    script = Script(plan: plan, group: group, addresses: addresses)
    renderer = SessionRenderer(
      addresses: addresses,
      choice: player.choosesByChallenge ? nil : SchemeChoice(player.identity.abilities, plan),
      timeout: player.timeout * patience)
    player.ear.inPlay = self
    player.client.observer = player.ear
    player.client.mayWait(until: deadline)
    beginStep()
  }

  /// Serves what has come in already: what libcurl has just sent is there at once.
  func serve() {
    guard case .asking = phase, unfinished > 0 else { return }
    hasServed = player.group.look(clientHasRead: hasRead)
  }

  /// Lets the client read what was served; `false` if that takes the loop. Both together save four
  /// of six calls of poll(2).
  func read() -> Bool {
    hasRead = false
    guard hasServed else { return false }
    hasServed = false
    guard case .asking = phase, rounds < CaseExecution.roundsAtOnce, player.client.look() else {
      return false
    }
    rounds += 1
    hasRead = true
    return true
  }

  /// Takes the next step where it is time for it; `true` if something was done.
  func advance() -> Bool {
    switch phase {
    case .asking where unfinished == 0: endStep()
    case .pausing:
      guard let due, due <= Instant.now else { return false }
      ask()
    case .asking, .leaving, .over: return false
    }
    return true
  }

  /// The loop has had its turn, for all that share it.
  func loopHasTurned(sawSomething: Bool) {
    rounds = 0
    switch phase {
    case .asking:
      guard unfinished > 0, let due, due <= Instant.now else { return }
      for number in requests.indices where outcomes[number] == nil {
        let words = player.client.abandon(number)
        let reason =
          due != deadline
          ? ""
          : due == player.deadline
            ? "the time for the run was up" : "the \(player.caseTimeout) ms for the case were up"
        outcomes[number] = .hung([reason, words].filter { !$0.isEmpty }.joined(separator: "\n"))
      }
      unfinished = 0
    case .leaving(let turns):
      if sawSomething, turns > 1 { phase = .leaving(turns: turns - 1) } else { end() }
    case .pausing, .over: break
    }
  }

  // MARK: Steps

  private func beginStep() {
    guard planned.indices.contains(step) else { return leave() }
    player.group.step = step
    script?.begin(step: step)
    let told = settings
    settings = plan.expectations.settingsInSteps[step]
    let isChanged = !settings.isTriviallyIdentical(to: told)
    if isChanged {
      if settings.answers != told.answers { questioning = nil }
      renderer?.choice?.tell(from: step)
    }
    isOfNewClient = false
    if let trouble = session(isChanged: isChanged) {
      // The requests that it was to make end as it did.
      steps.append(
        StepOutcome(requests: plannedRequests().map { .init(request: $0, outcome: .init(trouble)) })
      )
      self.trouble = trouble
      return leave()
    }
    let closing = planned[step].closing
    close(closing)
    let pause = planned[step].pause
    if pause > 0 {
      phase = .pausing
      due = Instant.now.advanced(byMilliseconds: max(pause, CaseExecution.pause))
    } else if closing.isEmpty {
      ask()
    }
  }

  /// The case's steps as they were planned.
  private var planned: [Step] { plan.played.steps }

  /// What the client is to ask for in this step.
  private func plannedRequests() -> [ClientRequest] {
    renderer?.requests(
      planned[step].requests, headers: settings.headers,
      userinfo: settings.userinfo) ?? []
  }

  /// Tells the client of the session, where there is something to tell; returns what it came to
  /// grief over.
  private func session(isChanged: Bool) -> ClientTrouble? {
    guard let renderer else { return nil }
    if step == 0 { return player.client.open(renderer.session(settings.value)) }
    if planned[step].restarts {
      return player.client.restart(renderer.session(settings.value))
    }
    return isChanged ? player.client.change(renderer.session(settings.value)) : nil
  }

  private func close(_ servers: [String]) {
    guard !servers.isEmpty else { return }
    closeConnections(of: servers)
    // The client sees the end of its connections now, not in the middle of its next request.
    phase = .pausing
    due = Instant.now.advanced(byMilliseconds: CaseExecution.pause)
  }

  private func closeConnections(of servers: [String]) {
    for (index, server) in player.group.servers.enumerated()
    where servers.contains(server.configuration.name) {
      player.group.closeConnections(of: index)
    }
  }

  private func ask() {
    requests = plannedRequests()
    outcomes.removeAll(keepingCapacity: true)
    for _ in requests { outcomes.append(nil) }
    unfinished = requests.count
    rounds = 0
    phase = .asking
    for number in requests.indices { player.client.start(requests[number], number: number) }
    // A time that the scenario gives is what the client is told, however patient the harness is.
    let timeout =
      (settings.timeout ?? player.timeout * patience) + player.grace * patience
    due = min(Instant.now.advanced(byMilliseconds: timeout), deadline)
  }

  /// `true` if the step's request is to be made again.
  private var isToBeRepeated: Bool {
    guard let until = planned[step].requests.first?.until, earlier.count + 1 < until.times,
      let outcome = outcomes.first.flatMap({ $0 })
    else { return false }
    switch outcome {
    case .response(let response): return !until.status.contains { $0 == response.status }
    case .failure: return true
    case .unsupported, .hung, .crashed, .faulty: return false
    }
  }

  private func endStep() {
    if isToBeRepeated, let outcome = outcomes[0] {
      earlier.append(RequestOutcome(request: requests[0], outcome: outcome))
      return ask()
    }
    var ended = StepOutcome(
      requests: earlier, questions: questioning?.takeAnswered() ?? [], isOfNewClient: isOfNewClient)
    earlier.removeAll()
    for number in requests.indices {
      let outcome = outcomes[number] ?? .hung()
      if trouble == nil { trouble = ClientTrouble(outcome) }
      ended.requests.append(RequestOutcome(request: requests[number], outcome: outcome))
    }
    steps.append(ended)
    if trouble != nil { return leave() }
    step += 1
    beginStep()
  }

  // MARK: The end

  /// Closes the client. What it has already sent, and its farewell, is still to be read.
  private func leave() {
    player.client.mayWait(
      until: max(deadline, Instant.now.advanced(byMilliseconds: player.grace * patience)))
    let farewell = player.client.close()
    fault = CaseExecution.fault(trouble, farewell: farewell)
    if player.keepsConnections { return end() }
    _ = player.group.look()
    // Nothing waits to be accepted where no socket listens.
    if player.usesLocalSockets, !player.group.hasConnections { return end() }
    phase = .leaving(turns: CaseExecution.turnsOfFarewell)
    due = Instant(nanoseconds: 0)
  }

  private func end() {
    recording = player.keepsConnections ? player.group.recording : player.group.end()
    analysis = script?.analysis(of: recording)
    script = nil
    player.ear.inPlay = nil
    fault = recording.faults.first?.complaint ?? fault
    duration = Instant.now.nanoseconds - began.nanoseconds
    phase = .over
    due = nil
  }

  /// What keeps a play from being judged: a driver's mistake, or a client that does not survive its
  /// farewell.
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

/// Hears a client, which keeps no hold of it, for one case after the other: the first such hold of
/// an object costs another.
final class ObserverRelay: ClientObserver {
  /// The case in play; nil between two.
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
  /// Keeps how a request ended.
  func client(finished request: Int, _ outcome: ClientOutcome) {
    guard outcomes.indices.contains(request), case nil = outcomes[request] else { return }
    outcomes[request] = outcome
    unfinished -= 1
  }

  /// Answers as the scenario says.
  func client(asks question: CredentialsQuestion) -> CredentialsAnswer {
    let asked = questioning ?? CredentialPrompts(settings.value)
    questioning = asked
    let (answer, closing) = asked.answer(question)
    closeConnections(of: closing)
    return answer
  }

  /// Keeps that the step is one of a new client.
  func clientWasMadeAnew() { isOfNewClient = true }
}

extension CaseExecution: Responder {
  /// Hands a request to the script, which can only be made once the servers listen.
  func reply(to request: IncomingRequest) -> Reply? {
    guard let script else { return Reply(content: .nothing, afterwards: .reset) }
    return script.reply(to: request)
  }
}

extension ClientTrouble {
  /// What keeps a client from the next step; `nil` if the request ended as requests do.
  fileprivate init?(_ outcome: ClientOutcome) {
    switch outcome {
    case .unsupported(let reason): self = .unsupported(reason)
    case .faulty(let reason): self = .faulty(reason)
    case .crashed(let words): self = .crashed(words)
    case .hung(let words): self = .hung(words)
    case .response, .failure: return nil
    }
  }

  /// What the client cannot do, where that is what it says.
  fileprivate var refusal: String? {
    if case .unsupported(let reason) = self { reason } else { nil }
  }
}
