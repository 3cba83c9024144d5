// SPDX-License-Identifier: Apache-2.0

/// The acceptor's token in a server's reply to a token of Negotiate (RFC 4559 4.1).
package enum NegotiateAnswer: String, Hashable, Sendable, CaseIterable {
  /// The right token.
  case right
  /// The token with one bit changed, which does not authenticate the server.
  case wrong
  /// No token.
  case absent
}
