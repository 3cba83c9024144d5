// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Clients
import Judging
import Kerberos
import Platform
import Scenarios
import Servers
import Transcripts

/// The steps of a case: their requests, and how they end.
extension CaseExecution {
  func beginStep() {
    guard planned.indices.contains(step) else { return leave() }
    player.group.step = step
    script?.begin(step: step)
    let earlier = settings
    settings = plan.expectations.settingsInSteps[step]
    let isChanged = !settings.isTriviallyIdentical(to: earlier)
    if isChanged {
      if settings.answers != earlier.answers { prompts = nil }
      renderer?.choice?.restart(from: step)
    }
    isOfNewClient = false
    if let state = planned[step].store, let reason = renderer?.changeStore(state) {
      lack = reason
      return leave()
    }
    if let trouble = session(isChanged: isChanged) {
      // The step's requests end with the client's trouble.
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

  /// The requests of this step.
  private func plannedRequests() -> [ClientRequest] {
    renderer?.requests(
      planned[step].requests, headers: settings.headers,
      userinfo: settings.userinfo) ?? []
  }

  /// Opens, changes or restarts the client's session if needed; returns its trouble.
  private func session(isChanged: Bool) -> ClientTrouble? {
    guard let renderer, step == 0 || planned[step].restarts || isChanged else { return nil }
    let session: ClientSession
    do {
      session = try renderer.session(settings.value)
    } catch {
      return .faulty(error.reason)
    }
    if step == 0 { return player.client.open(session) }
    return planned[step].restarts
      ? player.client.restart(session) : player.client.change(session)
  }

  func close(_ servers: [String]) {
    guard !servers.isEmpty else { return }
    closeConnections(of: servers)
    // The client sees the end of its connections now, not during its next request.
    phase = .pausing
    due = Instant.now.advanced(byMilliseconds: CaseExecution.pause)
  }

  func closeConnections(of servers: [String]) {
    for (index, server) in player.group.servers.enumerated()
    where servers.contains(server.configuration.name) {
      player.group.closeConnections(of: index)
    }
  }

  func ask() {
    requests = plannedRequests()
    outcomes.removeAll(keepingCapacity: true)
    for _ in requests { outcomes.append(nil) }
    unfinished = requests.count
    rounds = 0
    phase = .asking
    isGivenUp = false
    if plan.usesKDC {
      kdcWait = renderer?.realm?.waitForKDC(player.timeout * patience, end: player.deadline)
    }
    for number in requests.indices { player.client.start(requests[number], number: number) }
    let limit = player.limit(
      ((settings.timeout ?? player.timeout) + player.grace) * patience)
    self.limit = limit
    due = min(limit.due, caseLimit.due)
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

  func endStep() {
    if isToBeRepeated, let outcome = outcomes[0] {
      earlier.append(RequestOutcome(request: requests[0], outcome: outcome))
      return ask()
    }
    var ended = StepOutcome(
      requests: earlier, questions: prompts?.takeAnswered() ?? [], isOfNewClient: isOfNewClient)
    earlier.removeAll()
    stretch = max(stretch, limit?.stretch() ?? 0)
    for number in requests.indices {
      let outcome = outcomes[number] ?? .hung()
      if trouble == nil { trouble = ClientTrouble(outcome) }
      let isHung = if case .hung = outcome { isGivenUp } else { false }
      ended.requests.append(
        RequestOutcome(
          request: requests[number], outcome: outcome, waited: isHung ? limit?.milliseconds : nil))
    }
    if settings.store, let renderer { ended.stored = renderer.storedFiles }
    steps.append(ended)
    if trouble != nil { return leave() }
    step += 1
    turn(to: .beginning)
  }
}
