// SPDX-License-Identifier: Apache-2.0

/// What an acceptor is to find about the token of Negotiate in a request; `nil` for anything.
package struct NegotiationPattern: Hashable, Sendable {
  /// The client demands that the server proves itself.
  package var isMutual: Bool?
  /// The client delegates its credentials.
  package var isDelegated: Bool?

  package init() {}
}
