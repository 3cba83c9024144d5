// SPDX-License-Identifier: Apache-2.0

/// The party that asked for credentials: origin server or proxy.
enum AuthenticationTarget: Hashable, Sendable {
  /// The origin server: 401, WWW-Authenticate, Authorization, Authentication-Info.
  case origin
  /// The proxy: 407, Proxy-Authenticate, Proxy-Authorization, Proxy-Authentication-Info.
  case proxy
}

/// An origin server or a proxy.
struct Peer: Hashable, Sendable {
  var side: AuthenticationTarget
  var origin: Origin
}
