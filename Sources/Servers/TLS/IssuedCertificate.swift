// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios
internal import CGnuTLS

/// A certificate with its key, made in this process (RFC 5280).
///
/// GnuTLS only reads both after that, so threads may share them.
@safe final class IssuedCertificate: @unchecked Sendable {
  /// The position of a certificate in its path.
  enum Role {
    /// A certification authority.
    case authority(Authority)
    /// The end of a path.
    case leaf(CertificateDefinition, hosts: [CertificateHost])
  }

  /// The properties of a certification authority.
  struct Authority: Hashable {
    var key = CertificateDefinition.Key.p256
    /// The end of its validity, in hours from now.
    var until = 30 * 24
    /// pathLenConstraint (RFC 5280 4.2.1.9); -1 for none.
    var pathLength: Int32 = -1
    /// Its keyUsage has keyCertSign (RFC 5280 4.2.1.3).
    var maySign = true
    /// It has nameConstraints (RFC 5280 4.2.1.10).
    var isConstrained = false

    static let usual = Authority()
  }

  /// The serial number of certificates that the root's list of revoked ones names.
  static let revokedSerial: [UInt8] = [0x52, 0x45, 0x56, 0x4F, 0x4B, 0x45, 0x44]

  let certificate: gnutls_x509_crt_t
  let key: gnutls_x509_privkey_t
  /// The certificate whose key signed it; `nil` if it signed itself.
  let issuer: IssuedCertificate?

  /// Makes a key, and a certificate with this Common Name for it.
  init(_ commonName: String, _ role: Role, by issuer: IssuedCertificate?) throws(ServerError) {
    self.issuer = issuer
    let kind =
      switch role {
      case .authority(let authority): authority.key
      case .leaf(let definition, _): definition.key
      }
    unsafe key = try IssuedCertificate.makeKey(kind)
    do throws(ServerError) {
      unsafe certificate = try GnuTLS.make("a certificate") { unsafe gnutls_x509_crt_init($0) }
    } catch {
      unsafe gnutls_x509_privkey_deinit(key)
      throw error
    }
    try describe(commonName, role)
    try sign(role)
  }

  deinit {
    unsafe gnutls_x509_crt_deinit(certificate)
    unsafe gnutls_x509_privkey_deinit(key)
  }

  private static func makeKey(
    _ kind: CertificateDefinition.Key
  ) throws(ServerError) -> gnutls_x509_privkey_t {
    let key = unsafe try GnuTLS.make("a key") { unsafe gnutls_x509_privkey_init($0) }
    let result =
      switch kind {
      case .p256:
        unsafe gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, authspec_gnutls_p256, 0)
      case .rsa1024: unsafe gnutls_x509_privkey_generate(key, GNUTLS_PK_RSA, 1024, 0)
      case .rsa2048: unsafe gnutls_x509_privkey_generate(key, GNUTLS_PK_RSA, 2048, 0)
      }
    guard result < 0 else { return unsafe key }
    unsafe gnutls_x509_privkey_deinit(key)
    try GnuTLS.check(result, "make a key")
    return unsafe key
  }

  private func describe(_ commonName: String, _ role: Role) throws(ServerError) {
    _ = unsafe gnutls_x509_crt_set_version(certificate, 3)
    var serial = [UInt8(1)] + GnuTLS.random(12)
    let validity: (from: Int, until: Int)
    switch role {
    case .authority(let authority): validity = (min(-24, authority.until - 24), authority.until)
    case .leaf(let definition, _):
      if definition.isRevoked { serial = IssuedCertificate.revokedSerial }
      validity = (definition.from, definition.until)
    }
    _ = unsafe gnutls_x509_crt_set_serial(certificate, serial, serial.count)
    let now = Int(WallClock.secondsSince1970)
    _ = unsafe gnutls_x509_crt_set_activation_time(certificate, now + validity.from * 3600)
    _ = unsafe gnutls_x509_crt_set_expiration_time(certificate, now + validity.until * 3600)
    try GnuTLS.check(
      unsafe gnutls_x509_crt_set_dn_by_oid(
        certificate, "2.5.4.3", 0, commonName, UInt32(commonName.utf8.count)),
      "name a certificate \(commonName)")
    _ = unsafe gnutls_x509_crt_set_key(certificate, key)
    switch role {
    case .authority(let authority):
      _ = unsafe gnutls_x509_crt_set_basic_constraints(certificate, 1, authority.pathLength)
      let usage = GNUTLS_KEY_CRL_SIGN | (authority.maySign ? GNUTLS_KEY_KEY_CERT_SIGN : 0)
      _ = unsafe gnutls_x509_crt_set_key_usage(certificate, UInt32(usage))
      if authority.isConstrained { try addNameConstraints() }
    case .leaf(let definition, let hosts):
      _ = unsafe gnutls_x509_crt_set_basic_constraints(certificate, 0, -1)
      let usage =
        definition.use == .certificates ? GNUTLS_KEY_KEY_CERT_SIGN : GNUTLS_KEY_DIGITAL_SIGNATURE
      _ = unsafe gnutls_x509_crt_set_key_usage(certificate, UInt32(usage))
      if definition.namePlace == .alternative { try add(hosts) }
      switch definition.use {
      case .server, .certificates: add(purpose: GNUTLS_KP_TLS_WWW_SERVER)
      case .client: add(purpose: GNUTLS_KP_TLS_WWW_CLIENT)
      case .any: break
      }
      if definition.hasUnknownExtension { try addUnknownExtension() }
    }
    try identifyKeys()
  }

  /// Adds the extension with the hosts, if there are any:
  ///
  ///     GeneralName ::= CHOICE { dNSName [2] IA5String, iPAddress [7] OCTET STRING, … }
  ///
  /// (RFC 5280 4.2.1.6). The library would end a name at its first NUL.
  private func add(_ hosts: [CertificateHost]) throws(ServerError) {
    guard !hosts.isEmpty else { return }
    let names = hosts.map { host in
      switch host {
      case .name(let name): IssuedCertificate.element(0x82, Array(name.utf8))
      case .address(let address):
        IssuedCertificate.element(0x87, IssuedCertificate.octets(of: address))
      }
    }
    let value = IssuedCertificate.element(0x30, Array(names.joined()))
    try addExtension("2.5.29.17", value, "the names of hosts")
  }

  private func addExtension(
    _ identifier: String, _ value: [UInt8], isCritical: Bool = false, _ what: String
  ) throws(ServerError) {
    try GnuTLS.check(
      unsafe gnutls_x509_crt_set_extension_by_oid(
        certificate, identifier, value, value.count, isCritical ? 1 : 0),
      "add \(what)")
  }

  /// An element of DER: tag, length, content.
  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let low = UInt8(truncatingIfNeeded: count)
    switch count {
    case ..<0x80: return [tag, low] + content
    case ..<0x100: return [tag, 0x81, low] + content
    default: return [tag, 0x82, UInt8(truncatingIfNeeded: count >> 8), low] + content
    }
  }

  /// Permits names in `inside.test`, and excludes those in `outside.inside.test`:
  ///
  ///     NameConstraints ::= SEQUENCE { permittedSubtrees [0] GeneralSubtrees OPTIONAL,
  ///                                    excludedSubtrees [1] GeneralSubtrees OPTIONAL }
  ///     GeneralSubtree ::= SEQUENCE { base GeneralName, … }   (RFC 5280 4.2.1.10)
  private func addNameConstraints() throws(ServerError) {
    func tree(_ name: String) -> [UInt8] {
      IssuedCertificate.element(0x30, IssuedCertificate.element(0x82, Array(name.utf8)))
    }
    let value = IssuedCertificate.element(
      0x30,
      IssuedCertificate.element(0xA0, tree("inside.test"))
        + IssuedCertificate.element(0xA1, tree("outside.inside.test")))
    try addExtension("2.5.29.30", value, isCritical: true, "name constraints")
  }

  /// Adds an extension that no standard defines, below an arc for examples (RFC 5612).
  private func addUnknownExtension() throws(ServerError) {
    // NULL of ASN.1.
    try addExtension("1.3.6.1.4.1.32473.1", [5, 0], isCritical: true, "an extension")
  }

  private func add(purpose: String) {
    _ = unsafe gnutls_x509_crt_set_key_purpose_oid(certificate, purpose, 0)
  }

  /// The octets of an IPv4 address, or of `::1`.
  private static func octets(of address: String) -> [UInt8] {
    let parts = address.split(separator: ".").compactMap { UInt8($0) }
    return parts.count == 4 ? parts : [UInt8](repeating: 0, count: 15) + [1]
  }

  /// subjectKeyIdentifier and authorityKeyIdentifier (RFC 5280 4.2.1.1, 4.2.1.2).
  private func identifyKeys() throws(ServerError) {
    let own = try keyIdentifier
    _ = unsafe gnutls_x509_crt_set_subject_key_id(certificate, own, own.count)
    let signer = try issuer?.keyIdentifier ?? own
    _ = unsafe gnutls_x509_crt_set_authority_key_id(certificate, signer, signer.count)
  }

  private var keyIdentifier: [UInt8] {
    get throws(ServerError) { try hashOfKey(flags: 0, "identify a key") }
  }

  private func hashOfKey(flags: UInt32, _ what: String) throws(ServerError) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: 64)
    var count = octets.count
    try GnuTLS.check(unsafe gnutls_x509_crt_get_key_id(certificate, flags, &octets, &count), what)
    return Array(octets[..<count])
  }

  private func sign(_ role: Role) throws(ServerError) {
    let signer = issuer ?? self
    var hash = GNUTLS_DIG_SHA256
    if case .leaf(let definition, _) = role {
      switch definition.signature {
      case .sha256: break
      case .sha1: hash = GNUTLS_DIG_SHA1
      case .md5: hash = GNUTLS_DIG_MD5
      }
    }
    try GnuTLS.check(
      unsafe gnutls_x509_crt_sign2(certificate, signer.certificate, signer.key, hash, 0),
      "sign a certificate")
  }

  // MARK: Encoded

  /// The certificate in DER.
  var der: [UInt8] { get throws(ServerError) { try encoded(GNUTLS_X509_FMT_DER) } }

  /// The certificate in PEM (RFC 7468 5).
  var pem: [UInt8] { get throws(ServerError) { try encoded(GNUTLS_X509_FMT_PEM) } }

  private func encoded(_ format: gnutls_x509_crt_fmt_t) throws(ServerError) -> [UInt8] {
    try unsafe GnuTLS.written("a certificate") {
      unsafe gnutls_x509_crt_export2(certificate, format, $0)
    }
  }

  /// The key in PEM, as PKCS #8 (RFC 7468 10).
  var keyPEM: [UInt8] {
    get throws(ServerError) {
      try unsafe GnuTLS.written("a key") {
        unsafe gnutls_x509_privkey_export2_pkcs8(key, GNUTLS_X509_FMT_PEM, nil, 0, $0)
      }
    }
  }

  /// The SHA-256 of its SubjectPublicKeyInfo, as pins have it (RFC 7469 2.4).
  var publicKeyHash: [UInt8] {
    get throws(ServerError) {
      try hashOfKey(flags: GNUTLS_KEYID_USE_SHA256.rawValue, "hash a key")
    }
  }
}

extension IssuedCertificate {
  /// SHA-256 of the certificate in DER.
  var sha256: [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    var size = digest.count
    _ = unsafe gnutls_x509_crt_get_fingerprint(certificate, GNUTLS_DIG_SHA256, &digest, &size)
    return digest
  }
}
