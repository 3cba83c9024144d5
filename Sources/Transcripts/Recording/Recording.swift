// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Everything that happened between a client and the servers of a case, in order, with times.
///
/// Times are nanoseconds since the case began. Indices refer to the arrays here.
package struct Recording: Hashable, Sendable {
  /// One server of the case.
  package struct Server: Hashable, Sendable {
    /// What it was to be.
    package var configuration: ServerConfiguration
    /// The address it listened on: `127.0.0.2`.
    package let address: String
    /// The port it listened on.
    package let port: UInt16
    /// What stands for it in URLs: `address:port`, or the name that it was given.
    package let authority: String
    /// What its URLs begin with: the scheme, and `address:port` or the name that it was given.
    package let url: String

    /// The host in its URLs: its address, or the host of its name.
    package var host: String { String(authority[..<(colon ?? authority.endIndex)]) }

    /// The port in its URLs, which is that of the scheme where its name says none (RFC 9110 4.2.1,
    /// 4.2.2).
    package var portInURLs: String {
      colon.map { String(authority[authority.index(after: $0)...]) } ?? usualPort
    }

    /// The port of its scheme.
    private var usualPort: String { configuration.tls == nil ? "80" : "443" }

    /// `address:port`, where its name leads to; the name itself does not say.
    package var place: String { "\(Recording.Server.bracketed(address)):\(port)" }

    /// An address as it stands in URLs: IP-literal = "[" IPv6address "]" (RFC 3986 3.2.2).
    package static func bracketed(_ address: String) -> String {
      address.utf8.contains(0x3A) ? "[\(address)]" : address
    }

    /// Where the port begins; the colons of an address stand in brackets (RFC 3986 3.2.2).
    private var colon: String.Index? {
      authority.utf8.last == 0x5D ? nil : authority.utf8.lastIndex(of: 0x3A)
    }

    /// `true` if an authority means this server.
    ///
    /// "the scheme and host are case-insensitive" (RFC 9110 4.2.3), and the port of the scheme may
    /// be said, left empty or left out (RFC 9110 4.2.1, 4.2.2). With `ignoringDot` the dot at the
    /// end of a domain name is left out as well, as RFC 1034 3.1 has it for one and the same name.
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
      /// It went on as a tunnel to another server.
      case tunnel
    }

    /// The server it was made to; for the inner side of a tunnel, the tunnel's target.
    package var server: Int
    /// The tunnel it is the inner side of, as the connection that carried the CONNECT.
    package var tunnelledThrough: Int?
    /// When it was accepted.
    package var opened: Int64
    /// When and how it ended; nil while it is open.
    package var closed: Int64?
    /// How it ended.
    package var end: End?

    package init(server: Int, tunnelledThrough: Int? = nil, opened: Int64) {
      self.server = server
      self.tunnelledThrough = tunnelledThrough
      self.opened = opened
    }
  }

  /// One request and what was answered to it.
  package struct Exchange: Hashable, Sendable {
    /// The server that was asked.
    package var server: Int
    /// The connection the request came on.
    package var connection: Int
    /// The step of the scenario that was being played.
    package var step: Int
    /// The proxy's exchange that this request was forwarded from, where it did not come on a
    /// connection of its own.
    package var forwardedFrom: Int?
    /// The stream of HTTP/2 that the request came on; `nil` in HTTP/1.
    package var stream: Int?
    /// The request's head.
    package var request: RequestHead
    /// The request's head as it was on the wire, if the back end has it.
    package var rawHead: Octets?
    /// The request's body after transfer decoding.
    package var body: Octets
    /// `true` if the body came in whole.
    package var isComplete: Bool
    /// When the head was in.
    package var received: Int64
    /// What was answered; `nil` if the client went away first.
    package var reply: Reply?
    /// What the server's acceptor found about the token of Negotiate in it; `nil` if it has none.
    package var negotiation: NegotiateFinding?
    /// When the reply's last octet was handed to the system; `nil` if it never was.
    package var replied: Int64?
  }

  /// Octets from the client that are no HTTP request, or that stopped in the middle of one.
  package struct Oddity: Hashable, Sendable {
    /// The server that was asked.
    package var server: Int
    /// The connection they came on.
    package var connection: Int
    /// The step of the scenario that was being played.
    package var step: Int
    /// What is wrong with them, as a sentence.
    package var complaint: String
    /// The octets, or the first of them.
    package var octets: Octets
    /// When.
    package var time: Int64
    /// libmicrohttpd refused the request, and not a scenario. Not kept in files.
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

  /// What the harness itself could not do: the case is void, and nothing in it speaks about the
  /// client.
  package struct Fault: Hashable, Sendable {
    /// The server that could not do it.
    package var server: Int
    /// The connection it was about, where there is one.
    package var connection: Int?
    /// The step of the scenario that was being played.
    package var step: Int
    /// What could not be done and why, as a sentence.
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
  /// When the case began, in seconds since 1970, if its judgement depends on the time of day.
  package var began: Int64?
  /// The client's connections, in the order they were accepted.
  package var connections: [Connection] = []
  /// What servers saw of TLS, by the connection that it was on.
  package var handshakes: [Int: TLSHandshake] = [:]
  /// What clients sent on websockets, by the exchange that opened each.
  package var webSockets: [Int: WebSocketInput] = [:]
  /// The requests, in the order their heads were in.
  package var exchanges: [Exchange] = []
  /// What was not HTTP.
  package var oddities: [Oddity] = []
  /// What the harness could not do; empty in a sound recording.
  package var faults: [Fault] = []

  package init() {}
}

extension Recording.Exchange {
  package init(
    server: Int, connection: Int, step: Int, forwardedFrom: Int? = nil, stream: Int? = nil,
    request: RequestHead, rawHead: Octets? = nil, body: Octets = .init(), isComplete: Bool = true,
    received: Int64
  ) {
    // Outside of the type, where no half-made value is copied.
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
  /// `true` if libmicrohttpd has refused what a client sent. The client need not be wrong: 0.9.75
  /// answers 400 to spaces after the number of a Content-Length, which are no part of the value:
  /// "the field line value does not include that leading or trailing whitespace" (RFC 9112 5.1).
  package var isRefusedByLibrary: Bool { oddities.contains(where: \.isByLibrary) }
}
