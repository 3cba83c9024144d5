// SPDX-License-Identifier: Apache-2.0

internal import CNettle

/// The hashes and ciphers of NTLM (MS-NLMP 6). None of them is safe today.
package enum LegacyCryptography {
  /// MD4 (RFC 1320): 16 octets.
  package static func md4(_ octets: [UInt8]) -> [UInt8] {
    unsafe hashWithNettle(
      octets, size: MD4_DIGEST_SIZE, md4_ctx(), nettle_md4_init, nettle_md4_update,
      nettle_md4_digest)
  }

  /// MD5 (RFC 1321): 16 octets.
  package static func md5(_ octets: [UInt8]) -> [UInt8] {
    unsafe hashWithNettle(
      octets, size: MD5_DIGEST_SIZE, md5_ctx(), nettle_md5_init, nettle_md5_update,
      nettle_md5_digest)
  }

  /// HMAC with MD5 (RFC 2104): 16 octets.
  package static func hmacMD5(key: [UInt8], _ octets: [UInt8]) -> [UInt8] {
    unsafe hashWithNettle(
      octets, size: MD5_DIGEST_SIZE, hmac_md5_ctx(),
      { unsafe nettle_hmac_md5_set_key($0, key.count, key) }, nettle_hmac_md5_update,
      nettle_hmac_md5_digest)
  }

  /// RC4, which both encrypts and decrypts. The octets stay as they are if the key does not have 1
  /// to 256 octets.
  package static func rc4(key: [UInt8], _ octets: [UInt8]) -> [UInt8] {
    guard (1...256).contains(key.count) else { return octets }
    var context = arcfour_ctx()
    var result = [UInt8](repeating: 0, count: octets.count)
    unsafe nettle_arcfour_set_key(&context, key.count, key)
    unsafe nettle_arcfour_crypt(&context, octets.count, &result, octets)
    return result
  }

  /// DES (FIPS 46-3) of one block of 8 octets. The key has 7 octets, whose bits are spread over 8
  /// octets with room for parity. Shorter keys and blocks are padded with zeros.
  package static func des(key: ArraySlice<UInt8>, _ block: [UInt8]) -> [UInt8] {
    var bits: UInt64 = 0
    for place in 0..<7 {
      let index = key.startIndex + place
      bits = bits << 8 | (index < key.endIndex ? UInt64(key[index]) : 0)
    }
    let spread = (0..<8).map { place in
      UInt8(truncatingIfNeeded: (bits >> UInt64(49 - 7 * place)) & 0x7F) << 1
    }
    let whole = Array((block + [UInt8](repeating: 0, count: 8)).prefix(8))
    var context = des_ctx()
    var result = [UInt8](repeating: 0, count: 8)
    // Nettle reports a weak key, but sets it.
    _ = unsafe nettle_des_set_key(&context, spread)
    unsafe nettle_des_encrypt(&context, 8, &result, whole)
    return result
  }

  /// DESL (MS-NLMP 6): a block encrypted with each third of a key of 16 octets, padded with zeros
  /// to 21.
  package static func desl(key: [UInt8], _ block: [UInt8]) -> [UInt8] {
    let whole = Array((key + [UInt8](repeating: 0, count: 21)).prefix(21))
    return des(key: whole[0..<7], block) + des(key: whole[7..<14], block)
      + des(key: whole[14..<21], block)
  }
}
