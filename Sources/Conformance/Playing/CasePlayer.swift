public import ClientDrivers
internal import HTTPAuth
public import Polling
internal import ScenarioLanguage
internal import TestServers

/// Plays cases one after the other, with a loop, servers and a client of its own: what a worker does.
public final class CasePlayer {
  /// Connections and the client's handle stay for the next case: for measuring only.
  public var keepsConnections = false

  /// How many answers a client in this process may read before the loop gets its turn.
  private static let roundsAtOnce = 16

  private let loop: EventLoop
  private let group: ServerGroup
  private let client: any ClientUnderTest
  private let identity: ClientIdentity
  private let timeout: Int
  private let grace: Int
  private let caseTimeout: Int
  private var asking: Questioning?
  private var outcomes: [ClientOutcome?] = []
  private var unfinished = 0
  private var isOfNewClient = false

  /// A player on a loop; `timeout` is in milliseconds for one request, and so is `grace`, past which a client counts as
  /// hung. `caseTimeout` is for all that a client does in a case; a minute where it is not said, or ten times `timeout`.
  public init(
    loop: EventLoop, client: any ClientUnderTest, timeout: Int, grace: Int = 2000,
    caseTimeout: Int? = nil
  ) {
    self.loop = loop
    self.client = client
    self.timeout = timeout
    self.grace = grace
    self.caseTimeout = caseTimeout ?? max(60_000, 10 * timeout)
    identity = client.identity
    group = ServerGroup(loop: loop)
  }

  /// Plays a case from its first step to its last, or until the client can do no more.
  public func play(_ plan: CasePlan) -> Play {
    let began = Instant.now
    let stage = Stage()
    do {
      try group.begin(plan.servers, responder: stage, keepConnections: keepsConnections)
    } catch {
      return Play(
        recording: Recording(), steps: [], client: identity, duration: 0,
        fault: String(describing: error))
    }
    let addresses = AddressBook(group.servers)
    stage.script = Script(plan: plan, group: group, addresses: addresses)
    let renderer = SessionRenderer(
      addresses: addresses,
      kinds: plan.kinds,
      choice: SchemeChoice(identity.abilities, plan),
      timeout: timeout)
    client.observer = self
    let deadline = Instant.now.advanced(byMilliseconds: caseTimeout)
    client.mayWait(until: deadline)
    var steps: [StepOutcome] = []
    let trouble = perform(plan, stage, renderer, until: deadline, &steps)
    client.mayWait(until: max(deadline, Instant.now.advanced(byMilliseconds: grace)))
    let farewell = client.close()
    // What the client has already sent, and its farewell, is still to be read.
    if !keepsConnections { readFarewell() }
    let recording = keepsConnections ? group.recording : group.end()
    let reading = stage.script?.reading(of: recording)
    stage.script = nil
    client.observer = nil
    asking = nil
    return Play(
      recording: recording, steps: steps, client: identity,
      duration: Instant.now.nanoseconds - began.nanoseconds,
      fault: recording.faults.first?.complaint ?? CasePlayer.fault(trouble, farewell: farewell),
      unsupported: trouble?.refusal, reading: reading)
  }

  /// Closes the servers.
  public func stop() { group.stop() }

  /// What keeps a play from being judged: a driver's mistake, or a client that does not survive its farewell.
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

  /// Plays the steps, and adds what the client told in each; returns what it came to grief over.
  private func perform(
    _ plan: CasePlan, _ stage: Stage, _ renderer: SessionRenderer, until deadline: Instant,
    _ steps: inout [StepOutcome]
  ) -> ClientTrouble? {
    var renderer = renderer
    var settings = plan.played.client
    asking = Questioning(settings, renderer)
    let planned = plan.played.steps
    for index in planned.indices {
      let step = planned[index]
      group.step = index
      stage.script?.begin(step: index)
      if let changed = step.client {
        if changed.answers != settings.answers { asking = Questioning(changed, renderer) }
        settings = changed
        renderer.choice?.tell(from: index)
      }
      isOfNewClient = false
      let trouble: ClientTrouble? =
        if index == 0 { client.open(renderer.session(settings)) } else if step.client != nil {
          client.change(renderer.session(settings))
        } else { nil }
      if let trouble {
        // The requests that it was to make end as it did.
        let requests = renderer.requests(step, settings)
        steps.append(
          StepOutcome(requests: requests.map { .init(request: $0, outcome: .init(trouble)) }))
        return trouble
      }
      close(step.closing)
      let outcome = self.perform(
        renderer.requests(step, settings), timeout: settings.timeout ?? timeout, until: deadline)
      steps.append(outcome)
      for request in outcome.requests {
        switch request.outcome {
        case .unsupported(let reason): return .unsupported(reason)
        case .faulty(let reason): return .faulty(reason)
        case .crashed(let words): return .crashed(words)
        case .hung(let words): return .hung(words)
        case .response, .failure: break
        }
      }
    }
    return nil
  }

  private func close(_ servers: [String]) {
    guard !servers.isEmpty else { return }
    for (index, server) in group.recording.servers.enumerated()
    where servers.contains(server.configuration.name) {
      group.closeConnections(of: index)
    }
    // The client sees the end of its connections now, not in the middle of its next request.
    let soon = Instant.now.advanced(byMilliseconds: 5)
    while Instant.now < soon { loop.turn(until: soon) }
  }

  /// Reads until nothing comes: a connection that is accepted in one turn may have sent something, seen in the next.
  private func readFarewell() {
    _ = group.look()
    let past = Instant(nanoseconds: 0)
    for _ in 0..<2 { guard loop.turn(until: past) else { return } }
  }

  private func perform(
    _ requests: [ClientRequest], timeout: Int, until caseDeadline: Instant
  ) -> StepOutcome {
    outcomes = Array(repeating: nil, count: requests.count)
    unfinished = requests.count
    for (number, request) in requests.enumerated() { client.start(request, number: number) }
    let own = Instant.now.advanced(byMilliseconds: timeout + grace)
    let deadline = min(own, caseDeadline)
    var rounds = 0
    while unfinished > 0 {
      // What libcurl has just sent is there at once, and so is the answer: four of six calls of poll(2) fewer for a case.
      if group.look(), rounds < CasePlayer.roundsAtOnce, client.look() {
        rounds += 1
        continue
      }
      rounds = 0
      loop.turn(until: deadline)
      if unfinished > 0, Instant.now >= deadline {
        for number in requests.indices where outcomes[number] == nil {
          let words = client.abandon(number)
          let reason = deadline < own ? "the \(caseTimeout) ms for the case were up" : ""
          outcomes[number] = .hung([reason, words].filter { !$0.isEmpty }.joined(separator: "\n"))
        }
        unfinished = 0
      }
    }
    let ended = zip(requests, outcomes).map { request, outcome in
      RequestOutcome(request: request, outcome: outcome ?? .hung())
    }
    let questions = asking?.takeAnswered() ?? []
    return StepOutcome(requests: ended, questions: questions, isOfNewClient: isOfNewClient)
  }
}

extension CasePlayer: ClientObserver {
  /// Keeps how a request ended.
  public func client(finished request: Int, _ outcome: ClientOutcome) {
    guard outcomes.indices.contains(request), outcomes[request] == nil else { return }
    outcomes[request] = outcome
    unfinished -= 1
  }

  /// Answers as the scenario says.
  public func client(asks question: CredentialsQuestion) -> CredentialsAnswer {
    asking?.answer(question) ?? .cancel
  }

  /// Keeps that the step is one of a new client.
  public func clientWasMadeAnew() { isOfNewClient = true }
}

/// Hands requests to the script, which can only be made once the servers listen.
private final class Stage: Responder {
  var script: Script?

  func reply(to request: IncomingRequest) -> Reply? {
    guard let script else { return Reply(content: .nothing, afterwards: .reset) }
    return script.reply(to: request)
  }
}

/// The scenario's answers to the client's questions, one after the other; after the last the user gives up.
private final class Questioning {
  private var answers: ArraySlice<Answer>
  private var answered: [AnsweredQuestion] = []

  init(_ settings: ClientSettings, _ renderer: SessionRenderer) {
    answers = (settings.answers ?? [])[...]
  }

  func answer(_ question: CredentialsQuestion) -> CredentialsAnswer {
    let answer: CredentialsAnswer =
      switch answers.popFirst() {
      case .login(let login):
        .credentials(
          ClientCredentials(
            target: question.target, url: question.url, user: login.user, password: login.password,
            token: login.token))
      case .cancel, nil: .cancel
      }
    answered.append(AnsweredQuestion(question: question, answer: answer))
    return answer
  }

  func takeAnswered() -> [AnsweredQuestion] {
    defer { answered = [] }
    return answered
  }
}

extension ClientTrouble {
  /// What the client cannot do, where that is what it says.
  fileprivate var refusal: String? {
    if case .unsupported(let reason) = self { reason } else { nil }
  }
}
