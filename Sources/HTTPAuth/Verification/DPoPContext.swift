// SPDX-License-Identifier: Apache-2.0

/// A server's state for proofs of possession (RFC 9449), and the proofs in the request.
package struct DPoPContext: Sendable {
  /// The values of the DPoP fields of the request.
  package var proofs: [Octets] = []
  /// The URL of the request without its query; `nil` if it is not known.
  package var url: Octets?
  /// The nonces that this server has sent in DPoP-Nonce, oldest first.
  package var nonces: [Octets] = []
  /// The `jti` of each proof that it has received.
  package var received: Set<Octets> = []
  /// For each token the thumbprint of its key, which is the key of the first valid proof.
  package var keys: [Octets: Octets] = [:]
  /// The time of the request, in seconds since 1970; `nil` if it is not known.
  package var time: Int64?

  package init() {}
}
