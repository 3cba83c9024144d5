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
  /// SHA-256 of the certificate, or the hash of its signature if that is a longer one (RFC 5929
  /// 4.1): no certificate here is signed with a longer one.
  let endPointHash: [UInt8]

  /// Shows the certificate and, if the definition says so, those of its issuers below the root.
  init(_ definition: CertificateDefinition, _ certificate: IssuedCertificate) throws(ServerError) {
    name = definition.name
    self.certificate = certificate
    endPointHash = certificate.sha256
    unsafe handle = try GnuTLS.make("credentials") {
      unsafe gnutls_certificate_allocate_credentials($0)
    }
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
    if let other {
      if definition.sendsOtherKey { unsafe shown.append(other.certificate) }
      unsafe gnutls_certificate_set_flags(
        handle, UInt32(GNUTLS_CERTIFICATE_SKIP_KEY_CERT_MATCH.rawValue))
    }
    let key = unsafe (other ?? certificate).key
    if definition.sendsOtherKey {
      try unsafe setKey(key, unsorted: shown)
    } else {
      try GnuTLS.check(
        unsafe gnutls_certificate_set_x509_key(handle, &shown, Int32(shown.count), key),
        "show the certificate \(name)")
    }
  }

  /// Shows the certificates as they are. The library's other function sorts them, and leaves out
  /// those that are not the issuer of the one before.
  private func setKey(
    _ key: gnutls_x509_privkey_t, unsorted shown: [gnutls_x509_crt_t?]
  ) throws(ServerError) {
    let copy = unsafe try GnuTLS.make("a key") { unsafe gnutls_privkey_init($0) }
    try GnuTLS.check(
      unsafe gnutls_privkey_import_x509(copy, key, GNUTLS_PRIVKEY_IMPORT_COPY.rawValue),
      "copy a key")
    var certificates = unsafe [gnutls_pcert_st](
      repeating: gnutls_pcert_st(), count: shown.count)
    for index in unsafe shown.indices {
      try GnuTLS.check(
        unsafe gnutls_pcert_import_x509(&certificates[index], shown[index], 0),
        "read the certificate \(name)")
    }
    // The library owns both from here on.
    try GnuTLS.check(
      unsafe gnutls_certificate_set_key(
        handle, nil, 0, &certificates, Int32(certificates.count), copy),
      "show the certificate \(name)")
  }

  deinit { unsafe gnutls_certificate_free_credentials(handle) }
}
