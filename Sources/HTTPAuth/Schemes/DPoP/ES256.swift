// SPDX-License-Identifier: Apache-2.0

internal import CGnuTLS

/// Signatures of ECDSA on the curve P-256 with SHA-256 (RFC 7518 3.4).
enum ES256 {
  /// `true` if `signature`, R and S of 32 octets each, is a signature of `octets` by the key whose
  /// public part has the coordinates x and y.
  static func isValid(
    _ signature: [UInt8], of octets: [UInt8], x: [UInt8], y: [UInt8]
  ) -> Bool {
    guard signature.count == 64, x.count == 32, y.count == 32 else { return false }
    var made: gnutls_pubkey_t?
    _ = unsafe gnutls_pubkey_init(&made)
    guard let key = unsafe made else { return false }
    defer { unsafe gnutls_pubkey_deinit(key) }
    let imported = unsafe withDatum(x) { x in
      unsafe withDatum(y) { y in
        unsafe gnutls_pubkey_import_ecc_raw(key, GNUTLS_ECC_CURVE_SECP256R1, x, y)
      }
    }
    guard imported == 0 else { return false }
    var encoded = unsafe gnutls_datum_t()
    let result = unsafe withDatum(Array(signature[..<32])) { r in
      unsafe withDatum(Array(signature[32...])) { s in
        unsafe gnutls_encode_rs_value(&encoded, r, s)
      }
    }
    guard result == 0 else { return false }
    defer { unsafe authspec_gnutls_free(encoded.data) }
    return unsafe withDatum(octets) { octets in
      unsafe gnutls_pubkey_verify_data2(key, GNUTLS_SIGN_ECDSA_SHA256, 0, octets, &encoded)
    } >= 0
  }

  private static func withDatum<Result>(
    _ octets: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> Result
  ) -> Result {
    var octets = octets
    return unsafe octets.withUnsafeMutableBufferPointer { buffer in
      let datum = unsafe gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
      return unsafe withUnsafePointer(to: datum) { unsafe body($0) }
    }
  }
}
