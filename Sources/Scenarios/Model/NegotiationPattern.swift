// SPDX-License-Identifier: Apache-2.0

/// What an acceptor is to find about the token of Negotiate in a request; `nil` for anything.
package struct NegotiationPattern: Hashable, Sendable {
  /// The client demands that the server proves itself.
  package var isMutual: Bool?
  /// The client delegates its credentials.
  package var isDelegated: Bool?
  /// What its token is bound to.
  package var binding: Binding?

  /// What a token is bound to (RFC 5929 4).
  package enum Binding: String, Hashable, Sendable, CaseIterable {
    /// The server's certificate.
    case right
    /// Another.
    case wrong
    /// Nothing.
    case absent
  }

  package init() {}
}
