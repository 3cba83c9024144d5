// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Platform
@testable import ReferenceClient
import Scenarios
@testable import Servers
import Transcripts

/// Servers with TLS, and the reference client.
final class SecureStand: Responder, ClientObserver {
  /// Milliseconds for a request that no machine is too busy for.
  static let long = 60_000

  let loop = EventLoop()
  let group: ServerGroup
  let client: ReferenceClient
  /// The session of the client; each `get` opens it unless it is open.
  var session = ClientSession()
  /// The handshakes of the servers in order; the last one also applies to further servers.
  var plans: [HandshakePlan] = []
  /// The replies of the servers.
  var decide: (IncomingRequest) -> Reply? = { _ in .plain("ok") }
  private var handshakes = 0
  private var outcome: ClientOutcome?
  private var isOpen = false

  /// A stand whose first server has these settings and name, and further servers.
  init(
    _ settings: TLSSettings? = .usual, hostName: String? = nil,
    others: [ServerConfiguration] = [], faults: Set<Fault.Name> = [],
    variants: Set<Variant.Name> = []
  ) throws {
    group = ServerGroup(loop: loop)
    client = ReferenceClient(loop: loop, faults: faults, variants: variants)
    client.observer = self
    let origin = ServerConfiguration(
      name: "origin", kind: .origin, host: 2, hostName: hostName, backEnd: .wire, tls: settings)
    try group.begin([origin] + others, responder: self)
    session.timeout = SecureStand.long
    session.tls = ClientTLS(caFile: try group.runCertificates().rootFile)
    session.resolve = group.servers.filter { $0.configuration.hostName != nil }.map {
      .init(host: $0.host, port: $0.portInURLs, place: $0.place)
    }
  }

  deinit { client.close() }

  func reply(to request: IncomingRequest) -> Reply? { decide(request) }

  func handshake(with server: Int) -> HandshakePlan {
    defer { handshakes += 1 }
    return plans.isEmpty ? HandshakePlan() : plans[min(handshakes, plans.count - 1)]
  }

  func client(finished request: Int, _ outcome: ClientOutcome) { self.outcome = outcome }
  func client(asks question: CredentialsQuestion) -> CredentialsAnswer { .cancel }

  /// The URL of a server.
  func url(_ server: Int = 0) -> String { group.servers[server].url }

  /// The result of a GET.
  @discardableResult
  func get(_ path: String = "/", at server: Int = 0) -> ClientOutcome {
    if !isOpen {
      if let trouble = client.open(session) { return ClientOutcome(trouble) }
      isOpen = true
    }
    outcome = nil
    client.start(ClientRequest(url: url(server) + path), number: 0)
    while outcome == nil { loop.turn(until: Instant.now.advanced(byMilliseconds: 20)) }
    settle()
    return outcome ?? .hung()
  }

  /// Changes the session.
  func change(_ change: (inout ClientSession) throws -> Void) rethrows {
    try change(&session)
    _ = client.change(session)
  }

  /// Lets the servers read what the client has sent.
  func settle() {
    for _ in 0..<4 { loop.turn(until: Instant.now.advanced(byMilliseconds: 2)) }
  }

  /// Ends the session.
  func end() {
    client.close()
    isOpen = false
    settle()
  }

  /// A pin of a certificate at a server.
  func pin(
    _ definition: CertificateDefinition, at server: Int = 0
  ) throws -> KeyPin {
    let hash = try group.runCertificates().pin(definition, of: group.servers[server])
    return KeyPin(target: .origin, url: url(server), hash: "sha256//" + hash)
  }

  /// A certificate of the client for a server.
  func card(
    _ name: String = "card", for server: Int = 0, target: ClientCredentials.Target = .origin
  ) throws -> ClientCertificate {
    var definition = CertificateDefinition(name: name)
    definition.use = .client
    let made = try group.runCertificates().clientCertificate(definition)
    return ClientCertificate(
      target: target, url: url(server), certificate: made.certificate, key: made.key,
      file: made.file)
  }

  var recording: Recording { group.recording }
  /// The paths of the received requests, with their servers.
  var requests: [String] {
    recording.exchanges.map { "\($0.server) \($0.request.method) \($0.request.target)" }
  }
  /// The handshakes that the servers recorded, in the order of connections.
  var handshakesSeen: [TLSHandshake] {
    recording.handshakes.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension Reply {
  /// A redirect.
  static func redirect(to url: String) -> Reply {
    let location = Octets(Array(url.utf8))
    return plain(status: 302, fields: [("Location", location)])
  }

  static func plain(
    _ text: String = "ok", status: Int = 200, fields: [(Octets, Octets)] = [],
    framing: Framing = .length, afterwards: ConnectionFate = .keep
  ) -> Reply {
    var head = ResponseHead(status: status, reason: "OK")
    for (name, value) in fields { head.fields.append(name: name.bytes, value: value.bytes) }
    return Reply(
      content: .response(Response(head: head, body: Octets(text), framing: framing)),
      afterwards: afterwards)
  }
}

extension ClientOutcome {
  /// The status of the response; `nil` if there is none.
  var statusCode: Int? {
    if case .response(let response) = self { response.status } else { nil }
  }
  /// The kind of error; `nil` for none.
  var failureKind: ClientFailure.Kind? {
    if case .failure(let failure) = self { failure.kind } else { nil }
  }
}
