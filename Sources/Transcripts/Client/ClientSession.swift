// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A login that a client is given, and its target.
///
/// Copies share the parts until one of them is changed.
@dynamicMemberLookup
public struct ClientCredentials: Hashable, Sendable {
  /// The kind of server for which a login is.
  public enum Target: String, Hashable, Sendable {
    /// An origin server.
    case origin
    /// A proxy.
    case proxy
  }

  /// The parts of a login.
  public struct Parts: Hashable, Sendable {
    /// Origin or proxy.
    public var target: Target
    /// The origin (`http://127.0.0.2:4012`) or the proxy's URL; `nil` for any.
    public var url: String?
    /// The realm; `nil` for any.
    public var realm: Octets?
    /// The scheme, in lower case; `nil` for any.
    public var scheme: String?
    /// The user name, as UTF-8.
    public var user: Octets
    /// The password, as UTF-8.
    public var password: Octets
    /// A bearer token; then there is no user and no password.
    public var token: Octets?
    /// The domain of the user, for NTLM; `nil` for none.
    public var domain: Octets?
    /// `true` if a client that stores accepted logins may store this one.
    public var isKept = true
  }

  @usableFromInline var parts: CopyOnWrite<Parts>

  /// Creates a login for a target.
  public init(
    target: Target, url: String? = nil, realm: Octets? = nil, scheme: String? = nil,
    user: Octets = .init(), password: Octets = .init(), token: Octets? = nil,
    domain: Octets? = nil
  ) {
    parts = CopyOnWrite(
      Parts(
        target: target, url: url, realm: realm, scheme: scheme, user: user, password: password,
        token: token, domain: domain))
  }

  /// A part of the login.
  @inlinable
  public subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[dynamicMember: path] }
    set { parts[dynamicMember: path] = newValue }
  }
}

extension ClientCredentials {
  /// The user name for clients without an option for a domain: `DOMAIN\user`.
  public var qualifiedUser: Octets {
    guard let domain = self.domain else { return self.user }
    return Octets(domain.array + [UInt8(ascii: "\\")] + self.user.array)
  }
}

/// The settings of a client, which are set before its requests and may be changed between them.
public struct ClientSession: Hashable, Sendable {
  /// A host and a port in URLs, and the address and port to which they lead.
  public struct Name: Hashable, Sendable {
    /// The host as it stands in URLs.
    public var host: String
    /// The port of the URLs.
    public var port: String
    /// `address:port`, an address of IPv6 in brackets.
    public var place: String

    /// Creates a name.
    public init(host: String, port: String, place: String) {
      self.host = host
      self.port = port
      self.place = place
    }

    /// The address, one of IPv6 in brackets.
    public var address: String { String(place[..<(colon ?? place.endIndex)]) }
    /// The port at the address.
    public var addressPort: String {
      colon.map { String(place[place.index(after: $0)...]) } ?? port
    }

    private var colon: String.Index? { place.lastIndex(of: ":") }
  }

  /// The logins.
  public var credentials: [ClientCredentials] = []
  /// `true` to send credentials without a challenge.
  public var preemptive = false
  /// `true` if the client may ask for credentials. Given logins are used first.
  public var ask = false
  /// The only schemes it may use, in lower case; `nil` for all.
  public var schemes: [String]?
  /// Whether to allow NTLM beside the usual schemes: `true` in cases that need it.
  public var allowsNTLM = false
  /// The most redirects to follow; with 0 the caller gets the 3xx response.
  public var redirects = 10
  /// `true` to store and send cookies.
  public var cookies = false
  /// The proxy's URL.
  public var proxy: String?
  /// `true` to use CONNECT for http URLs, too.
  public var tunnel = false
  /// The addresses of host names. Other names are resolved as usual.
  public var resolve: [Name] = []
  /// The text of a netrc file to use.
  public var netrc: Octets?
  /// `true` if it may send an accepted login again without a challenge. If `false`, it keeps no
  /// login after a request.
  public var remember = true
  /// The folder in which it stores logins for later processes; `nil` if it stores none.
  public var store: String?
  /// Its settings for TLS; `nil` if no server of the case uses TLS.
  public var tls: ClientTLS?
  /// `true` to fetch the token that a registry asks for from the server that the challenge names.
  public var registry = false
  /// The origins from which it may request metadata, besides the server of its request (RFC 9728);
  /// `nil` if it requests none.
  public var metadata: [String]?
  /// `true` to use HTTP/2 with origin servers, if the client can: with TLS if it is negotiated
  /// there, in clear with prior knowledge (RFC 9113 3).
  public var http2 = false
  /// `true` to use HTTP/2 over TLS with the proxy, if the client can (RFC 9113 3.2).
  public var proxyHTTP2 = false
  /// Its Kerberos tickets; `nil` if it is given none.
  public var kerberos: ClientKerberos?
  /// Milliseconds for a whole request.
  public var timeout = 2000

  /// Creates a session without logins.
  public init() {}
}

/// One request that a client is asked to make.
///
/// Copies share the parts until one of them is changed.
@dynamicMemberLookup
public struct ClientRequest: Hashable, Sendable {
  /// The parts of a request.
  public struct Parts: Hashable, Sendable {
    /// The method.
    public var method: String
    /// The URL, user information included if the scenario gives it there.
    public var url: String
    /// The caller's own field lines.
    public var lines: [FieldSection.Line]
    /// The body; `nil` for none.
    public var body: Octets?
    /// `true` if the body can be read only once.
    public var isStream: Bool
    /// `true` if the length of the body is not known in advance.
    public var isChunked: Bool
    /// `true` if the request opens a websocket. The body is then the one message to send on it.
    public var isWebSocket: Bool
  }

  @usableFromInline var parts: CopyOnWrite<Parts>

  /// Creates a request.
  public init(
    method: String = "GET", url: String, lines: [FieldSection.Line] = [], body: Octets? = nil,
    isStream: Bool = false, isChunked: Bool = false, isWebSocket: Bool = false
  ) {
    parts = CopyOnWrite(
      Parts(
        method: method, url: url, lines: lines, body: body, isStream: isStream,
        isChunked: isChunked, isWebSocket: isWebSocket))
  }

  /// A part of the request.
  @inlinable
  public subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[dynamicMember: path] }
    set { parts[dynamicMember: path] = newValue }
  }
}

/// How a request ended for the client.
public enum ClientOutcome: Hashable, Sendable {
  /// The client has a final response.
  case response(ClientResponse)
  /// The client reports an error.
  case failure(ClientFailure)
  /// The client cannot do what was asked. The case is skipped with that reason.
  case unsupported(String)
  /// The client did not finish in time. With its last output, which may be empty.
  case hung(String = "")
  /// The client crashed, by a signal or with a sanitizer's report. With its last output.
  case crashed(String)
  /// The program between the client and the harness breaks its contract. With what it did.
  case faulty(String)

  /// The outcome of a request that failed because of that trouble.
  public init(_ trouble: ClientTrouble) {
    switch trouble {
    case .unsupported(let reason): self = .unsupported(reason)
    case .hung(let words): self = .hung(words)
    case .crashed(let words): self = .crashed(words)
    case .faulty(let reason): self = .faulty(reason)
    }
  }
}

/// Why a client fails outside a request.
public enum ClientTrouble: Error, Hashable, Sendable {
  /// It cannot do what is asked; the case is skipped with that reason.
  case unsupported(String)
  /// It did not answer in time; with its last output, which may be empty.
  case hung(String)
  /// It crashed, by a signal or with a sanitizer's report; with its last output.
  case crashed(String)
  /// The program between the client and the harness breaks its contract, or cannot be started.
  case faulty(String)
}

/// A final response, as the client returns it to its user.
public struct ClientResponse: Hashable, Sendable {
  /// The status code; `nil` if the client does not report it.
  public var status: Int?
  /// The header section, if the client reports it.
  public var fields: FieldSection
  /// The body; `nil` if the client does not report it.
  public var body: Octets?
  /// The messages that a server sent on a websocket; `nil` if the client does not report them.
  public var messages: [Octets]?

  /// Creates a response.
  public init(
    status: Int?, fields: FieldSection = .init(), body: Octets? = .init(),
    messages: [Octets]? = nil
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.messages = messages
  }
}

/// An error that the client reports.
public struct ClientFailure: Error, Hashable, Sendable {
  /// The kinds of error, as named in docs/abilities.md.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case authentication, credentials, url, redirects, tls, timeout, connection, `protocol`, body
    case cancelled, `internal`, other
  }

  /// The kind of error.
  public var kind: Kind
  /// The message, in the client's own words.
  public var message: String

  /// Creates a failure.
  public init(kind: Kind, message: String) {
    self.kind = kind
    self.message = message
  }
}
