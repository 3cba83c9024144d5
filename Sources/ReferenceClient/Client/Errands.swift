// SPDX-License-Identifier: Apache-2.0

/// The requests that the client makes on its own for an exchange, which waits for them.
struct Errands {
  /// The purpose of a request of the client's own.
  enum Purpose: Hashable {
    /// A token of the server that a registry's challenge names.
    case token
    /// Metadata, which anybody may read: the request has no credentials (RFC 9728 3.1).
    case metadata
  }

  /// The purpose of the exchange itself, if it is such a request.
  var purpose: Purpose?
  /// The request that the exchange waits for.
  var running: Exchange?
  /// The number of tokens fetched.
  var tokenRounds = 0
  var hasAskedForMetadata = false
  var hasAskedForScope = false
}
