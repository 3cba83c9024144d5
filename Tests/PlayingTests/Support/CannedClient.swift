// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Platform
import Playing
import Transcripts

/// A client that does what a test tells it, right or wrong, octet for octet.
///
/// A request is made when it is started: the script turns the loop itself until it knows the end.
final class CannedClient: ClientUnderTest {
  /// The outcome of each request; `nil` for one that never ends.
  typealias Script = (Caller) -> ClientOutcome?

  var identity: ClientIdentity
  weak var observer: (any ClientObserver)?
  /// Why it cannot open a session, or change it.
  var refusal: String?
  /// What happened to it in the case in play.
  fileprivate(set) var session = ClientSession()
  private(set) var abandoned: [Int] = []
  private let loop: EventLoop
  private let script: Script
  fileprivate var connections: [String: CannedSocket] = [:]
  private var step = -1

  /// Everything that the driver protocol has a word for.
  static let allAbilities: Set<String> = [
    "basic", "digest", "digest-sha-256", "digest-sha-512-256", "digest-sess", "digest-auth-int",
    "digest-userhash", "proxy-digest", "bearer", "by-challenge", "preemptive", "proxy", "connect",
    "tunnel", "redirects", "cookies", "userinfo", "headers", "memory", "change", "concurrent",
    "stream",
    "netrc", "ask", "per-origin", "per-realm",
  ]

  init(
    loop: EventLoop, abilities: Set<String> = CannedClient.allAbilities, script: @escaping Script
  ) {
    identity = ClientIdentity(name: "canned", version: "1", abilities: abilities)
    self.loop = loop
    self.script = script
  }

  func open(_ session: ClientSession) -> ClientTrouble? {
    step = -1
    return change(session)
  }

  func change(_ session: ClientSession) -> ClientTrouble? {
    self.session = session
    return refusal.map { .unsupported($0) }
  }

  func start(_ request: ClientRequest, number: Int) {
    if number == 0 { step += 1 }
    let caller = Caller(
      loop: loop, client: self, request: request, number: number, step: step)
    guard let outcome = script(caller) else { return }
    observer?.client(finished: number, outcome)
  }

  func abandon(_ number: Int) -> String {
    abandoned.append(number)
    return ""
  }

  func close() -> ClientTrouble? {
    for connection in connections.values { connection.close() }
    connections = [:]
    return nil
  }
}

/// One request of the harness, in the hands of a test's script.
struct Caller {
  let loop: EventLoop
  let client: CannedClient
  let request: ClientRequest
  let number: Int
  let step: Int

  /// Address and port of a server of the case; every request of a test says them all.
  func authority(_ server: String) -> String {
    request.lines.first { $0.name == Octets("At-\(server)") }.map { "\($0.value)" } ?? ""
  }

  /// A connection by name, opened where it is not open.
  func connection(_ server: String = "origin", _ name: String = "") -> CannedSocket {
    let key = "\(server)/\(name)"
    if let open = client.connections[key], !open.isEnded { return open }
    let socket = CannedSocket(to: authority(server), loop: loop)
    client.connections[key] = socket
    return socket
  }

  /// Makes a request; the status of what never came is 0.
  @discardableResult
  func send(
    _ method: String = "GET", _ target: String = "/", to server: String = "origin",
    on name: String = "", host: String? = nil, _ fields: [(String, Octets)] = [],
    body: Octets? = nil, version: String = "HTTP/1.1"
  ) -> ClientResponse {
    let socket = connection(server, name)
    return send(
      method, target, over: socket, host: host ?? authority(server), fields, body: body,
      version: version)
  }

  /// Makes a request over a connection at hand, as one does inside a tunnel.
  @discardableResult
  func send(
    _ method: String, _ target: String, over socket: CannedSocket, host: String,
    _ fields: [(String, Octets)] = [], body: Octets? = nil, version: String = "HTTP/1.1"
  ) -> ClientResponse {
    var octets = Array("\(method) \(target) \(version)\r\nHost: \(host)\r\n".utf8)
    for (name, value) in fields { octets += Array("\(name): ".utf8) + value.array + [13, 10] }
    if let body { octets += Array("Content-Length: \(body.count)\r\n".utf8) }
    octets += [13, 10]
    if let body { octets += body.array }
    socket.send(octets)
    return socket.response(to: method) ?? ClientResponse(status: 0)
  }

  /// Asks the user about a challenge of the origin.
  @discardableResult
  func ask(
    realm: Octets? = nil, scheme: String? = nil, scope: Octets? = nil, failures: Int? = 0
  ) -> CredentialsAnswer {
    ask(
      .origin, "http://\(authority("origin"))/", realm: realm, scheme: scheme, scope: scope,
      failures: failures)
  }

  /// Asks the user.
  @discardableResult
  func ask(
    _ target: ClientCredentials.Target, _ url: String?, realm: Octets? = nil,
    scheme: String? = nil, scope: Octets? = nil, failures: Int? = 0
  ) -> CredentialsAnswer {
    client.observer?.client(
      asks: CredentialsQuestion(
        request: number, target: target, url: url, scheme: scheme, realm: realm,
        scope: scope, failures: failures)) ?? .cancel
  }

  /// The usual exchange: ask, and answer a challenge as `answer` says; the second response is the
  /// outcome.
  func login(
    _ target: String = "/", field: String = "Authorization",
    _ answer: (ClientResponse) -> Octets?
  ) -> ClientOutcome {
    let first = send("GET", target)
    guard let value = answer(first) else { return .response(first) }
    return .response(send("GET", target, [(field, value)]))
  }
}
