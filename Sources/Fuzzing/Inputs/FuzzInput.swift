import HTTPAuth

/// One input of a campaign: what servers say to a client in the course of one or more requests.
package struct FuzzInput: Hashable, Sendable {
  /// The replies in the order in which each server plays its own.
  package var replies: [FuzzReply]

  /// These replies.
  package init(_ replies: [FuzzReply]) { self.replies = replies }

  /// A refusal with these challenges, each in a field line of its own, and success for whatever comes next.
  package init(challenges: [Octets]) {
    var reply = FuzzReply()
    reply.lines = challenges.map { FuzzLine(name: "WWW-Authenticate", value: $0) }
    self.init([reply])
  }
}

/// A server that takes part in an input.
package enum FuzzServer: String, Hashable, Sendable, CaseIterable {
  /// The origin server that the client asks.
  case origin
  /// Another origin server, of which the client knows nothing.
  case other
  /// The client's proxy.
  case proxy
}

/// A field line as it goes over the wire; folds stand in the value as CRLF and a blank.
package struct FuzzLine: Hashable, Sendable {
  /// The name, any octets but line breaks.
  package var name: Octets
  /// The value; `${4097*a}` stands for so many letters, `${other.url}` for an address.
  package var value: Octets

  /// A line of these parts.
  package init(name: Octets, value: Octets) {
    self.name = name
    self.value = value
  }
}

/// What a server says to one request.
package struct FuzzReply: Hashable, Sendable {
  /// How the end of the body is told.
  package enum Framing: String, Hashable, Sendable, CaseIterable {
    /// By Content-Length.
    case length
    /// By the chunked coding.
    case chunked
    /// By the end of the connection.
    case close = "until-close"
  }

  /// What becomes of the connection.
  package enum Connection: String, Hashable, Sendable, CaseIterable {
    /// It may be used again.
    case keep
    /// The server says that it closes, and does.
    case close
    /// The server closes without a word.
    case closeSilently = "close-silently"
    /// The server resets it.
    case reset
  }

  /// An interim response: its status, and perhaps a field line.
  package struct Interim: Hashable, Sendable {
    /// 100 to 199, but not 101.
    package var status: Int
    /// Its only field line.
    package var line: FuzzLine?

    /// An interim response.
    package init(status: Int, line: FuzzLine? = nil) {
      self.status = status
      self.line = line
    }
  }

  /// Whose reply it is.
  package var server = FuzzServer.origin
  /// Before it the client is asked for another request.
  package var isOfNextRequest = false
  /// It is played again and again from here on.
  package var isForEver = false
  /// Responses before it.
  package var interim: [Interim] = []
  /// The status line without its line break; nil for 401, or 407 at a proxy.
  package var statusLine: Octets?
  /// The field lines.
  package var lines: [FuzzLine] = []
  /// How the end of the body is told.
  package var framing = Framing.length
  /// What becomes of the connection.
  package var connection = Connection.keep
  /// It comes in pieces of a few octets.
  package var isInPieces = false

  /// A refusal without a challenge.
  package init() {}

  /// The status: that of the status line, where it is one, or the server's own refusal.
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

  /// True for 401, or 407 of a proxy.
  var isUsualRefusal: Bool { status == (server == .proxy ? 407 : 401) }

  /// The field that carries the server's challenges (RFC 9110 11.6.1, 11.7.1).
  var challengeField: Octets {
    server == .proxy ? FuzzReply.fieldOfProxies : FuzzReply.fieldOfOrigins
  }
  private static let fieldOfProxies: Octets = "Proxy-Authenticate"
  private static let fieldOfOrigins: Octets = "WWW-Authenticate"

  /// The values of the lines that carry its challenges, as they go over the wire.
  var challengeLines: [Octets] {
    let field = challengeField
    return lines.indices.compactMap {
      lines[$0].name.equalsIgnoringCase(field) ? lines[$0].value.written : nil
    }
  }
}
