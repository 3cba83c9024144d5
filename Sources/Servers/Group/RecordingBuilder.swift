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

  init(servers: [Recording.Server], responder: any Responder, limits: CaseLimits) {
    recording.servers = servers
    recording.exchanges.reserveCapacity(4)
    self.responder = responder
    self.limits = limits
    began = Instant.now
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

  /// Records what is known of TLS on a connection.
  func set(handshake: TLSHandshake, of connection: Int) {
    recording.handshakes[connection] = handshake
  }

  /// Asks what a server does in the handshake on a new connection.
  func planHandshake(of server: Int) -> HandshakePlan { responder.handshake(with: server) }

  // MARK: Exchanges

  /// Records a request whose head has arrived; returns `nil` if there are too many.
  func begin(
    server: Int, connection: Int, head: RequestHead, rawHead: Octets?, isComplete: Bool
  ) -> Int? {
    let index = recording.exchanges.count
    guard index < limits.exchanges else {
      if !hasTooManyExchanges {
        hasTooManyExchanges = true
        note(
          oddity: "The client made more than \(limits.exchanges) requests.",
          octets: rawHead ?? head.target, server: server, connection: connection)
      }
      return nil
    }
    recording.exchanges.append(
      Recording.Exchange(
        server: server, connection: connection, step: step, request: head, rawHead: rawHead,
        isComplete: isComplete, received: now))
    return index
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

  /// Records that the system has taken the last octet of the reply.
  func setReplied(_ exchange: Int) {
    guard recording.exchanges.indices.contains(exchange) else { return }
    recording.exchanges[exchange].replied = now
    replies += 1
  }

  /// Asks the responder. A reply to an incomplete request that is not early is kept for later.
  func ask(_ request: IncomingRequest) -> Reply? {
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

  /// Records a request that a proxy of the case forwarded, without a connection, to another server
  /// of it.
  func noteForwarded(_ request: IncomingRequest, head: RequestHead, to server: Int, reply: Reply) {
    guard recording.exchanges.count < limits.exchanges else { return }
    let time = now
    var exchange = Recording.Exchange(
      server: server, connection: request.connection, step: step, forwardedFrom: request.exchange,
      request: head, body: request.body, isComplete: request.isComplete, received: time)
    exchange.reply = reply
    exchange.replied = time
    recording.exchanges.append(exchange)
  }

  // MARK: What went wrong

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
  /// The reply if the harness cannot decide on one.
  static let ofBrokenHarness = Reply(
    content: .response(Response(head: ResponseHead(status: 500))), afterwards: .close)
}
