public import HTTPAuth

/// Everything that happened between a client and the servers of a case, in order, with times.
///
/// Times are nanoseconds since the case began. Indices refer to the arrays here.
public struct Recording: Hashable, Sendable {
  /// One server of the case.
  public struct Server: Hashable, Sendable {
    /// What it was to be.
    public var configuration: ServerConfiguration
    /// The address it listened on: `127.0.0.2`.
    public let address: String
    /// The port it listened on.
    public let port: UInt16
    /// What stands for it in URLs: `address:port`, or the name that it was given.
    public let authority: String
    /// What its URLs begin with: `http://address:port`, or `http://` and the name that it was given.
    public let url: String

    /// The host in its URLs: its address, or the host of its name.
    public var host: String { String(authority[..<(colon ?? authority.endIndex)]) }

    /// The port in its URLs, which is 80 where its name says none (RFC 9110 4.2.1).
    public var portInURLs: String {
      colon.map { String(authority[authority.index(after: $0)...]) } ?? "80"
    }

    /// `address:port`, where its name leads to; the name itself does not say.
    public var place: String { "\(Recording.Server.bracketed(address)):\(port)" }

    /// An address as it stands in URLs: IP-literal = "[" IPv6address "]" (RFC 3986 3.2.2).
    static func bracketed(_ address: String) -> String {
      address.utf8.contains(0x3A) ? "[\(address)]" : address
    }

    /// Where the port begins; the colons of an address stand in brackets (RFC 3986 3.2.2).
    private var colon: String.Index? {
      authority.utf8.last == 0x5D ? nil : authority.utf8.lastIndex(of: 0x3A)
    }

    /// True where an authority means this server.
    ///
    /// "the scheme and host are case-insensitive" (RFC 9110 4.2.3), and port 80 may be said, left empty or left out
    /// (RFC 9110 4.2.1). With `ignoringDot` the dot at the end of a domain name is left out as well, as RFC 1034 3.1 has it
    /// for one and the same name.
    public func isMeant(by authority: Octets, ignoringDot: Bool = false) -> Bool {
      if authority.elementsEqual(self.authority.utf8) { return true }
      return NormalAuthority(authority, ignoringDot)
        == NormalAuthority(Octets(self.authority), ignoringDot)
    }
  }

  /// One connection of the client.
  public struct Connection: Hashable, Sendable {
    /// How a connection ended.
    public enum End: String, Hashable, Sendable {
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
    public var server: Int
    /// The tunnel it is the inner side of, as the connection that carried the CONNECT.
    public var tunnelledThrough: Int?
    /// When it was accepted.
    public var opened: Int64
    /// When and how it ended; nil while it is open.
    public var closed: Int64?
    /// How it ended.
    public var end: End?

    /// A connection accepted then.
    public init(server: Int, tunnelledThrough: Int? = nil, opened: Int64) {
      self.server = server
      self.tunnelledThrough = tunnelledThrough
      self.opened = opened
    }
  }

  /// One request and what was answered to it.
  public struct Exchange: Hashable, Sendable {
    /// The server that was asked.
    public var server: Int
    /// The connection the request came on.
    public var connection: Int
    /// The step of the scenario that was being played.
    public var step: Int
    /// The proxy's exchange that this request was forwarded from, where it did not come on a connection of its own.
    public var forwardedFrom: Int?
    /// The request's head.
    public var request: RequestHead
    /// The request's head as it was on the wire, where the back end can tell.
    public var rawHead: Octets?
    /// The request's body after transfer decoding.
    public var body: Octets
    /// True when the body came in whole.
    public var isComplete: Bool
    /// When the head was in.
    public var received: Int64
    /// What was answered; nil when the client went away first.
    public var reply: Reply?
    /// When the reply's last octet was handed to the system; nil when it never was.
    public var replied: Int64?
  }

  /// Octets from the client that are no HTTP request, or that stopped in the middle of one.
  public struct Oddity: Hashable, Sendable {
    /// The server that was asked.
    public var server: Int
    /// The connection they came on.
    public var connection: Int
    /// The step of the scenario that was being played.
    public var step: Int
    /// What is wrong with them, as a sentence.
    public var complaint: String
    /// The octets, or the first of them.
    public var octets: Octets
    /// When.
    public var time: Int64

    /// An oddity seen then.
    public init(
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

  /// What the harness itself could not do: the case is void, and nothing in it speaks about the client.
  public struct Fault: Hashable, Sendable {
    /// The server that could not do it.
    public var server: Int
    /// The connection it was about, where there is one.
    public var connection: Int?
    /// The step of the scenario that was being played.
    public var step: Int
    /// What could not be done and why, as a sentence.
    public var complaint: String
    /// When.
    public var time: Int64

    /// A fault seen then.
    public init(server: Int, connection: Int?, step: Int, complaint: String, time: Int64) {
      self.server = server
      self.connection = connection
      self.step = step
      self.complaint = complaint
      self.time = time
    }
  }

  /// The servers of the case.
  public var servers: [Server] = []
  /// The client's connections, in the order they were accepted.
  public var connections: [Connection] = []
  /// The requests, in the order their heads were in.
  public var exchanges: [Exchange] = []
  /// What was not HTTP.
  public var oddities: [Oddity] = []
  /// What the harness could not do; empty in a sound recording.
  public var faults: [Fault] = []

  /// Nothing has happened yet.
  public init() {}
}

extension Recording.Exchange {
  /// An exchange that has just begun.
  public init(
    server: Int, connection: Int, step: Int, forwardedFrom: Int? = nil, request: RequestHead,
    rawHead: Octets? = nil, body: Octets = .init(), isComplete: Bool = true, received: Int64
  ) {
    // Outside of the type, where no half-made value is copied.
    self.init(
      server: server, connection: connection, step: step, forwardedFrom: forwardedFrom,
      request: request, rawHead: rawHead, body: body, isComplete: isComplete, received: received,
      reply: nil, replied: nil)
  }
}

extension Recording.Server {
  /// A server that listened there.
  public init(configuration: ServerConfiguration, address: String, port: UInt16) {
    let host = configuration.hostName ?? Recording.Server.bracketed(address)
    let authority = configuration.authority ?? "\(host):\(port)"
    self.init(
      configuration: configuration, address: address, port: port, authority: authority,
      url: "http://" + authority)
  }

  /// A server that listens on that socket.
  init(configuration: ServerConfiguration, socket: ListeningSocket) {
    self.init(configuration: configuration, address: socket.address, port: socket.port)
  }
}

extension Recording {
  /// Begins what is said of a request that libmicrohttpd, and not a scenario, has refused.
  static let libraryName = "libmicrohttpd"

  /// libmicrohttpd has refused what a client sent. That need not be wrong: 0.9.75 answers 400 to blanks behind the number of a
  /// Content-Length, which are no part of the value: "the field line value does not include that leading or trailing
  /// whitespace" (RFC 9112 5.1). The wire server knows better.
  public var isRefusedByLibrary: Bool {
    oddities.contains { $0.complaint.hasPrefix("\(Recording.libraryName) ") }
  }
}
