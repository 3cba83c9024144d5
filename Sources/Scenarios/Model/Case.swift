// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A scenario with one value for each key of its matrix: the unit that is played and judged.
///
/// Copies share all parts except the steps.
@dynamicMemberLookup @usableFromInline
package struct Case: Hashable, Sendable {
  @usableFromInline package struct Parts: Hashable, Sendable {
    package var scenario: Scenario
    /// The value of each key of the matrix, in the file's order.
    package var coordinates: [Coordinate]
    /// The abilities (docs/abilities.md) without which a client skips the case, sorted.
    package var needs: [String]
    /// The accounts that the servers know.
    package var accounts: [Account]
    /// The servers: `origin` first, then the declared ones in order, then `proxy` if it is used but
    /// not declared.
    package var servers: [ServerDefinition]
    /// The client's settings before the first step.
    package var client: ClientSettings
    /// The beginning of the scenario in its file.
    package var location: SourceLocation
    /// `true` if some text contains a literal URL with its scheme.
    package var namesScheme: Bool
  }

  /// The value of a key of the matrix.
  package struct Coordinate: Hashable, Sendable {
    package var key: String
    /// The value's text in the case's id.
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

  /// The scenario's id, with the values of a matrix: `digest/stale[algorithm=MD5,side=proxy]`.
  package var id: String {
    parts.coordinates.isEmpty ? parts.scenario.id : "\(parts.scenario.id)[\(coordinateText)]"
  }

  /// The values of the matrix in the id: `algorithm=MD5,side=proxy`; empty without a matrix.
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
  package var name: String
  package var kind: ServerKind
  /// The server whose address it shares; `nil` if it has its own.
  package var sameHostAs: String?
  /// The server whose port it shares; `nil` if it has its own.
  package var samePortAs: String?
  /// The host (RFC 3986 3.2.2) in its URLs, beside the port that it listens on; `nil` for its
  /// address.
  package var hostName: String?
  /// The authority (RFC 3986 3.2) of its URLs, `host` or `host:port`; `nil` for its host and the
  /// port that it listens on.
  package var authority: String?
  /// `true` if it listens on the loopback address of IPv6.
  package var isIPv6 = false
  /// The required back end; `nil` for any that can play its rules.
  package var backEnd: BackEnd?
  /// `true` if it speaks HTTP/1.0.
  package var isHTTP10 = false
  /// `true` if its handshakes of Negotiate take two tokens of the client (RFC 4178 5).
  package var takesTwoTokens = false
  /// `true` if it speaks HTTP/2 with clients that support it.
  package var speaksHTTP2 = false
  /// Its TLS settings; `nil` without TLS.
  package var tls: TLSSettings?
  /// The rules for steps without rules for this server.
  package var rules: [Rule] = []
  /// The place of its declaration.
  package var location: SourceLocation

  /// The name in its URLs; `nil` if they have its address.
  package var nameInURLs: String? { hostName ?? authority }

  /// `true` if its URLs have a name and not its address.
  package var isNamed: Bool { nameInURLs != nil }

  /// The TLS settings, in which a server with HTTP/2 prefers `h2` (RFC 9113 3.2) unless the
  /// scenario lists other protocols.
  package var settingsWithHTTP2: TLSSettings? {
    guard speaksHTTP2, let tls, tls.protocols == TLSSettings.usual.protocols else { return tls }
    return TLSSettings(
      certificate: tls.certificate, certificatesByName: tls.certificatesByName,
      versions: tls.versions, protocols: ["h2"] + tls.protocols,
      asksForCertificate: tls.asksForCertificate, resumesSessions: tls.resumesSessions)
  }

  /// The name of the server whose port it uses.
  package var portOwner: String { samePortAs ?? name }
  /// The name of the server whose address it uses. All servers with IPv6 have the same address.
  package var addressOwner: String { isIPv6 ? "::1" : sameHostAs ?? name }

  package init(
    name: String, kind: ServerKind, backEnd: BackEnd? = nil, location: SourceLocation
  ) {
    self.name = name
    self.kind = kind
    self.backEnd = backEnd
    self.location = location
  }
}

/// A step of a case: requests of the client, rules of the servers, and expectations.
package struct Step: Hashable, Sendable {
  /// A short description.
  package var title: String
  /// `true` if the scenario gives the title; otherwise it is the number of the step.
  package var isTitled = true
  /// The client's new settings before the step; `nil` for no change.
  package var client: ClientSettings?
  /// `true` if the client is restarted before the step and so forgets the earlier steps.
  package var restarts = false
  /// A change of the client's files of logins before the step; `nil` for none.
  package var store: StoreState?
  /// The servers that close their connections before the step.
  package var closing: [String] = []
  /// The pause before the requests, in milliseconds.
  package var pause = 0
  /// The requests, which are started at the same time.
  package var requests: [RequestDefinition]
  /// The rules by server. A server without an entry uses its own rules.
  package var rules: [String: [Rule]]
  /// The rules for TLS handshakes, by server.
  package var handshakes: [String: [HandshakeRule]] = [:]
  package var expect = Expectations()
  /// Its location in the file.
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
