/// Why a URL cannot be used.
enum AddressError: Error, Hashable, Sendable {
  /// It is not `scheme://authority/…`.
  case notAbsolute
  /// The scheme is neither http nor https.
  case unknownScheme
  /// https: the client has no TLS.
  case noTLS
  /// Host, port or user information are not as RFC 3986 3.2 says.
  case malformedAuthority
  /// A control character, which no part of a URL may hold.
  case controlCharacter
}
