// SPDX-License-Identifier: Apache-2.0

/// What a server does with the acceptor's token in its reply to a token of Negotiate (RFC 4559
/// 4.1).
package enum NegotiateAnswer: String, Hashable, Sendable, CaseIterable {
  /// It is sent as it is.
  case right
  /// It is sent with one bit changed, so that the server does not prove itself.
  case wrong
  /// It is left out.
  case absent
}
