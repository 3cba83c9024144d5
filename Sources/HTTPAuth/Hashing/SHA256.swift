// SPDX-License-Identifier: Apache-2.0

internal import CNettle

/// SHA-256 (FIPS 180-4), and functions of a key that use it.
package enum SHA256 {
  /// The hash: 32 octets.
  package static func hash(_ octets: [UInt8]) -> [UInt8] {
    unsafe hashWithNettle(
      octets, size: SHA256_DIGEST_SIZE, sha256_ctx(), nettle_sha256_init, nettle_sha256_update,
      nettle_sha256_digest)
  }

  /// HMAC (RFC 2104): 32 octets.
  package static func hmac(key: [UInt8], _ octets: [UInt8]) -> [UInt8] {
    unsafe hashWithNettle(
      octets, size: SHA256_DIGEST_SIZE, hmac_sha256_ctx(),
      { unsafe nettle_hmac_sha256_set_key($0, key.count, key) }, nettle_hmac_sha256_update,
      nettle_hmac_sha256_digest)
  }

  /// PBKDF2 with HMAC (RFC 8018 5.2), which is Hi of RFC 5802 2.2: 32 octets.
  package static func stretched(password: [UInt8], salt: [UInt8], iterations: Int) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_pbkdf2_hmac_sha256(
      password.count, password, UInt32(clamping: max(1, iterations)), salt.count, salt, key.count,
      &key)
    return key
  }
}
