// SPDX-License-Identifier: Apache-2.0

/// What a server knows of the proofs of possession that its clients send it (RFC 9449).
package struct DPoPContext: Sendable {
  /// The values of the DPoP fields of the request.
  package var proofs: [Octets] = []
  /// The URL of the request without its query; `nil` if it is not known.
  package var url: Octets?
  /// The nonces that this server has sent in DPoP-Nonce, oldest first.
  package var nonces: [Octets] = []
  /// The proofs that it has received, by their `jti`.
  package var received: Set<Octets> = []
  /// The key, by its thumbprint, that each token is bound to: that of the first right proof.
  package var keys: [Octets: Octets] = [:]
  /// The time of the request, in seconds since 1970; `nil` if it is not known.
  package var time: Int64?

  package init() {}
}
