// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import CGnuTLS

/// A key of the client's on the curve P-256, for the proofs of its possession (RFC 9449 4.2).
@safe final class DPoPKey {
  private let handle: gnutls_privkey_t
  /// The coordinates of the public key: 32 octets each.
  let x: [UInt8]
  let y: [UInt8]
  /// The private key: 32 octets. Only a fault sends it.
  let secret: [UInt8]

  /// Makes a key; `nil` if the library cannot.
  init?() {
    var made: gnutls_privkey_t?
    _ = unsafe gnutls_privkey_init(&made)
    guard let handle = unsafe made else { return nil }
    var curve = GNUTLS_ECC_CURVE_INVALID
    var (x, y, k) = unsafe (gnutls_datum_t(), gnutls_datum_t(), gnutls_datum_t())
    guard
      unsafe gnutls_privkey_generate2(handle, GNUTLS_PK_ECDSA, authspec_gnutls_p256, 0, nil, 0)
        == 0,
      unsafe gnutls_privkey_export_ecc_raw2(
        handle, &curve, &x, &y, &k, GNUTLS_EXPORT_FLAG_NO_LZ.rawValue) == 0
    else {
      unsafe gnutls_privkey_deinit(handle)
      return nil
    }
    unsafe self.handle = unsafe handle
    self.x = unsafe DPoPKey.padded(DPoPKey.taken(x))
    self.y = unsafe DPoPKey.padded(DPoPKey.taken(y))
    secret = unsafe DPoPKey.padded(DPoPKey.taken(k))
  }

  deinit { unsafe gnutls_privkey_deinit(handle) }

  /// A signature with ES256: R and S of 32 octets each (RFC 7518 3.4).
  func signature(of octets: [UInt8]) -> [UInt8] {
    let encoded = encodedSignature(of: octets)
    var (r, s) = unsafe (gnutls_datum_t(), gnutls_datum_t())
    let result = unsafe DPoPKey.withDatum(encoded) { unsafe gnutls_decode_rs_value($0, &r, &s) }
    guard result == 0 else { return [] }
    return unsafe DPoPKey.padded(DPoPKey.taken(r)) + DPoPKey.padded(DPoPKey.taken(s))
  }

  /// A signature in DER, as certificates have it.
  private func encodedSignature(of octets: [UInt8]) -> [UInt8] {
    var signature = unsafe gnutls_datum_t()
    let result = unsafe DPoPKey.withDatum(octets) { data in
      unsafe gnutls_privkey_sign_data2(handle, GNUTLS_SIGN_ECDSA_SHA256, 0, data, &signature)
    }
    return unsafe result == 0 ? DPoPKey.taken(signature) : []
  }

  /// The number of octets of a number on the curve.
  private static let length = 32

  /// A number as that many octets.
  private static func padded(_ number: [UInt8]) -> [UInt8] {
    Array(([UInt8](repeating: .zero, count: length) + number).suffix(length))
  }

  /// The octets of a datum that the library has allocated, which is freed.
  private static func taken(_ datum: gnutls_datum_t) -> [UInt8] {
    defer { unsafe authspec_gnutls_free(datum.data) }
    return unsafe Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)))
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
