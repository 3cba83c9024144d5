// SPDX-License-Identifier: Apache-2.0

/// The proof of a client and the signature of a server (RFC 5802 3, with the hash of RFC 7677).
///
///     SaltedPassword  := Hi(Normalize(password), salt, i)
///     ClientKey       := HMAC(SaltedPassword, "Client Key")
///     StoredKey       := H(ClientKey)
///     AuthMessage     := client-first-message-bare + "," + server-first-message + "," +
///                        client-final-message-without-proof
///     ClientSignature := HMAC(StoredKey, AuthMessage)
///     ClientProof     := ClientKey XOR ClientSignature
///     ServerKey       := HMAC(SaltedPassword, "Server Key")
///     ServerSignature := HMAC(ServerKey, AuthMessage)
package struct SCRAMComputation: Hashable, Sendable {
  package let clientProof: Octets
  package let serverSignature: Octets

  package init(
    password: Octets, salt: Octets, iterations: Int, message: Octets
  ) {
    let salted = SHA256.stretched(
      password: password.array, salt: salt.array, iterations: iterations)
    let clientKey = SHA256.hmac(key: salted, Array("Client Key".utf8))
    let signature = SHA256.hmac(key: SHA256.hash(clientKey), message.array)
    clientProof = Octets(zip(clientKey, signature).map { $0 ^ $1 })
    let serverKey = SHA256.hmac(key: salted, Array("Server Key".utf8))
    serverSignature = Octets(SHA256.hmac(key: serverKey, message.array))
  }
}
