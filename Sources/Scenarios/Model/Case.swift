// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A scenario with one value chosen for each key of its matrix: what is played and judged.
///
/// Copies share everything but the steps, and so do cases that differ in nothing else.
@dynamicMemberLookup @usableFromInline
package struct Case: Hashable, Sendable {
  @usableFromInline package struct Parts: Hashable, Sendable {
    /// The scenario it comes from.
    package var scenario: Scenario
    /// The chosen value for each key, in the file's order.
    package var coordinates: [Coordinate]
    /// Client abilities without which the case is skipped, normalised and sorted: words of
    /// docs/abilities.md.
    package var needs: [String]
    /// The accounts that the servers know.
    package var accounts: [Account]
    /// The servers: `origin` first, then those declared in order, then `proxy` if it is only named.
    package var servers: [ServerDefinition]
    /// The client's settings before the first step.
    package var client: ClientSettings
    /// Where the scenario begins.
    package var location: SourceLocation
    /// `true` if some text of it holds a URL that is written out, with its scheme.
    package var namesScheme: Bool
  }

  /// One chosen value.
  package struct Coordinate: Hashable, Sendable {
    /// The matrix key.
    package var key: String
    /// The value, as it stands in the case's id.
    package var value: String

    package init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  @usableFromInline var parts: CopyOnWrite<Parts>
  /// The steps in order; never empty.
  package var steps: [Step]

  @inlinable
  package subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[dynamicMember: path] }
    set { parts[dynamicMember: path] = newValue }
  }

  /// The scenario's id, and the chosen values if there is a matrix:
  /// `digest/stale[algorithm=MD5,side=proxy]`.
  package var id: String {
    parts.coordinates.isEmpty ? parts.scenario.id : "\(parts.scenario.id)[\(coordinateText)]"
  }

  /// The chosen values as they stand in the id: `algorithm=MD5,side=proxy`; empty without a matrix.
  package var coordinateText: String {
    parts.coordinates.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
  }

  package init(
    scenario: Scenario, coordinates: [Coordinate] = [], needs: [String] = [],
    accounts: [Account] = [], servers: [ServerDefinition], client: ClientSettings, steps: [Step],
    location: SourceLocation, namesScheme: Bool = false
  ) {
    parts = CopyOnWrite(
      Parts(
        scenario: scenario, coordinates: coordinates, needs: needs, accounts: accounts,
        servers: servers, client: client, location: location, namesScheme: namesScheme))
    self.steps = steps
  }
}

/// A server of a case.
package struct ServerDefinition: Hashable, Sendable {
  /// Its name.
  package var name: String
  /// Origin server or proxy.
  package var kind: ServerKind
  /// The server whose address it shares, on another port unless it shares that, too; `nil` for an
  /// address of its own.
  package var sameHostAs: String?
  /// The server whose port it shares, at another address unless it shares that, too; `nil` for a
  /// port of its own.
  package var samePortAs: String?
  /// The host in its URLs, with the port that it listens on; `nil` for its address (RFC 3986
  /// 3.2.2).
  package var hostName: String?
  /// Its name in URLs, `host` or `host:port`; `nil` for its host and the port that it listens on
  /// (RFC 3986 3.2).
  package var authority: String?
  /// `true` if it listens on the loopback address of IPv6.
  package var isIPv6 = false
  /// The back end it asks for; `nil` for whichever can play its rules.
  package var backEnd: BackEnd?
  /// `true` if it speaks HTTP/1.0.
  package var isHTTP10 = false
  /// Its handshakes of Negotiate take two tokens of the client (RFC 4178 5).
  package var takesTwoTokens = false
  /// `true` if it speaks HTTP/2 with clients that do.
  package var speaksHTTP2 = false
  /// How it speaks TLS; `nil` if it speaks HTTP in clear.
  package var tls: TLSSettings?
  /// Its rules in steps that have none for it.
  package var rules: [Rule] = []
  /// Where it is declared.
  package var location: SourceLocation

  /// Its name in URLs; `nil` for its address.
  var nameInURLs: String? { hostName ?? authority }

  /// `true` if URLs have a name for it and not its address.
  package var isNamed: Bool { nameInURLs != nil }

  /// The server whose port it has.
  var portOwner: String { samePortAs ?? name }
  /// The server whose address it has; all servers on the address of IPv6 have one.
  var addressOwner: String { isIPv6 ? "::1" : sameHostAs ?? name }

  package init(
    name: String, kind: ServerKind, backEnd: BackEnd? = nil, location: SourceLocation
  ) {
    self.name = name
    self.kind = kind
    self.backEnd = backEnd
    self.location = location
  }
}

/// One step: something the client is asked to do, what the servers play meanwhile, what must be
/// seen.
package struct Step: Hashable, Sendable {
  /// What happens, in a few words.
  package var title: String
  /// The client's new settings before the step; `nil` for no change.
  package var client: ClientSettings?
  /// The client is restarted before the step: a new process, if it is one, which remembers nothing
  /// of the steps before.
  package var restarts = false
  /// What becomes of the client's files of logins before the step; `nil` for nothing.
  package var store: StoreState?
  /// Servers that close their open connections before it.
  package var closing: [String] = []
  /// Milliseconds that pass before its requests are made.
  package var pause = 0
  /// The requests, started at the same time when there are several.
  package var requests: [RequestDefinition]
  /// Rules by server; a server that is not here plays its own.
  package var rules: [String: [Rule]]
  /// What servers do in handshakes of TLS, by server.
  package var handshakes: [String: [HandshakeRule]] = [:]
  /// The expectations.
  package var expect = Expectations()
  /// Where it begins.
  package var location: SourceLocation

  package init(
    title: String, requests: [RequestDefinition], rules: [String: [Rule]] = [:],
    location: SourceLocation
  ) {
    self.title = title
    self.requests = requests
    self.rules = rules
    self.location = location
  }
}
