// SPDX-License-Identifier: Apache-2.0

import Platform
internal import CGnuTLS

/// The root's list of revoked certificates (RFC 5280 5).
enum RevocationList {
  /// The list in PEM, signed by the root.
  static func pem(of root: IssuedCertificate) throws(ServerError) -> [UInt8] {
    let list = unsafe try GnuTLS.make("a list") { unsafe gnutls_x509_crl_init($0) }
    defer { unsafe gnutls_x509_crl_deinit(list) }
    let now = Int(WallClock.secondsSince1970)
    _ = unsafe gnutls_x509_crl_set_version(list, 2)
    _ = unsafe gnutls_x509_crl_set_crt_serial(
      list, IssuedCertificate.revokedSerial, IssuedCertificate.revokedSerial.count, now - 3600)
    _ = unsafe gnutls_x509_crl_set_this_update(list, now - 3600)
    _ = unsafe gnutls_x509_crl_set_next_update(list, now + 30 * 24 * 3600)
    _ = unsafe gnutls_x509_crl_set_number(list, [1], 1)
    try GnuTLS.check(
      unsafe gnutls_x509_crl_sign2(list, root.certificate, root.key, GNUTLS_DIG_SHA256, 0),
      "sign a list of revoked certificates")
    return try unsafe GnuTLS.written("a list of revoked certificates") {
      unsafe gnutls_x509_crl_export2(list, GNUTLS_X509_FMT_PEM, $0)
    }
  }
}
