// SPDX-License-Identifier: Apache-2.0

/// Conditions for the token of Negotiate in a request. Parts that are `nil` match any.
package struct NegotiationPattern: Hashable, Sendable {
  /// `true` if the client must demand mutual authentication, `false` if it must not.
  package var isMutual: Bool?
  /// `true` if the client must delegate its credentials, `false` if it must not.
  package var isDelegated: Bool?
  package var binding: Binding?

  /// The channel binding of the token (RFC 5929 4).
  package enum Binding: String, Hashable, Sendable, CaseIterable {
    /// The server's certificate.
    case right
    /// Another certificate.
    case wrong
    case absent
  }

  package init() {}
}
