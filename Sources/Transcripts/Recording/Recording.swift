// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Everything that happened between a client and the servers of a case, in order.
///
/// Times are nanoseconds since the case began. Servers, connections and exchanges are identified by
/// their indices in the arrays of the recording.
package struct Recording: Hashable, Sendable {
  /// One server of the case.
  package struct Server: Hashable, Sendable {
    package var configuration: ServerConfiguration
    /// The address it listened on: `127.0.0.2`.
    package let address: String
    /// The port it listened on.
    package let port: UInt16
    /// The authority in its URLs: `address:port`, or the name that it was given.
    package let authority: String
    /// The start of its URLs: the scheme and the authority.
    package let url: String

    /// The host in its URLs: its address, or the host of its name.
    package var host: String { String(authority[..<(colon ?? authority.endIndex)]) }

    /// The port in its URLs; the default port of the scheme if its name has none (RFC 9110 4.2.1,
    /// 4.2.2).
    package var portInURLs: String {
      colon.map { String(authority[authority.index(after: $0)...]) } ?? usualPort
    }

    /// The default port of its scheme.
    private var usualPort: String { configuration.tls == nil ? "80" : "443" }

    /// The address and port that it listens on, as `address:port`.
    package var place: String { "\(Recording.Server.bracketed(address)):\(port)" }

    /// An address as it is written in URLs: IP-literal = "[" IPv6address "]" (RFC 3986 3.2.2).
    package static func bracketed(_ address: String) -> String {
      address.utf8.contains(0x3A) ? "[\(address)]" : address
    }

    /// The colon before the port; the colons of an IPv6 address are inside brackets (RFC 3986
    /// 3.2.2).
    private var colon: String.Index? {
      authority.utf8.last == 0x5D ? nil : authority.utf8.lastIndex(of: 0x3A)
    }

    /// `true` if an authority names this server.
    ///
    /// "the scheme and host are case-insensitive" (RFC 9110 4.2.3), and the port of the scheme may
    /// be given, left empty or left out (RFC 9110 4.2.1, 4.2.2). With `ignoringDot` a domain name
    /// with and one without the dot at the end are equal (RFC 1034 3.1).
    package func isMeant(by authority: Octets, ignoringDot: Bool = false) -> Bool {
      if authority.elementsEqual(self.authority.utf8) { return true }
      return NormalAuthority(authority, ignoringDot, usualPort: usualPort)
        == NormalAuthority(Octets(self.authority), ignoringDot, usualPort: usualPort)
    }
  }

  /// One connection of the client.
  package struct Connection: Hashable, Sendable {
    /// How a connection ended.
    package enum End: String, Hashable, Sendable {
      /// The client closed it, or it was still open when the case was over.
      case byClient
      /// The server closed it.
      case byServer
      /// The server reset it.
      case reset
      /// It became a tunnel to another server.
      case tunnel
    }

    /// The server that accepted it; for the inner side of a tunnel, the tunnel's target.
    package var server: Int
    /// For the inner side of a tunnel: the connection of the CONNECT request.
    package var tunnelledThrough: Int?
    /// The time at which it was accepted.
    package var opened: Int64
    /// The time at which it ended; `nil` while it is open.
    package var closed: Int64?
    /// How it ended.
    package var end: End?

    package init(server: Int, tunnelledThrough: Int? = nil, opened: Int64) {
      self.server = server
      self.tunnelledThrough = tunnelledThrough
      self.opened = opened
    }
  }

  /// One request and the reply to it.
  package struct Exchange: Hashable, Sendable {
    /// The server that was asked.
    package var server: Int
    /// The connection the request came on.
    package var connection: Int
    /// The step of the scenario that was being played.
    package var step: Int
    /// The proxy's exchange from which this request was forwarded; `nil` if the client sent it
    /// itself.
    package var forwardedFrom: Int?
    /// The stream of HTTP/2 that the request came on; `nil` in HTTP/1.
    package var stream: Int?
    /// The request's head.
    package var request: RequestHead
    /// The request's head as it was on the wire, if the back end has it.
    package var rawHead: Octets?
    /// The request's body after transfer decoding.
    package var body: Octets
    /// `true` if the whole body arrived.
    package var isComplete: Bool
    /// The time at which the whole head had arrived.
    package var received: Int64
    /// The reply; `nil` if the client closed the connection before.
    package var reply: Reply?
    /// The acceptor's result for the token of Negotiate; `nil` if there is none.
    package var negotiation: NegotiateFinding?
    /// The time at which the last octet of the reply was passed to the system; `nil` if it never
    /// was.
    package var replied: Int64?
  }

  /// Octets from the client that are no HTTP request, or that stopped in the middle of one.
  package struct Oddity: Hashable, Sendable {
    /// The server that was asked.
    package var server: Int
    /// The connection on which they came.
    package var connection: Int
    /// The step of the scenario that was being played.
    package var step: Int
    /// What is wrong with them, as a sentence.
    package var complaint: String
    /// The octets, or the first of them.
    package var octets: Octets
    /// When.
    package var time: Int64
    /// `true` if libmicrohttpd refused the request, and not a scenario. Not stored in files.
    package var isByLibrary = false

    package init(
      server: Int, connection: Int, step: Int, complaint: String, octets: Octets, time: Int64
    ) {
      self.server = server
      self.connection = connection
      self.step = step
      self.complaint = complaint
      self.octets = octets
      self.time = time
    }
  }

  /// A failure of the harness itself: the case is void, and shows nothing about the client.
  package struct Fault: Hashable, Sendable {
    /// The server that could not do it.
    package var server: Int
    /// The connection, if there is one.
    package var connection: Int?
    /// The step of the scenario that was being played.
    package var step: Int
    /// What failed and why, as a sentence.
    package var complaint: String
    /// When.
    package var time: Int64

    package init(server: Int, connection: Int?, step: Int, complaint: String, time: Int64) {
      self.server = server
      self.connection = connection
      self.step = step
      self.complaint = complaint
      self.time = time
    }
  }

  /// The servers of the case.
  package var servers: [Server] = []
  /// The time at which the case began, in seconds since 1970, if its judgement depends on it.
  package var began: Int64?
  /// The client's connections, in the order in which they were accepted.
  package var connections: [Connection] = []
  /// The TLS handshakes, by connection.
  package var handshakes: [Int: TLSHandshake] = [:]
  /// The input from the client on each websocket, by the exchange that opened it.
  package var webSockets: [Int: WebSocketInput] = [:]
  /// The exchanges, in the order in which the heads of their requests arrived.
  package var exchanges: [Exchange] = []
  /// The octets that were not HTTP.
  package var oddities: [Oddity] = []
  /// The failures of the harness; empty in a valid recording.
  package var faults: [Fault] = []

  package init() {}
}

extension Recording.Exchange {
  package init(
    server: Int, connection: Int, step: Int, forwardedFrom: Int? = nil, stream: Int? = nil,
    request: RequestHead, rawHead: Octets? = nil, body: Octets = .init(), isComplete: Bool = true,
    received: Int64
  ) {
    // An initializer outside the type copies no half-initialized value.
    self.init(
      server: server, connection: connection, step: step, forwardedFrom: forwardedFrom,
      stream: stream, request: request, rawHead: rawHead, body: body, isComplete: isComplete,
      received: received,
      reply: nil, negotiation: nil, replied: nil)
  }
}

extension Recording.Server {
  package init(configuration: ServerConfiguration, address: String, port: UInt16) {
    let host = configuration.hostName ?? Recording.Server.bracketed(address)
    let authority = configuration.authority ?? "\(host):\(port)"
    self.init(
      configuration: configuration, address: address, port: port, authority: authority,
      url: (configuration.tls == nil ? "http://" : "https://") + authority)
  }
}

extension Recording {
  /// `true` if libmicrohttpd refused a request. The client need not be wrong: 0.9.75
  /// answers 400 to spaces after the number of a Content-Length, which are no part of the value:
  /// "the field line value does not include that leading or trailing whitespace" (RFC 9112 5.1).
  package var isRefusedByLibrary: Bool { oddities.contains(where: \.isByLibrary) }
}
