import HTTPAuth

/// A user's name and password, or a token.
struct Login: Hashable, Sendable {
  /// The user name, as UTF-8.
  var user: Octets
  /// The password, as UTF-8.
  var password: Octets
  /// A bearer token; then there is no user and no password.
  var token: Octets?

  /// True where user name or password hold a control character.
  var hasControls: Bool {
    user.contains { $0 < 0x20 || $0 == 0x7F } || password.contains { $0 < 0x20 || $0 == 0x7F }
  }

  /// True where a scheme can use it.
  func fits(_ scheme: Scheme) -> Bool { (token != nil) == (scheme == .bearer) }
}
