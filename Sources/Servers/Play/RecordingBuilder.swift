// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// Records one case while it is played: its clock, its recording, and the responder that decides
/// the replies.
final class RecordingBuilder {
  var recording = Recording()
  var step = 0
  /// The number of replies that were sent.
  private(set) var replies = 0
  let limits: CaseLimits
  private let responder: any Responder
  private let began: Instant
  private var hasTooManyExchanges = false
  private var hasTooManyConnections = false
  private var hasTooManyOctets = false
  /// The room for the octets of requests.
  let kept: KeptOctets
  private var sessions: ResumableSessions?
  /// For each server the servers at its address and port, itself included; empty if no two share
  /// one.
  private let places: [[Int]]

  init(servers: [Recording.Server], responder: any Responder, limits: CaseLimits) {
    places = RecordingBuilder.places(of: servers)
    recording.servers = servers
    recording.exchanges.reserveCapacity(4)
    self.responder = responder
    self.limits = limits
    kept = KeptOctets(limit: limits.kept, known: responder.largeBodies)
    began = Instant.now
  }

  private static func places(of servers: [Recording.Server]) -> [[Int]] {
    guard servers.count > 1 else { return [] }
    let places = servers.indices.map { one in
      servers.indices.filter { servers[$0].configuration.isAtPlace(of: servers[one].configuration) }
    }
    return places.contains { $0.count > 1 } ? places : []
  }

  /// Nanoseconds since the case began.
  var now: Int64 { Instant.now.nanoseconds - began.nanoseconds }

  // MARK: Connections

  /// Records a new connection; returns `nil` if there are too many.
  func open(server: Int, tunnelledThrough tunnel: Int? = nil, at time: Int64) -> Int? {
    let index = recording.connections.count
    guard index < limits.connections else {
      if !hasTooManyConnections {
        hasTooManyConnections = true
        note(
          oddity: "The client made more than \(limits.connections) connections.", octets: "",
          server: server, connection: max(0, index - 1))
      }
      return nil
    }
    recording.connections.append(
      Recording.Connection(server: server, tunnelledThrough: tunnel, opened: time))
    return index
  }

  /// Records the end of a connection. A second end of the same connection is ignored.
  func close(_ connection: Int, _ end: Recording.Connection.End) {
    guard recording.connections.indices.contains(connection),
      recording.connections[connection].end == nil
    else { return }
    recording.connections[connection].closed = now
    recording.connections[connection].end = end
  }

  /// Records the state of the handshake on a connection.
  func set(handshake: TLSHandshake, of connection: Int) {
    recording.handshakes[connection] = handshake
  }

  /// Records that a connection without TLS belongs to another server at the same place.
  func isInClear(_ connection: Int, to server: Int) {
    recording.handshakes[connection] = nil
    recording.connections[connection].server = server
  }

  /// Records the server name of a handshake (RFC 6066 3): among servers at one place it selects the
  /// server of the connection.
  func set(serverName name: String?, of connection: Int) {
    guard !places.isEmpty, let name else { return }
    let named = places[recording.connections[connection].server].first {
      recording.servers[$0].configuration.tls != nil && recording.servers[$0].host == name
    }
    if let named { recording.connections[connection].server = named }
  }

  /// The server that a request is for: among servers at one place the one that its Host names (RFC
  /// 9110 7.2), if it speaks TLS as the connection does.
  private func addressee(of head: RequestHead, at server: Int, on connection: Int) -> Int {
    guard !places.isEmpty, places[server].count > 1 else { return server }
    let isSecure = recording.handshakes[connection] != nil
    let named = head.fields.first("Host").flatMap { host in
      places[server].first {
        (recording.servers[$0].configuration.tls != nil) == isSecure
          && recording.servers[$0].isMeant(by: host, ignoringDot: true)
      }
    }
    return named ?? recording.connections[connection].server
  }

  /// The sessions that the servers of the case resume.
  func resumableSessions() throws(ServerError) -> ResumableSessions {
    if let sessions { return sessions }
    let made = try ResumableSessions()
    sessions = made
    return made
  }

  /// Asks the responder what a server does in the handshake on a new connection.
  func planHandshake(of server: Int) -> HandshakePlan { responder.handshake(with: server) }

  // MARK: Exchanges

  /// Records a request whose head has arrived; returns `nil` if there are too many, or no room for
  /// it.
  func begin(
    server: Int, connection: Int, head: RequestHead, rawHead: Octets?, isComplete: Bool,
    stream: Int? = nil
  ) -> Int? {
    let index = recording.exchanges.count
    guard index < limits.exchanges else {
      if !hasTooManyExchanges {
        hasTooManyExchanges = true
        note(
          oddity: "The client made more than \(limits.exchanges) requests.",
          octets: (rawHead ?? head.target).prefix(InputQueue.excerpt), server: server,
          connection: connection)
      }
      return nil
    }
    guard kept.take(rawHead?.count ?? head.fields.octetCount) else {
      noteTooManyOctets(server: server, connection: connection)
      return nil
    }
    recording.exchanges.append(
      Recording.Exchange(
        server: addressee(of: head, at: server, on: connection), connection: connection,
        step: step, stream: stream, request: head, rawHead: rawHead, isComplete: isComplete,
        received: now))
    return index
  }

  /// Records once that the case has no room for what the client sends.
  func noteTooManyOctets(server: Int, connection: Int) {
    guard !hasTooManyOctets else { return }
    hasTooManyOctets = true
    note(oddity: kept.complaint, octets: "", server: server, connection: connection)
  }

  /// Records the part of a request's body that has arrived.
  func set(body: Octets, isComplete: Bool, of exchange: Int) {
    guard recording.exchanges.indices.contains(exchange) else { return }
    recording.exchanges[exchange].body = body
    recording.exchanges[exchange].isComplete = isComplete
  }

  /// Records the reply.
  func set(reply: Reply, of exchange: Int) {
    guard recording.exchanges.indices.contains(exchange) else { return }
    recording.exchanges[exchange].reply = reply
  }

  /// Records the acceptor's finding about the token in a request.
  func set(negotiation finding: NegotiateFinding, of exchange: Int) {
    guard recording.exchanges.indices.contains(exchange) else { return }
    recording.exchanges[exchange].negotiation = finding
  }

  /// Records the octets that a client has sent on a websocket so far.
  func set(webSocket input: WebSocketInput, of exchange: Int) {
    recording.webSockets[exchange] = input
  }

  /// Records that the system has taken the last octet of the reply.
  func setReplied(_ exchange: Int) {
    guard recording.exchanges.indices.contains(exchange) else { return }
    recording.exchanges[exchange].replied = now
    replies += 1
  }

  /// Asks the responder. A reply to an incomplete request that is not early is sent later.
  func ask(_ request: IncomingRequest) -> Reply? {
    var request = request
    if !places.isEmpty, recording.exchanges.indices.contains(request.exchange) {
      request.server = recording.exchanges[request.exchange].server
    }
    guard let reply = responder.reply(to: request) else {
      guard request.isComplete else { return nil }
      fault(
        "No reply was decided on for a complete request.", server: request.server,
        connection: request.connection)
      return .ofBrokenHarness
    }
    set(reply: reply, of: request.exchange)
    return reply
  }

  /// Records a request that a proxy of the case forwarded to another server of the case, without a
  /// connection.
  func noteForwarded(
    _ request: IncomingRequest, head: RequestHead, to server: Int, reply: Reply,
    negotiation: NegotiateFinding?
  ) {
    guard recording.exchanges.count < limits.exchanges else { return }
    let time = now
    var exchange = Recording.Exchange(
      server: server, connection: request.connection, step: step, forwardedFrom: request.exchange,
      request: head, body: request.body, isComplete: request.isComplete, received: time)
    exchange.reply = reply
    exchange.negotiation = negotiation
    exchange.replied = time
    recording.exchanges.append(exchange)
  }

  // MARK: Oddities and faults

  /// Records octets of the client that are not HTTP.
  func note(
    oddity complaint: String, octets: Octets, server: Int, connection: Int,
    isByLibrary: Bool = false
  ) {
    guard recording.oddities.count < limits.oddities else { return }
    var oddity = Recording.Oddity(
      server: server, connection: connection, step: step, complaint: complaint, octets: octets,
      time: now)
    oddity.isByLibrary = isByLibrary
    recording.oddities.append(oddity)
  }

  /// Records something that the harness could not do.
  func fault(_ complaint: String, server: Int, connection: Int?) {
    guard recording.faults.count < limits.oddities else { return }
    recording.faults.append(
      Recording.Fault(
        server: server, connection: connection, step: step, complaint: complaint, time: now))
  }
}

extension Reply {
  /// The reply if the responder gives none.
  static let ofBrokenHarness = Reply(
    content: .response(Response(head: ResponseHead(status: 500))), afterwards: .close)
}
