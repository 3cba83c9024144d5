// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Platform
import Scenarios
@testable import Servers
import Transcripts

/// Servers with TLS, and libcurl as their client.
final class TLSStand: Responder, ClientObserver {
  let loop = EventLoop()
  let group: ServerGroup
  let client: LibcurlClient
  /// What the server does in the handshake of each connection; the last for all further ones.
  var plans: [HandshakePlan] = []
  /// What is answered.
  var decide: (IncomingRequest) -> Reply? = { _ in .text("ok") }
  private var handshakes = 0
  private var outcome: ClientOutcome?

  init(
    _ backEnd: BackEnd = .wire, _ settings: TLSSettings = .usual,
    hostName: String? = nil, proxy: TLSSettings?? = nil
  ) throws {
    group = ServerGroup(loop: loop)
    client = LibcurlClient(loop: loop)
    client.observer = self
    var servers = [
      ServerConfiguration(
        name: "origin", kind: .origin, host: 2, hostName: hostName, backEnd: backEnd,
        tls: settings)
    ]
    if case .some(let settings) = proxy {
      servers.append(
        ServerConfiguration(name: "proxy", kind: .proxy, host: 3, backEnd: .wire, tls: settings))
    }
    try group.begin(servers, responder: self)
  }

  func reply(to request: IncomingRequest) -> Reply? { decide(request) }

  func handshake(with server: Int) -> HandshakePlan {
    defer { handshakes += 1 }
    return plans.isEmpty ? HandshakePlan() : plans[min(handshakes, plans.count - 1)]
  }

  func client(finished request: Int, _ outcome: ClientOutcome) { self.outcome = outcome }
  func client(asks question: CredentialsQuestion) -> CredentialsAnswer { .cancel }

  /// What the client makes of a request to the first server.
  func get(
    _ change: (inout ClientTLS, Recording.Server) throws -> Void = { _, _ in }
  ) throws -> ClientOutcome {
    var session = ClientSession()
    var tls = ClientTLS(caFile: try group.runCertificates().rootFile)
    let server = group.servers[0]
    try change(&tls, server)
    session.tls = tls
    session.timeout = 1000
    session.proxy = group.servers.dropFirst().first?.url
    if server.configuration.hostName != nil {
      session.resolve = [.init(host: server.host, port: server.portInURLs, place: server.place)]
    }
    if let trouble = client.open(session) { return ClientOutcome(trouble) }
    outcome = nil
    client.start(ClientRequest(url: server.url + "/"), number: 0)
    while outcome == nil { loop.turn(until: Instant.now.advanced(byMilliseconds: 20)) }
    client.close()
    for _ in 0..<3 { loop.turn(until: Instant.now.advanced(byMilliseconds: 2)) }
    return outcome ?? .hung()
  }

  /// A certificate that the client may show to that server.
  func clientCertificate(
    _ definition: CertificateDefinition, for server: Recording.Server
  ) throws -> ClientCertificate {
    let made = try group.runCertificates().clientCertificate(definition)
    return ClientCertificate(
      target: .origin, url: server.url, certificate: made.certificate, key: made.key,
      file: made.file)
  }

  /// What the first server has seen of the first connection's handshake.
  var handshake: TLSHandshake? { group.recording.handshakes[0] }
}

extension ClientOutcome {
  /// The status of the response; `nil` where there is none.
  var status: Int? { if case .response(let response) = self { response.status } else { nil } }
  /// What kind of error it is; `nil` where it is none.
  var failure: ClientFailure.Kind? {
    if case .failure(let failure) = self { failure.kind } else { nil }
  }
}
