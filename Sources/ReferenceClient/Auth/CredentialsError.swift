/// Why the client does not use a login.
enum CredentialsError: Error, Hashable, Sendable {
  /// A colon in the user name, which the first colon ends (RFC 7617 2).
  case colonInUser
  /// "The user-id and password MUST NOT contain any control characters" (RFC 7617 2).
  case controlCharacter
  /// The token is no token68 (RFC 6750 2.1).
  case malformedToken

  /// In words.
  var message: String {
    switch self {
    case .colonInUser: "the user name holds a colon"
    case .controlCharacter: "the login holds a control character"
    case .malformedToken: "the token holds a character that no token may hold"
    }
  }
}
