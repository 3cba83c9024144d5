// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Platform
import Scenarios
import Transcripts

extension DriverCheck: ClientObserver {
  package func client(finished request: Int, _ outcome: ClientOutcome) { self.outcome = outcome }
  package func client(asks question: CredentialsQuestion) -> CredentialsAnswer { .cancel }

  // MARK: Calls

  /// Opens a session, for requests to the check's own server.
  private func open(_ session: ClientSession = ClientSession()) throws(Result) {
    try succeed(client.open(session), "open")
  }

  private func succeed(_ trouble: ClientTrouble?, _ op: String) throws(Result) {
    guard let trouble else { return }
    if case .unsupported(let what) = trouble { throw .skipped("\(op) is unsupported: \(what)") }
    throw .bad(trouble.words)
  }

  /// Makes a request and waits for its outcome.
  private func outcome(of request: ClientRequest) throws(Result) -> ClientOutcome {
    outcome = nil
    client.observer = self
    client.start(request, number: 1)
    let end = Instant.now.advanced(byMilliseconds: program.start)
    while outcome == nil, Instant.now < end { loop.turn(until: end) }
    guard let outcome else {
      throw .bad("no answer to request within \(program.start) ms; \(client.abandon(1))")
    }
    return outcome
  }

  /// Makes a request that has a response; returns its status.
  private func status(of path: String) throws(Result) -> Int? {
    let outcome = try outcome(of: ClientRequest(url: server.url(path)))
    switch outcome {
    case .response(let response): return response.status
    case .unsupported(let what): throw .skipped("the driver cannot do it: \(what)")
    case .failure, .hung, .crashed, .faulty:
      throw .bad("GET \(path) must have a response, and is \(shown(outcome))")
    }
  }

  private func shown(_ outcome: ClientOutcome) -> String {
    switch outcome {
    case .response(let response): "status \(response.status ?? 0)"
    case .failure(let failure): "an error of kind \(failure.kind.rawValue): \(failure.message)"
    case .unsupported(let words), .hung(let words), .crashed(let words), .faulty(let words): words
    }
  }

  // MARK: Errors

  func noSession() throws(Result) {
    try server.begin()
    try succeed(client.start(), "hello")
    try succeed(client.close(), "close")
    try expect(.internal, of: ClientRequest(url: server.url("/")))
  }

  func refused() throws(Result) {
    try open()
    let isWebSocket = requests.areWebSockets
    try expect(
      .connection,
      of: ClientRequest(
        url: isWebSocket ? "ws://127.0.0.1:1/" : "http://127.0.0.1:1/", isWebSocket: isWebSocket))
  }

  /// Makes a request that must end with an error.
  private func expect(_ kind: ClientFailure.Kind, of request: ClientRequest) throws(Result) {
    let outcome = try outcome(of: request)
    guard case .failure(let failure) = outcome, failure.kind == kind else {
      throw .bad("the answer must be an error of kind \(kind.rawValue), and is \(shown(outcome))")
    }
  }

  // MARK: Sessions

  func freshState() throws(Result) {
    try need(.basic)
    try server.begin()
    let isByChallenge = identity?.abilities.contains(.byChallenge) == true
    var session = ClientSession()
    session.credentials = [
      ClientCredentials(
        target: .origin, url: server.origin, scheme: isByChallenge ? nil : "basic", user: "alice",
        password: "open sesame")
    ]
    session.cookies = identity?.abilities.contains(.cookies) == true
    try open(session)
    _ = try status(of: "/cookie")
    guard try status(of: "/basic") == 200 else {
      throw .bad("the login is not used: the server did not let it in")
    }
    let before = server.recording.exchanges
    try open()
    let again = try status(of: "/basic")
    let exchanges = server.recording.exchanges.dropFirst(before.count)
    func isSent(_ name: StaticString) -> Bool {
      exchanges.contains { $0.request.first(name) != nil }
    }
    guard again == 401, !isSent("Authorization") else {
      throw .bad("the login of the session before is still used")
    }
    guard !isSent("Cookie") else { throw .bad("a cookie of the session before is still sent") }
    let connections = Set(before.map(\.connection))
    guard !exchanges.contains(where: { connections.contains($0.connection) }) else {
      throw .bad("a connection of the session before is still used")
    }
  }

  func closing() throws(Result) {
    try server.begin()
    try open()
    _ = try status(of: "/plain")
    try succeed(client.close(), "close")
    for _ in 0..<20 where server.openConnections > 0 { rest(25) }
    guard server.openConnections == 0 else {
      throw .bad("half a second after close was answered, a connection is still open")
    }
  }

  // MARK: Scenarios, and what the judge leaves open

  func plainRequest() throws(Result) {
    requests.areWebSockets = false
    let play: Transcript
    do {
      play = try self.play(DriverScenario.plain)
    } catch {
      if case .skipped = error {
        requests.areWebSockets = identity?.abilities.contains(.webSocket) == true
      }
      throw error
    }
    // Clients may report a refused login as an error, but here was none to refuse.
    if let last = play.steps.last?.requests.last?.outcome, case .failure = last {
      throw .bad("a 401 without a login is a status, and \(shown(last)) is reported")
    }
  }

  func concurrent() throws(Result) {
    try need(.concurrent)
    let exchanges = try play(requests.concurrent).recording.exchanges
    guard let slow = exchanges.first(where: { $0.request.target == "/slow" }),
      let end = slow.replied,
      exchanges.contains(where: { $0.request.target != "/slow" && $0.received < end })
    else { throw .bad("it claims concurrent, and makes one request after the other") }
  }

  func asking() throws(Result) {
    try need(.ask)
    // A question may leave out its realm and its scheme.
    _ = try play(requests.asking, maySkip: true)
  }

  func cancelling() throws(Result) {
    try need(.ask)
    _ = try play(requests.cancelling)
  }

  func timeout() throws(Result) { _ = try play(requests.timeout) }
}
