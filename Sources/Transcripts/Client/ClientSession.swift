// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A login given to a client, and what it is for.
///
/// Copies share the parts until one of them is changed: a login goes from session to choice and
/// handle.
@dynamicMemberLookup
public struct ClientCredentials: Hashable, Sendable {
  /// Whom a login is for.
  public enum Target: String, Hashable, Sendable {
    /// An origin server.
    case origin
    /// A proxy.
    case proxy
  }

  /// What a login consists of.
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
    /// A client that keeps accepted logins may keep this one.
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
  /// The user name as clients take it that have no option for a domain: `DOMAIN\user`.
  public var qualifiedUser: Octets {
    guard let domain = self.domain else { return self.user }
    return Octets(domain.array + [UInt8(ascii: "\\")] + self.user.array)
  }
}

/// The session of a client, which is set before its requests and may be changed between them.
public struct ClientSession: Hashable, Sendable {
  /// A host and a port of URLs, and where a client that asks for them connects to.
  public struct Name: Hashable, Sendable {
    /// The host as it stands in URLs.
    public var host: String
    /// The port of the URLs.
    public var port: String
    /// `address:port`, an address of IPv6 in brackets.
    public var place: String

    /// A name that leads to that place.
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
  /// Send credentials without being asked.
  public var preemptive = false
  /// The client may ask for credentials; those given are used first.
  public var ask = false
  /// The only schemes it may use, in lower case; `nil` for all.
  public var schemes: [String]?
  /// Whether to allow NTLM beside the usual schemes: `true` in cases that need it.
  public var allowsNTLM = false
  /// How many redirects to follow; with 0 the caller gets the 3xx.
  public var redirects = 10
  /// Keep and send cookies.
  public var cookies = false
  /// The proxy's URL.
  public var proxy: String?
  /// CONNECT for http URLs too.
  public var tunnel = false
  /// Where names lead to; what is not here leads where it would anyway.
  public var resolve: [Name] = []
  /// The text of a netrc file to use.
  public var netrc: Octets?
  /// It may send a login again without a challenge where it was accepted. If not, it keeps none
  /// beyond a request.
  public var remember = true
  /// The folder in which it keeps logins, which outlives its process; `nil` if it keeps none.
  public var store: String?
  /// Its settings for TLS; `nil` if no server of the case speaks it.
  public var tls: ClientTLS?
  /// It fetches the token that a registry asks for from the server that the challenge names.
  public var registry = false
  /// The origins whose metadata it may ask for besides those of the server of its request (RFC 9728);
  /// `nil` if it asks for none.
  public var metadata: [String]?
  /// Origin servers of the case speak HTTP/2, and so does a client that can: those with TLS once it
  /// is agreed on there, the others with prior knowledge (RFC 9113 3).
  public var http2 = false
  /// The proxy speaks HTTP/2 over TLS, and so does a client that can (RFC 9113 3.2).
  public var proxyHTTP2 = false
  /// Its tickets of Kerberos; `nil` if it is given none.
  public var kerberos: ClientKerberos?
  /// Milliseconds for a whole request.
  public var timeout = 2000

  /// A session of no logins.
  public init() {}
}

/// One request that a client is asked to make.
///
/// Copies share the parts until one of them is changed, as those of a login do.
@dynamicMemberLookup
public struct ClientRequest: Hashable, Sendable {
  /// What a request consists of.
  public struct Parts: Hashable, Sendable {
    /// The method.
    public var method: String
    /// The URL, user information included if the scenario gives it there.
    public var url: String
    /// The caller's own field lines.
    public var lines: [FieldSection.Line]
    /// The body; `nil` for none.
    public var body: Octets?
    /// The body can be read once only.
    public var isStream: Bool
    /// The body's length is not known before.
    public var isChunked: Bool
    /// The request opens a websocket. The body is the one message to send on it; `nil` for none.
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
  /// It has a final response.
  case response(ClientResponse)
  /// It reports an error of its own.
  case failure(ClientFailure)
  /// It cannot do what was asked; the case is skipped with that reason.
  case unsupported(String)
  /// It did not finish in time and the harness gave up; with its last output, which may be empty.
  case hung(String = "")
  /// It crashed, by a signal or with a sanitizer's report; with its last output.
  case crashed(String)
  /// The program between the client and the harness breaks its contract; with what it did.
  case faulty(String)

  /// The outcome of a request that a client with that trouble could not make.
  public init(_ trouble: ClientTrouble) {
    switch trouble {
    case .unsupported(let reason): self = .unsupported(reason)
    case .hung(let words): self = .hung(words)
    case .crashed(let words): self = .crashed(words)
    case .faulty(let reason): self = .faulty(reason)
    }
  }
}

/// Why a client fails outside of a request.
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

/// A final response, as the client hands it to its user.
public struct ClientResponse: Hashable, Sendable {
  /// The status code; `nil` if the client does not report it.
  public var status: Int?
  /// The header section, if the client reports it.
  public var fields: FieldSection
  /// The body; `nil` if the client does not report it.
  public var body: Octets?
  /// The messages that a server sent on a websocket; `nil` if the client does not report them.
  public var messages: [Octets]?

  /// A response of these parts.
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

/// An error of the client's own.
public struct ClientFailure: Error, Hashable, Sendable {
  /// The kinds of docs/abilities.md.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case authentication, credentials, url, redirects, tls, timeout, connection, `protocol`, body
    case cancelled, `internal`, other
  }

  /// What kind of error it is.
  public var kind: Kind
  /// In the client's own words.
  public var message: String

  /// A failure of that kind.
  public init(kind: Kind, message: String) {
    self.kind = kind
    self.message = message
  }
}
