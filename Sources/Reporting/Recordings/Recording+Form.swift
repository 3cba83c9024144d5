// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Scenarios
import Transcripts

extension Recording: JSONFormed {
  package static let form = JSONForm(
    Recording(), .must("servers", \.recordedServers), .must("connections", \.recordedConnections),
    .must("exchanges", \.exchanges), .may("oddities", \.oddities),
    .may("began", \.began), .may("websockets", \.recordedWebSockets))

  private var recordedWebSockets: [RecordedWebSocket] {
    get {
      webSockets.sorted { $0.key < $1.key }.map { RecordedWebSocket(exchange: $0, input: $1) }
    }
    set {
      webSockets = [:]
      for recorded in newValue { webSockets[recorded.exchange] = recorded.input }
    }
  }

  private var recordedServers: [RecordedServer] {
    get { servers.map(RecordedServer.init) }
    set { servers = newValue.map(\.server) }
  }

  private var recordedConnections: [RecordedConnection] {
    get {
      connections.enumerated().map { RecordedConnection(connection: $1, handshake: handshakes[$0]) }
    }
    set {
      connections = newValue.map(\.connection)
      handshakes = [:]
      for (index, recorded) in newValue.enumerated() { handshakes[index] = recorded.handshake }
    }
  }
}

/// A server in a recording: of its settings for TLS, only whether it speaks TLS.
private struct RecordedServer: JSONFormed {
  var configuration = ServerConfiguration(name: "", kind: .origin, host: 0, backEnd: .wire)
  var speaksTLS = false
  var address = ""
  var port: UInt16 = 0

  static let form = JSONForm(
    RecordedServer(), .must("name", \.configuration.name), .must("kind", \.configuration.kind),
    .must("host", \.configuration.host), .may("ipv6", \.configuration.isIPv6),
    .may("portGroup", \.configuration.portGroup), .may("hostName", \.configuration.hostName),
    .may("authority", \.configuration.authority), .must("backEnd", \.configuration.backEnd),
    .may("http10", \.configuration.isHTTP10), .may("http2", \.configuration.speaksHTTP2),
    .may("tls", \.speaksTLS),
    .must("address", \.address), .must("port", \.port))

  var server: Recording.Server {
    var configuration = configuration
    configuration.tls = speaksTLS ? .usual : nil
    return Recording.Server(configuration: configuration, address: address, port: port)
  }
}

extension RecordedServer {
  init(_ server: Recording.Server) {
    self.init(
      configuration: server.configuration, speaksTLS: server.configuration.tls != nil,
      address: server.address, port: server.port)
  }
}

extension ServerKind: JSONFormed {}
extension BackEnd: JSONFormed {}

extension UInt16: JSONConvertible, JSONFormed {
  package static var form: JSONForm<UInt16> { .number({ Int64($0) }) { UInt16(exactly: $0) } }
}

/// What a client sent on a websocket, with the exchange that opened it.
private struct RecordedWebSocket: Hashable, JSONFormed {
  var exchange = 0
  var input = WebSocketInput()

  static let form = JSONForm(
    RecordedWebSocket(), .must("exchange", \.exchange), .must("octets", \.input.octets),
    .may("early", \.input.early))
}

/// A connection with its handshake, which the program keeps apart.
private struct RecordedConnection: JSONFormed {
  var connection = Recording.Connection(server: 0, opened: 0)
  var handshake: TLSHandshake?

  static let form = JSONForm(
    RecordedConnection(), .must("server", \.connection.server),
    .may("tunnelledThrough", \.connection.tunnelledThrough), .must("opened", \.connection.opened),
    .may("closed", \.connection.closed), .may("end", \.connection.end), .may("tls", \.handshake))
}

extension Recording.Connection.End: JSONFormed {}

extension TLSHandshake: JSONFormed {
  package static let form = JSONForm(
    TLSHandshake(step: 0, certificate: ""), .must("step", \.step),
    .must("certificate", \.certificate), .must("end", \.end), .may("version", \.version),
    .may("cipher", \.cipher), .may("serverName", \.serverName), .may("protocol", \.protocol),
    .may("resumed", \.isResumed),
    .may("clientCertificates", \.clientCertificates), .may("alert", \.alert),
    .may("closeNotify", \.hasCloseNotify), .may("lacksClosure", \.lacksClosure),
    .may("noCommonVersion", \.hasNoCommonVersion), .may("failure", \.failure),
    .may("endPoint", \.endPoint))
}

extension TLSHandshake.End: JSONFormed {}

extension TLSAlert: JSONConvertible, JSONFormed {
  package static let form = JSONForm<TLSAlert>.number({ Int64($0.rawValue) }) {
    UInt8(exactly: $0).map(TLSAlert.init)
  }
}

extension Recording.Exchange: JSONFormed {
  package static let form = JSONForm(
    Recording.Exchange(
      server: 0, connection: 0, step: 0, request: RequestHead(method: "", target: ""), received: 0),
    .must("server", \.server), .must("connection", \.connection), .must("step", \.step),
    .may("forwardedFrom", \.forwardedFrom), .may("stream", \.stream),
    .must("request", \.request),
    .may("rawHead", \.rawHead), .may("body", \.body), .may("incomplete", \.isIncomplete),
    .must("received", \.received), .may("reply", \.reply),
    .may("negotiation", \.recordedNegotiation), .may("replied", \.replied))

  /// The finding. Its token is taken from the request, which is read first.
  private var recordedNegotiation: NegotiateFinding? {
    get { negotiation }
    set {
      negotiation = newValue
      let names: [StaticString] = ["Proxy-Authorization", "Authorization"]
      let values = names.compactMap { request.fields.first($0) }
      let token = values.compactMap { NegotiateToken.octets(in: $0) }.first
      negotiation?.token = NegotiateToken(token ?? "")
    }
  }

  private var isIncomplete: Bool {
    get { !isComplete }
    set { isComplete = !newValue }
  }
}

extension Recording.Oddity: JSONFormed {
  package static let form = JSONForm(
    Recording.Oddity(server: 0, connection: 0, step: 0, complaint: "", octets: "", time: 0),
    .must("server", \.server), .must("connection", \.connection), .must("step", \.step),
    .must("complaint", \.complaint), .must("octets", \.octets), .must("time", \.time))
}
