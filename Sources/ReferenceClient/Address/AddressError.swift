// SPDX-License-Identifier: Apache-2.0

/// The reason why the client rejects a URL.
enum AddressError: Error, Hashable, Sendable {
  /// It does not have the form `scheme://authority/…`.
  case notAbsolute
  /// The scheme is neither http nor https.
  case unknownScheme
  /// The scheme is https, and the client has no trust anchors.
  case noTLS
  /// Host, port or user information do not match the grammar of RFC 3986 3.2.
  case malformedAuthority
  /// The URL contains a control character.
  case controlCharacter
}
