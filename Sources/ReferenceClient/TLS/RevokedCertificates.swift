// SPDX-License-Identifier: Apache-2.0

internal import CGnuTLS

/// An issuer's list of revoked certificates (RFC 5280 5).
@safe final class RevokedCertificates {
  private var handle: gnutls_x509_crl_t?

  /// Parses a list in PEM; `nil` if it is malformed.
  init?(pem: [UInt8]) {
    _ = unsafe gnutls_x509_crl_init(&handle)
    guard let handle = unsafe handle else { return nil }
    let result = unsafe Certificate.withDatum(pem) { datum in
      unsafe gnutls_x509_crl_import(handle, datum, GNUTLS_X509_FMT_PEM)
    }
    guard result == GNUTLS_E_SUCCESS else { return nil }
  }

  deinit { unsafe gnutls_x509_crl_deinit(handle) }

  /// `true` if the list is the issuer's and names the certificate.
  func contains(_ certificate: Certificate) -> Bool {
    unsafe certificate.isRevoked(by: &handle)
  }
}
