// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// One input of a campaign: the replies of servers to one or more requests of a client.
package struct FuzzInput: Hashable, Sendable {
  /// The replies, in the order in which each server plays its own.
  package var replies: [FuzzReply]

  package init(_ replies: [FuzzReply]) { self.replies = replies }

  /// A refusal with these challenges, each in a field line of its own. Every later request
  /// succeeds.
  package init(challenges: [Octets]) {
    var reply = FuzzReply()
    reply.lines = challenges.map { FuzzLine(name: "WWW-Authenticate", value: $0) }
    self.init([reply])
  }

  /// The place of a field line: the index of its reply, and its index there.
  typealias LinePlace = (reply: Int, line: Int)

  /// The places of all field lines.
  var linePlaces: [LinePlace] {
    replies.indices.flatMap { reply in replies[reply].lines.indices.map { (reply, $0) } }
  }

  /// The value of a field line; `nil` if there is no line at that place.
  func value(at place: LinePlace) -> Octets? {
    guard replies.indices.contains(place.reply),
      replies[place.reply].lines.indices.contains(place.line)
    else { return nil }
    return replies[place.reply].lines[place.line].value
  }

  /// The input with another value in a field line, which must be there.
  func replacingValue(at place: LinePlace, by value: Octets) -> FuzzInput {
    var input = self
    input.replies[place.reply].lines[place.line].value = value
    return input
  }
}

/// A server that takes part in an input.
package enum FuzzServer: String, Hashable, Sendable, CaseIterable {
  /// The origin server of the client's requests.
  case origin
  /// Another origin server, for which the client has no credentials.
  case other
  /// The client's proxy.
  case proxy
}

/// A field line as it is sent. A fold is CRLF and a space in the value.
package struct FuzzLine: Hashable, Sendable {
  /// The name: any octets except line breaks.
  package var name: Octets
  /// The value; `${4097*a}` stands for 4,097 times `a`, `${other.url}` for an address.
  package var value: Octets
}

/// A server's reply to one request.
package struct FuzzReply: Hashable, Sendable {
  /// An interim response with at most one field line.
  package struct Interim: Hashable, Sendable {
    /// 100 to 199, but not 101.
    package var status: Int
    package var line: FuzzLine?
  }

  /// The fates of a connection that inputs have. There is no stalled connection, because it takes
  /// as long as hundreds of inputs.
  static let connections: [ConnectionFate] = [.keep, .close, .closeSilently, .reset]

  /// The server that sends it.
  package var server: FuzzServer
  /// `true` if the client begins another request before this reply.
  package var startsNewRequest = false
  /// `true` if it is also the reply to every later request to the server.
  package var isEndless = false
  /// The interim responses before it.
  package var interim: [Interim] = []
  /// The status line without its line break; `nil` for 401, or 407 of a proxy.
  package var statusLine: Octets?
  package var lines: [FuzzLine] = []
  package var framing = ReplyTemplate.Framing.length
  /// One of `connections`.
  package var connection = ConnectionFate.keep
  /// `true` if it is sent in pieces of a few octets.
  package var isInPieces = false

  /// A refusal without a challenge.
  package init(from server: FuzzServer = .origin) { self.server = server }

  /// The status of the status line, or of the server's refusal; `nil` if the status line is
  /// malformed.
  ///
  ///     status-line = HTTP-version SP status-code SP [ reason-phrase ]      (RFC 9112 4)
  package var status: Int? {
    guard let statusLine else { return server == .proxy ? 407 : 401 }
    let octets = statusLine.bytes
    let start = octets.startIndex
    guard octets.starts(with: "HTTP/1.1 ".utf8), octets.count >= 12,
      octets.count == 12 || octets[start + 12] == 0x20
    else { return nil }
    var status = 0
    for octet in octets[(start + 9)..<(start + 12)] {
      guard (0x30...0x39).contains(octet) else { return nil }
      status = status * 10 + Int(octet - 0x30)
    }
    return (200...599).contains(status) ? status : nil
  }

  /// The reason phrase of the status line.
  var reason: Octets? { statusLine.map { Octets($0.bytes.dropFirst(13)) } }

  /// `true` for 401, or 407 of a proxy.
  var isUsualRefusal: Bool { status == (server == .proxy ? 407 : 401) }

  /// The field that carries the server's challenges (RFC 9110 11.6.1, 11.7.1).
  var challengeField: Octets {
    server == .proxy ? FuzzReply.fieldOfProxies : FuzzReply.fieldOfOrigins
  }
  private static let fieldOfProxies: Octets = "Proxy-Authenticate"
  private static let fieldOfOrigins: Octets = "WWW-Authenticate"

  /// The values of the lines that carry its challenges, as they are sent.
  var challengeLines: [Octets] {
    let field = challengeField
    return lines.indices.compactMap {
      lines[$0].name.equalsIgnoringCase(field) ? lines[$0].value.written : nil
    }
  }
}
