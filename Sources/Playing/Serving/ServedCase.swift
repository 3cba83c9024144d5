// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Kerberos
import Platform
import Scenarios
import Servers
import Transcripts

/// A case whose servers play for a client that authspec does not control: a browser, a phone, a
/// program in a debugger.
///
/// Its steps advance when the client's operator says so. It is played on a loop of the caller, who
/// turns it.
package final class ServedCase {
  /// The case as it was planned.
  package let plan: CasePlan
  /// What the client is to do now; that of the last step once the case is over.
  package private(set) var task: ServedStep
  /// `true` once the last step has ended.
  package private(set) var isOver = false

  private let group: ServerGroup
  private let responder: ServedResponder
  private let renderer: SessionRenderer
  private let began = Instant.now
  private var ended: [StepOutcome] = []
  /// The end of the step was asked for before anything arrived in it.
  private var hasEmptyEnd = false

  /// Opens the servers of a case.
  package init(
    _ plan: CasePlan, on loop: EventLoop, placement: ServerPlacement = ServerPlacement()
  ) throws(ServerError) {
    self.plan = plan
    group = ServerGroup(loop: loop, placement: placement)
    responder = ServedResponder()
    do throws(ServerError) {
      try group.begin(plan.servers, responder: responder)
      let addresses = AddressBook(group.servers)
      responder.aside = Aside(group.servers)
      let realm = try ServedCase.realm(of: plan, addresses)
      responder.script = Script(
        plan: plan, group: group, addresses: addresses,
        acceptors: NegotiateAcceptors(realm, plan, addresses))
      renderer = SessionRenderer(
        addresses: addresses, choice: nil, timeout: RunOptions().timeout,
        certificates: plan.speaksTLS ? try group.runCertificates() : nil, realm: realm)
      task = try ServedCase.task(0, of: plan, renderer, before: nil)
    } catch {
      responder.script = nil
      group.stop()
      throw error
    }
    responder.script?.begin(step: 0)
  }

  /// The realm whose tickets the client is given, with its KDC if the case needs one.
  private static func realm(
    of plan: CasePlan, _ addresses: AddressBook
  ) throws(ServerError) -> RunRealm? {
    if plan.usesKerberos, let host = addresses.hosts.first(where: { !RunRealm.knows($0) }) {
      throw .lack("There are tickets of Kerberos for 127.0.0.1 to 127.0.0.30, and not for \(host).")
    }
    do throws(KerberosUnavailable) {
      return try plan.realm(RunRealm.current)
    } catch { throw .lack("Kerberos is not available: \(error).") }
  }

  /// The servers, in the order of the case.
  package var servers: [Recording.Server] { group.servers }

  /// Nanoseconds since the servers were opened.
  package var elapsed: Int64 { Instant.now.nanoseconds - began.nanoseconds }

  // MARK: Steps

  /// The result of ending a step.
  package enum StepEnd: Hashable, Sendable {
    /// The next step is in play, or the case is over.
    case ended
    /// Nothing has arrived in the step. The next call ends it.
    case nothingCame
  }

  /// Ends the step in play, with what the client's operator reports, and goes on with the next.
  package func endStep(_ reported: ReportedOutcome? = nil) throws(ServerError) -> StepEnd {
    guard !isOver else { return .ended }
    if !hasSeenSomething, reported == nil, !hasEmptyEnd {
      hasEmptyEnd = true
      return .nothingCame
    }
    hasEmptyEnd = false
    ended.append(outcome(reported))
    let next = task.index + 1
    guard next < plan.played.steps.count else {
      isOver = true
      return .ended
    }
    task = try ServedCase.task(next, of: plan, renderer, before: task)
    group.step = next
    responder.script?.begin(step: next)
    for (index, server) in servers.enumerated()
    where plan.played.steps[next].closing.contains(server.configuration.name) {
      group.closeConnections(of: index)
    }
    return .ended
  }

  private static func task(
    _ index: Int, of plan: CasePlan, _ renderer: SessionRenderer, before: ServedStep?
  ) throws(ServerError) -> ServedStep {
    let step = plan.played.steps[index]
    let settings = plan.expectations.settingsInSteps[index]
    let session = try renderer.session(settings.value)
    return ServedStep(
      index: index, title: step.isTitled ? step.title : "", session: session,
      hasNewSession: before.map { $0.session != session || $0.answers != settings.answers } ?? true,
      restarts: step.restarts, timeout: settings.timeout, answers: settings.answers,
      requests: renderer.requests(
        step.requests, headers: settings.headers, userinfo: settings.userinfo),
      until: step.requests.first?.until)
  }

  private func outcome(_ reported: ReportedOutcome?) -> StepOutcome {
    let expectation = plan.played.steps[task.index].expect.client
    return StepOutcome(
      requests: task.requests.map { request in
        guard let reported else { return RequestOutcome(unreported: request) }
        return RequestOutcome(request: request, outcome: reported.outcome(expecting: expectation))
      }, questions: assumedQuestions)
  }

  /// A question from each kind of server for each login that the user is to type: nobody knows
  /// which server asked.
  private var assumedQuestions: [AnsweredQuestion] {
    (task.answers ?? []).flatMap { answer -> [AnsweredQuestion] in
      guard case .login(let login, _) = answer else { return [] }
      return [ClientCredentials.Target.origin, .proxy].map { target in
        var question = AnsweredQuestion(
          question: CredentialsQuestion(request: 0, target: target, url: nil, failures: nil),
          answer: .credentials(
            ClientCredentials(
              target: target, user: login.user, password: login.password, token: login.token)))
        question.isAssumed = true
        return question
      }
    }
  }

  private var hasSeenSomething: Bool {
    let (recording, step) = (self.recording, task.index)
    return recording.exchanges.contains { $0.step == step }
      || recording.oddities.contains { $0.step == step }
      || recording.handshakes.values.contains { $0.step == step }
  }

  // MARK: What was seen

  /// The recording so far, without what browsers ask for of their own accord.
  private var recording: Recording { group.recording.without(responder.asides) }

  /// The number of requests that were answered and are not judged.
  package var asides: Int { responder.asides.count }

  /// The exchanges so far, and their verdicts.
  package func state() -> ServedState {
    state(recording, stepsSoFar, isOver: isOver)
  }

  private func state(
    _ recording: Recording, _ steps: [StepOutcome], isOver: Bool
  ) -> ServedState {
    ServedState(
      task: task, stepCount: plan.played.steps.count, result: played(recording, steps).judged(),
      isOver: isOver, asides: asides, elapsed: elapsed)
  }

  /// Closes the servers and returns all exchanges, with the final verdicts.
  package func end() -> ServedState {
    let steps = stepsSoFar
    let recording = group.end().without(responder.asides)
    responder.script = nil
    group.stop()
    return state(recording, steps, isOver: true)
  }

  /// The steps that were played. The step in play counts once something has arrived in it.
  private var stepsSoFar: [StepOutcome] {
    isOver || !hasSeenSomething ? ended : ended + [outcome(nil)]
  }

  private func played(_ recording: Recording, _ steps: [StepOutcome]) -> PlayedCase {
    PlayedCase(
      plan: plan,
      transcript: Transcript(
        recording: recording, steps: steps, client: ServedCase.client(of: plan), duration: elapsed,
        fault: recording.faults.first?.complaint),
      analysis: ExchangeAnalysis(recording, plan.expectations))
  }

  /// A client with all abilities that the case needs except `ask`: whether it asks its user for
  /// logins is not known.
  private static func client(of plan: CasePlan) -> ClientIdentity {
    ClientIdentity(
      name: "the client", version: "",
      abilities: Set(plan.played.needs).subtracting([Ability.ask.rawValue]))
  }
}

/// Answers the requests of a served case.
private final class ServedResponder: Responder {
  /// `nil` before the servers listen, and after the end.
  var script: Script?
  var aside: Aside?
  /// The exchanges that are not judged.
  private(set) var asides: Set<Int> = []

  func reply(to request: IncomingRequest) -> Reply? {
    if let reply = aside?.reply(to: request.head, at: request.server) {
      guard request.isComplete else { return nil }
      asides.insert(request.exchange)
      return reply
    }
    guard let script else { return Reply(content: .nothing, afterwards: .reset) }
    return script.reply(to: request)
  }

  func handshake(with server: Int) -> HandshakePlan {
    script?.handshake(with: server) ?? HandshakePlan()
  }
}
