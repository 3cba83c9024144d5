// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// The configuration of a server of a case.
package struct ServerConfiguration: Hashable, Sendable {
  /// The name in the scenario.
  package var name: String
  /// Origin or proxy.
  package var kind: ServerKind
  /// The number of its loopback address: 1 for 127.0.0.1, 2 for 127.0.0.2. Two servers with one
  /// number differ only in their ports.
  package var host: Int
  /// `true` if it listens on [::1] instead. All such servers differ only in their ports.
  package var isIPv6: Bool
  /// Servers of a case with the same number have the same port, on one or several addresses; `nil`
  /// for a port of its own.
  package var portGroup: Int?
  /// The host in its URLs, with the port that it listens on; `nil` for its address.
  package var hostName: String?
  /// Its name in URLs, `host` or `host:port`; `nil` for its host and the port that it listens on.
  package var authority: String?
  /// The implementation that plays it.
  package var backEnd: BackEnd
  /// `true` to reply as an HTTP/1.0 server: with its version in the status line, and keep-alive
  /// only on request.
  package var isHTTP10: Bool
  /// `true` to use HTTP/2 with clients that do: with TLS those that choose `h2` (RFC 7301), in
  /// clear those that begin with the connection preface (RFC 9113 3.3). Its back end plays HTTP/1.1
  /// with others.
  package var speaksHTTP2: Bool
  /// `true` to allow message heads of 1 MB in libmicrohttpd instead of 4 KB. It then needs a
  /// quarter of a millisecond more for each request. The wire server does not need it.
  package var hasLargeHeads: Bool
  /// Its settings for TLS; `nil` for HTTP in clear.
  package var tls: TLSSettings?

  package init(
    name: String, kind: ServerKind, host: Int, isIPv6: Bool = false, portGroup: Int? = nil,
    hostName: String? = nil, authority: String? = nil, backEnd: BackEnd, isHTTP10: Bool = false,
    speaksHTTP2: Bool = false, hasLargeHeads: Bool = false, tls: TLSSettings? = nil
  ) {
    self.name = name
    self.kind = kind
    self.host = host
    self.isIPv6 = isIPv6
    self.portGroup = portGroup
    self.hostName = hostName
    self.authority = authority
    self.backEnd = backEnd
    self.isHTTP10 = isHTTP10
    self.speaksHTTP2 = speaksHTTP2
    self.hasLargeHeads = hasLargeHeads
    self.tls = tls
  }
}

extension ServerConfiguration {
  /// `true` if both have the same address and port.
  package func isAtPlace(of other: ServerConfiguration) -> Bool {
    portGroup != nil && portGroup == other.portGroup && host == other.host
      && isIPv6 == other.isIPv6
  }
}

extension ServerKind {
  /// 401 at an origin (RFC 9110 15.5.2), 407 at a proxy (15.5.8).
  package var challengeStatus: Int {
    switch self {
    case .origin: 401
    case .proxy: 407
    }
  }

  /// The field that carries its challenges (RFC 9110 11.6.1, 11.7.1).
  package var challengeField: Octets {
    switch self {
    case .origin: "WWW-Authenticate"
    case .proxy: "Proxy-Authenticate"
    }
  }

  /// The field that carries information after success (RFC 7615 3, 4).
  package var infoField: Octets {
    switch self {
    case .origin: "Authentication-Info"
    case .proxy: "Proxy-Authentication-Info"
    }
  }
}
