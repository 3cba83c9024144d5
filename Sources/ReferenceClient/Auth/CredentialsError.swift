// SPDX-License-Identifier: Apache-2.0

/// The reason why the client rejects a login.
enum CredentialsError: Error, Hashable, Sendable {
  /// The user name contains a colon, which would end it (RFC 7617 2).
  case colonInUser
  /// "The user-id and password MUST NOT contain any control characters" (RFC 7617 2).
  case controlCharacter
  /// The token is not a token68 (RFC 6750 2.1).
  case malformedToken

  /// A description for people.
  var message: String {
    switch self {
    case .colonInUser: "the user name holds a colon"
    case .controlCharacter: "the login holds a control character"
    case .malformedToken: "the token holds a character that no token may hold"
    }
  }
}
