// SPDX-License-Identifier: Apache-2.0

import JSON

/// The value of a DPoP field: a JWT that proves the possession of a key (RFC 9449 4.2).
package struct DPoPProof: Hashable, Sendable {
  /// A public key on the curve P-256 (RFC 7518 6.2.1).
  package struct Key: Hashable, Sendable {
    package var x: Octets
    package var y: Octets

    /// The thumbprint (RFC 7638 3): the members that are required, in the order of their names,
    /// without white space.
    package var thumbprint: Octets {
      let json = #"{"crv":"P-256","kty":"EC","x":"\#(x.base64URL)","y":"\#(y.base64URL)"}"#
      return Octets(SHA256.hash(Array(json.utf8))).base64URL
    }
  }

  /// `typ` of the header: `dpop+jwt`.
  package var type: Octets?
  /// `alg` of the header: `ES256`.
  package var algorithm: Octets?
  /// `jwk` of the header; `nil` if it is no public key on P-256.
  package var key: Key?
  /// `true` if `jwk` has the private part of the key.
  var hasPrivateKey: Bool
  /// `jti`: the identifier of the proof.
  package var identifier: Octets?
  /// `htm`: the method of the request.
  package var method: Octets?
  /// `htu`: the URL of the request, without query and fragment.
  package var url: Octets?
  /// `iat`: seconds since 1970.
  package var time: Int64?
  /// `ath`: the hash of the access token.
  package var tokenHash: Octets?
  package var nonce: Octets?
  /// The signed octets: header and payload as they are sent.
  package var signedPart: Octets
  /// The signature, decoded.
  package var signature: Octets

  /// Parses a field value; `nil` if it is no JWT of three parts with JSON objects in the first two
  /// (RFC 7515 3.1).
  package init?(parsing value: Octets) {
    let parts = value.bytes.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard parts.count == 3, let header = DPoPProof.object(parts[0]),
      let payload = DPoPProof.object(parts[1]),
      let signature = Octets(base64URL: Octets(parts[2]))
    else { return nil }
    func text(_ object: JSONValue, _ name: String) -> Octets? {
      object[name]?.string.map { Octets($0) }
    }
    type = text(header, "typ")
    algorithm = text(header, "alg")
    key = header["jwk"].flatMap(DPoPProof.key)
    hasPrivateKey = header["jwk"]?["d"] != nil
    identifier = text(payload, "jti")
    method = text(payload, "htm")
    url = text(payload, "htu")
    time = payload["iat"]?.integer
    tokenHash = text(payload, "ath")
    nonce = text(payload, "nonce")
    signedPart = Octets(parts[0] + [0x2E] + parts[1])
    self.signature = signature
  }

  private static func object(_ part: ArraySlice<UInt8>) -> JSONValue? {
    guard let octets = Octets(base64URL: Octets(part)),
      let value = try? JSONParser.value(of: octets.array), case .object = value
    else { return nil }
    return value
  }

  private static func key(_ jwk: JSONValue) -> Key? {
    func coordinate(_ name: String) -> Octets? {
      jwk[name]?.string.flatMap { Octets(base64URL: Octets($0)) }
    }
    guard jwk["kty"]?.string == "EC", jwk["crv"]?.string == "P-256", let x = coordinate("x"),
      let y = coordinate("y")
    else { return nil }
    return Key(x: x, y: y)
  }

  /// `true` if the signature is one by the key in the header (RFC 7515 5.2).
  package var isSigned: Bool {
    guard let key else { return false }
    return ES256.isValid(
      signature.array, of: signedPart.array, x: key.x.array, y: key.y.array)
  }
}

extension DPoPProof {
  private static let parts: [(name: Octets, value: @Sendable (DPoPProof) -> Octets?)] = [
    ("typ", { $0.type }), ("alg", { $0.algorithm }), ("jkt", { $0.key?.thumbprint }),
    ("jti", { $0.identifier }), ("htm", { $0.method }), ("htu", { $0.url }),
    ("ath", { $0.tokenHash }), ("nonce", { $0.nonce }),
  ]

  /// The names that scenarios use for the parts of a proof.
  package static var names: [Octets] { parts.map(\.name) }

  /// The part of that name; `nil` if the proof does not have it.
  package func value(named name: Octets) -> Octets? {
    DPoPProof.parts.first { $0.name == name }?.value(self)
  }
}
