// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A protection space in which a login was accepted (RFC 9110 11.5): a server, a realm and the
/// paths.
struct ProtectionSpace: Hashable, Sendable {
  /// The server.
  var peer: Peer
  /// The realm; `nil` if Bearer has none.
  var realm: Octets?
  /// The login.
  var login: Login
  /// The challenge that was answered; for Digest with the nonce to use next.
  var offer: Offer
  /// The folders and paths inside it, as servers interpret them; `nil` for the whole server.
  var scope: [String]?
  /// The path for which the login was last accepted.
  var path: String

  /// `true` if a path is inside the space.
  func contains(_ path: String, _ faults: FaultSet) -> Bool {
    guard let scope else { return true }
    let plain = faults.alter(Paths.plain(path), .scopeNotNormalised) { _ in path }
    return scope.contains { prefix in
      faults.alter(Paths.isInside(plain, prefix), .scopeByLetters) { _ in
        plain.hasPrefix(prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix)
      }
    }
  }

  /// The length in octets of the longest folder or path that contains a path.
  func closeness(to path: String) -> Int {
    let plain = Paths.plain(path)
    return (scope ?? ["/"]).filter { Paths.isInside(plain, $0) }.map(\.utf8.count).max() ?? 0
  }
}
