// SPDX-License-Identifier: Apache-2.0

/// The way to an origin server.
enum Route: Hashable, Sendable {
  /// Directly to the origin.
  case direct(Origin)
  /// Through a proxy that gets the absolute-form (RFC 9112 3.2.2).
  case forwarded(by: Origin)
  /// Through a tunnel that a proxy opens (RFC 9110 9.3.6).
  case tunnel(through: Origin, to: Origin)

  /// The server to connect to.
  var first: Origin {
    switch self {
    case .direct(let origin): origin
    case .forwarded(let proxy), .tunnel(let proxy, _): proxy
    }
  }

  /// The proxy, if there is one.
  var proxy: Origin? {
    switch self {
    case .direct: nil
    case .forwarded(let proxy), .tunnel(let proxy, _): proxy
    }
  }

  /// The server behind a tunnel.
  var last: Origin? { if case .tunnel(_, let origin) = self { origin } else { nil } }
}
