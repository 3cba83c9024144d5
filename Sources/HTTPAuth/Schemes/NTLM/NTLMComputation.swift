// SPDX-License-Identifier: Apache-2.0

/// Responses and keys (MS-NLMP 3.3, 3.4.5).
package enum NTLMComputation {
  // MARK: Keys of a password

  /// NTOWFv1 (3.3.1): MD4 of the password in UTF-16.
  package static func passwordHash(_ password: Octets) -> [UInt8] {
    LegacyCryptography.md4(NTLMText.utf16(password))
  }

  /// LMOWFv1 (3.3.1): a constant, encrypted with each half of the password in upper case.
  package static func lanManagerHash(_ password: Octets) -> [UInt8] {
    let capitals = password.asciiUppercased.bytes.prefix(14)
    let key = Array(capitals) + [UInt8](repeating: 0, count: 14 - capitals.count)
    let constant = Array("KGS!@#$%".utf8)
    return LegacyCryptography.des(key: key[0..<7], constant)
      + LegacyCryptography.des(key: key[7..<14], constant)
  }

  /// NTOWFv2 (3.3.2): HMAC-MD5, with the hash of the password as the key, of the user name in upper
  /// case and the domain as it is, both in UTF-16.
  package static func keyV2(passwordHash: [UInt8], user: Octets, domain: Octets) -> [UInt8] {
    LegacyCryptography.hmacMD5(
      key: passwordHash,
      NTLMText.utf16(NTLMText.uppercased(user)) + NTLMText.utf16(domain))
  }

  // MARK: Responses

  /// The response of LM and NTLMv1 (3.3.1).
  package static func responseV1(hash: [UInt8], nonce: [UInt8]) -> [UInt8] {
    LegacyCryptography.desl(key: hash, nonce)
  }

  /// The NT response of NTLM2 session security (3.3.1 with extended session security).
  package static func sessionResponse(
    hash: [UInt8], nonce: [UInt8], clientNonce: [UInt8]
  ) -> [UInt8] {
    LegacyCryptography.desl(
      key: hash, Array(LegacyCryptography.md5(nonce + clientNonce).prefix(8)))
  }

  /// NTProofStr (3.3.2), the first 16 octets of an NT response of NTLMv2. `blob` is the rest.
  package static func proofV2(key: [UInt8], nonce: [UInt8], blob: [UInt8]) -> [UInt8] {
    LegacyCryptography.hmacMD5(key: key, nonce + blob)
  }

  /// The LM response of NTLMv2 (3.3.2).
  package static func lmResponseV2(
    key: [UInt8], nonce: [UInt8], clientNonce: [UInt8]
  ) -> [UInt8] {
    LegacyCryptography.hmacMD5(key: key, nonce + clientNonce) + clientNonce
  }

  /// The octets of an NTLMv2 response after NTProofStr (2.2.2.7).
  package static func blobV2(
    time: UInt64, clientNonce: [UInt8], information: NTLMTargetInformation
  ) -> [UInt8] {
    [1, 1] + [UInt8](repeating: 0, count: 6) + NTLMWriter.little(time) + clientNonce
      + [UInt8](repeating: 0, count: 4) + information.octets + [UInt8](repeating: 0, count: 4)
  }

  // MARK: Session keys

  /// SessionBaseKey of LM and NTLMv1 (3.3.1).
  package static func sessionBaseKeyV1(passwordHash: [UInt8]) -> [UInt8] {
    LegacyCryptography.md4(passwordHash)
  }

  /// SessionBaseKey of NTLMv2 (3.3.2).
  package static func sessionBaseKeyV2(key: [UInt8], proof: [UInt8]) -> [UInt8] {
    LegacyCryptography.hmacMD5(key: key, proof)
  }

  /// KeyExchangeKey of NTLM2 session security (3.4.5.1).
  package static func keyExchangeKey(
    base: [UInt8], nonce: [UInt8], lmResponse: [UInt8]
  ) -> [UInt8] {
    LegacyCryptography.hmacMD5(key: base, nonce + lmResponse.prefix(8))
  }

  /// MIC (3.1.5.1.2), over the three messages. The third has zeros in place of its MIC.
  package static func mic(
    key: [UInt8], negotiate: [UInt8], challenge: [UInt8], authenticate: [UInt8]
  ) -> [UInt8] {
    LegacyCryptography.hmacMD5(key: key, negotiate + challenge + authenticate)
  }
}
