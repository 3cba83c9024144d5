// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Scenarios
import Transcripts

extension RecordingFormat {
  static func value(_ recording: Recording) -> JSONValue {
    .members([
      "servers": .array(recording.servers.map { value($0) }),
      "connections": .array(
        recording.connections.enumerated().map { value($1, recording.handshakes[$0]) }),
      "exchanges": .array(recording.exchanges.map { value($0) }),
      "oddities": .listed(recording.oddities.map { value($0) }),
    ])
  }

  static func recording(_ value: JSONValue) throws(Mistake) -> Recording {
    var recording = Recording()
    recording.servers = try value.list("servers") { server throws(Mistake) in
      try self.server(server)
    }
    recording.connections = try value.list("connections") { connection throws(Mistake) in
      try self.connection(connection)
    }
    let handshakes = try value.list("connections") { connection throws(Mistake) in
      try connection["tls"].map { tls throws(Mistake) in try self.handshake(tls) }
    }
    for (index, handshake) in handshakes.enumerated() { recording.handshakes[index] = handshake }
    recording.exchanges = try value.list("exchanges") { exchange throws(Mistake) in
      try self.exchange(exchange)
    }
    recording.oddities = try value.list("oddities") { oddity throws(Mistake) in
      try self.oddity(oddity)
    }
    try check(recording)
    return recording
  }

  /// Whoever judges a recording relies on its indices.
  private static func check(_ recording: Recording) throws(Mistake) {
    let servers = recording.servers.indices
    let connections = recording.connections.indices
    for (index, connection) in recording.connections.enumerated() {
      guard servers.contains(connection.server),
        connection.tunnelledThrough.map({ $0 < index }) ?? true
      else { throw Mistake(member: "connections") }
    }
    for (index, exchange) in recording.exchanges.enumerated() {
      guard servers.contains(exchange.server), connections.contains(exchange.connection),
        exchange.forwardedFrom.map({ $0 < index }) ?? true
      else { throw Mistake(member: "exchanges") }
      if case .tunnel(let server) = exchange.reply?.content, !servers.contains(server) {
        throw Mistake(member: "tunnel")
      }
    }
    for oddity in recording.oddities {
      guard servers.contains(oddity.server), connections.contains(oddity.connection) else {
        throw Mistake(member: "oddities")
      }
    }
  }

  private static func value(_ server: Recording.Server) -> JSONValue {
    let configuration = server.configuration
    return .members([
      "name": .string(configuration.name), "kind": .string(configuration.kind.rawValue),
      "host": .integer(configuration.host), "ipv6": configuration.isIPv6 ? .bool(true) : nil,
      "portGroup": configuration.portGroup.map { .integer($0) },
      "hostName": configuration.hostName.map { .string($0) },
      "authority": configuration.authority.map { .string($0) },
      "backEnd": .string(configuration.backEnd.rawValue),
      "http10": configuration.isHTTP10 ? .bool(true) : nil,
      "tls": configuration.tls == nil ? nil : .bool(true), "address": .string(server.address),
      "port": .integer(Int64(server.port)),
    ])
  }

  private static func server(_ value: JSONValue) throws(Mistake) -> Recording.Server {
    guard let port = UInt16(exactly: try value.integer("port")) else {
      throw Mistake(member: "port")
    }
    return Recording.Server(
      configuration: ServerConfiguration(
        name: try value.string("name"),
        kind: try value.word("kind", ServerKind.self), host: try value.count("host"),
        isIPv6: value.flag("ipv6"), portGroup: try value.optionalCount("portGroup"),
        hostName: value.optionalString("hostName"), authority: value.optionalString("authority"),
        backEnd: try value.word("backEnd", BackEnd.self),
        isHTTP10: value.flag("http10"), tls: value.flag("tls") ? .usual : nil),
      address: try value.string("address"), port: port)
  }

  private static func value(
    _ connection: Recording.Connection, _ handshake: TLSHandshake?
  ) -> JSONValue {
    .members([
      "server": .integer(connection.server),
      "tunnelledThrough": connection.tunnelledThrough.map { .integer($0) },
      "opened": .integer(connection.opened), "closed": connection.closed.map { .integer($0) },
      "end": connection.end.map { .string($0.rawValue) },
      "tls": handshake.map { value($0) },
    ])
  }

  private static func connection(_ value: JSONValue) throws(Mistake) -> Recording.Connection {
    var connection = Recording.Connection(
      server: try value.count("server"),
      tunnelledThrough: try value.optionalCount("tunnelledThrough"),
      opened: try value.nanoseconds("opened"))
    connection.closed = try value.optionalNanoseconds("closed")
    if value["end"] != nil {
      connection.end = try value.word("end", Recording.Connection.End.self)
    }
    return connection
  }

  private static func value(_ exchange: Recording.Exchange) -> JSONValue {
    .members([
      "server": .integer(exchange.server), "connection": .integer(exchange.connection),
      "step": .integer(exchange.step),
      "forwardedFrom": exchange.forwardedFrom.map { .integer($0) },
      "request": value(exchange.request), "rawHead": exchange.rawHead.map { octets($0) },
      "body": exchange.body.isEmpty ? nil : octets(exchange.body),
      "incomplete": exchange.isComplete ? nil : .bool(true),
      "received": .integer(exchange.received), "reply": exchange.reply.map { value($0) },
      "replied": exchange.replied.map { .integer($0) },
    ])
  }

  private static func exchange(_ value: JSONValue) throws(Mistake) -> Recording.Exchange {
    var exchange = Recording.Exchange(
      server: try value.count("server"), connection: try value.count("connection"),
      step: try value.count("step"), forwardedFrom: try value.optionalCount("forwardedFrom"),
      request: try requestHead(try value.member("request")),
      rawHead: try value.optionalOctets("rawHead"), body: try value.optionalOctets("body") ?? "",
      isComplete: !value.flag("incomplete"), received: try value.nanoseconds("received"))
    exchange.reply = try value["reply"].map { reply throws(Mistake) in try self.reply(reply) }
    exchange.replied = try value.optionalNanoseconds("replied")
    return exchange
  }

  private static func value(_ oddity: Recording.Oddity) -> JSONValue {
    .members([
      "server": .integer(oddity.server), "connection": .integer(oddity.connection),
      "step": .integer(oddity.step), "complaint": .string(oddity.complaint),
      "octets": octets(oddity.octets), "time": .integer(oddity.time),
    ])
  }

  private static func oddity(_ value: JSONValue) throws(Mistake) -> Recording.Oddity {
    Recording.Oddity(
      server: try value.count("server"), connection: try value.count("connection"),
      step: try value.count("step"), complaint: try value.string("complaint"),
      octets: try value.octets("octets"), time: try value.nanoseconds("time"))
  }
}
