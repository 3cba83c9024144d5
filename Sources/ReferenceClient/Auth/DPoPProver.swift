// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON

/// Makes the proof that the client has the key of a token (RFC 9449 4.2).
struct DPoPProver {
  let key: DPoPKey
  /// The token that the proof is for.
  let token: Octets
  var method: Octets
  /// "The HTTP target URI […] of the request to which the JWT is attached, without query and
  /// fragment parts."
  var url: String
  /// The latest DPoP-Nonce of the server.
  var nonce: Octets?
  /// Seconds since 1970.
  let time: Int64
  /// `jti`: "at least 96 bits of pseudorandom data".
  let identifier: Octets
  let faults: FaultSet

  /// The value of the DPoP field.
  var value: Octets {
    let jwk = JSONValue.members([
      "crv": "P-256", "kty": "EC", "x": text(key.x), "y": text(key.y),
      "d": faults.has(.dpopPrivateKeyShown) ? text(key.secret) : String?.none,
    ])
    let header = JSONValue.members([
      "typ": faults.has(.dpopTypeLeftOut) ? String?.none : "dpop+jwt",
      "alg": "ES256",
      "jwk": jwk,
    ])
    let payload = JSONValue.members([
      "jti": identifier.latin1,
      "htm": method.latin1,
      "htu": url,
      "iat": .integer(time) as JSONValue,
      "ath": faults.has(.dpopHashLeftOut) ? String?.none : hash,
      "nonce": nonce?.latin1,
    ])
    let signed =
      Octets(Array(header.text.utf8)).base64URL.latin1 + "."
      + Octets(Array(payload.text.utf8)).base64URL.latin1
    let octets = Array(signed.utf8)
    let signature = key.signature(of: octets)
    return Octets(signed + "." + Octets(signature).base64URL.latin1)
  }
}

extension DPoPProver {
  /// "a base64url encoding […] the SHA-256 hash of the ASCII encoding of the associated access
  /// token's value"
  private var hash: String {
    Octets(SHA256.hash(token.array)).base64URL.latin1
  }

  private func text(_ octets: [UInt8]) -> String { Octets(octets).base64URL.latin1 }
}
