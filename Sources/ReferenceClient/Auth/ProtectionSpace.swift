import HTTPAuth

/// Where a login has been accepted (RFC 9110 11.5): a server and a realm, and what it was accepted for.
struct ProtectionSpace: Hashable, Sendable {
  /// The server.
  var peer: Peer
  /// The realm; nil where Bearer names none.
  var realm: Octets?
  /// The login.
  var login: Login
  /// What was answered; of Digest with the nonce to use next.
  var offer: Offer
  /// Folders and paths inside it, as servers may come to see them; nil for the whole server.
  var scope: [String]?
  /// The path that it was accepted for last.
  var path: String

  /// True where a path is inside.
  func contains(_ path: String, _ faults: FaultSet) -> Bool {
    guard let scope else { return true }
    let plain = faults.alter(Paths.plain(path), .scopeNotNormalised) { _ in path }
    return scope.contains { prefix in
      faults.alter(Paths.isInside(plain, prefix), .scopeByLetters) { _ in
        plain.hasPrefix(prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix)
      }
    }
  }

  /// Octets in the longest prefix that a path is inside of.
  func closeness(to path: String) -> Int {
    let plain = Paths.plain(path)
    return (scope ?? ["/"]).filter { Paths.isInside(plain, $0) }.map(\.utf8.count).max() ?? 0
  }
}
