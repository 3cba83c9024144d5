// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A user name and a password, or a token.
struct Login: Hashable, Sendable {
  /// The user name, as UTF-8.
  var user: Octets
  /// The password, as UTF-8.
  var password: Octets
  /// A bearer token. A login with a token has no user name and no password.
  var token: Octets?
  /// The domain of the user.
  var domain: Octets?
  /// `true` if the token is bound to a key of the client (RFC 9449).
  var isBound = false

  /// `true` if the user name or the password contains a control character.
  var hasControls: Bool {
    user.contains { $0 < 0x20 || $0 == 0x7F } || password.contains { $0 < 0x20 || $0 == 0x7F }
  }

  /// `true` if a scheme can use the login.
  func fits(_ scheme: Scheme) -> Bool {
    switch scheme {
    case .bearer: token != nil && !isBound
    case .dpop: token != nil && isBound
    case .basic, .ntlm, .digest, .scram: token == nil
    }
  }
}
