// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// What a server of a case is to be.
package struct ServerConfiguration: Hashable, Sendable {
  /// The name in the scenario.
  package var name: String
  /// Origin or proxy.
  package var kind: ServerKind
  /// Which loopback address: 1 is 127.0.0.1, 2 is 127.0.0.2; two servers with one number differ in
  /// port only.
  package var host: Int
  /// It listens on [::1] in place of that; all such servers differ in port only.
  package var isIPv6: Bool
  /// Servers of a case with one number here have one port, at an address each or at one; `nil` for
  /// a port of its own.
  package var portGroup: Int?
  /// The host in its URLs, with the port that it listens on; `nil` for its address.
  package var hostName: String?
  /// Its name in URLs, `host` or `host:port`; `nil` for its host and the port that it listens on.
  package var authority: String?
  /// Which implementation plays it.
  package var backEnd: BackEnd
  /// Replies as an HTTP/1.0 server: its version in the status line, and no keep-alive unless
  /// requested.
  package var isHTTP10: Bool
  /// Speaks HTTP/2 with clients that do: with TLS those that choose `h2` (RFC 7301), in clear those
  /// that begin with the connection preface (RFC 9113 3.3). Its back end plays HTTP/1.1 to others.
  package var speaksHTTP2: Bool
  /// Lets message heads of up to 1 MB pass through libmicrohttpd, which then takes a quarter of a
  /// millisecond longer for each request; without it, 4 KB pass. The wire server has no need of it.
  package var hasLargeHeads: Bool
  /// How it speaks TLS; `nil` where it speaks HTTP in clear.
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
  /// `true` if both have one address and one port.
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
