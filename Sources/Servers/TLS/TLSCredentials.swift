// SPDX-License-Identifier: Apache-2.0

import Scenarios
internal import CGnuTLS

/// A certificate with its path and key, ready for handshakes; made once, and used by many
/// connections of all threads.
@safe final class TLSCredentials: @unchecked Sendable {
  /// The certificate's name in the scenario.
  let name: String
  let certificate: IssuedCertificate
  let handle: gnutls_certificate_credentials_t

  /// Shows that certificate and, where the definition says so, those of its issuers below the root.
  init(_ definition: CertificateDefinition, _ certificate: IssuedCertificate) throws(ServerError) {
    name = definition.name
    self.certificate = certificate
    var made: gnutls_certificate_credentials_t?
    _ = unsafe gnutls_certificate_allocate_credentials(&made)
    guard let handle = unsafe made else {
      throw ServerError("GnuTLS has no memory for credentials.")
    }
    unsafe self.handle = unsafe handle
    var shown = unsafe [gnutls_x509_crt_t?](arrayLiteral: certificate.certificate)
    if definition.path == .chain {
      var issuer = certificate.issuer
      while let next = issuer, next.issuer != nil {
        unsafe shown.append(next.certificate)
        issuer = next.issuer
      }
    }
    let other =
      definition.hasOtherKey
      ? try IssuedCertificate("another key", .authority(.usual), by: nil) : nil
    if other != nil {
      unsafe gnutls_certificate_set_flags(
        handle, UInt32(GNUTLS_CERTIFICATE_SKIP_KEY_CERT_MATCH.rawValue))
    }
    try GnuTLS.check(
      unsafe gnutls_certificate_set_x509_key(
        handle, &shown, Int32(shown.count), (other ?? certificate).key),
      "show the certificate \(name)")
  }

  deinit { unsafe gnutls_certificate_free_credentials(handle) }
}
