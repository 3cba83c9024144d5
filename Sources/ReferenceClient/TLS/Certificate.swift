// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
internal import CGnuTLS

/// A certificate that a server showed, or that the client trusts (RFC 5280 4.1).
///
/// The library parses it and verifies single signatures. `CertificatePath` and `ServerVerifier`
/// decide what the client accepts.
@safe final class Certificate {
  /// A name of subjectAltName (RFC 5280 4.2.1.6).
  enum AlternativeName: Hashable {
    case name(String)
    case address([UInt8])
    case other

    /// The name in the form that the library returns.
    fileprivate init(_ type: UInt32, _ octets: some Sequence<UInt8>) {
      switch gnutls_x509_subject_alt_name_t(type) {
      case GNUTLS_SAN_DNSNAME: self = .name(String(decoding: Array(octets), as: UTF8.self))
      case GNUTLS_SAN_IPADDRESS: self = .address(Array(octets))
      default: self = .other
      }
    }
  }

  /// The hash of a signature.
  enum Hash {
    case md5, sha1, stronger
  }

  /// basicConstraints (RFC 5280 4.2.1.9).
  struct Constraints {
    var isAuthority: Bool
    /// The most intermediate certificates that may follow; `nil` for any number.
    var pathLength: Int?
  }

  let der: [UInt8]
  private let handle: gnutls_x509_crt_t

  /// Parses a certificate in DER; `nil` if it is malformed.
  init?(der: [UInt8]) {
    var made: gnutls_x509_crt_t?
    _ = unsafe gnutls_x509_crt_init(&made)
    guard let handle = unsafe made else { return nil }
    self.der = der
    unsafe self.handle = unsafe handle
    let result = unsafe Certificate.withDatum(der) { datum in
      unsafe gnutls_x509_crt_import(handle, datum, GNUTLS_X509_FMT_DER)
    }
    guard result == GNUTLS_E_SUCCESS else { return nil }
  }

  deinit { unsafe gnutls_x509_crt_deinit(handle) }

  /// The certificates of a text in PEM (RFC 7468 5). Malformed certificates are ignored.
  static func list(pem: [UInt8]) -> [Certificate] {
    let text = String(decoding: pem, as: UTF8.self)
    var certificates: [Certificate] = []
    for part in text.split(separator: "-----BEGIN CERTIFICATE-----").dropFirst(
      text.hasPrefix("-----BEGIN CERTIFICATE-----") ? 0 : 1)
    {
      guard let end = part.firstRange(of: "-----END CERTIFICATE-----") else { continue }
      let digits = part[..<end.lowerBound].utf8.filter { $0 > 0x20 }
      if let der = Octets(base64: Octets(digits)), let certificate = Certificate(der: der.array) {
        certificates.append(certificate)
      }
    }
    return certificates
  }

  static func withDatum<Result>(
    _ octets: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> Result
  ) -> Result {
    var octets = octets
    return unsafe octets.withUnsafeMutableBufferPointer { buffer in
      let datum = unsafe gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
      return unsafe withUnsafePointer(to: datum) { unsafe body($0) }
    }
  }

  // MARK: Its issuer

  /// `true` if the other's subject is the issuer that this certificate names.
  func isIssued(by issuer: Certificate) -> Bool {
    unsafe gnutls_x509_crt_check_issuer(handle, issuer.handle) != 0
  }

  /// `true` if the revocation list is its issuer's and names it.
  func isRevoked(by list: UnsafePointer<gnutls_x509_crl_t?>) -> Bool {
    unsafe gnutls_x509_crt_check_revocation(handle, list, 1) == 1
  }

  /// `true` if its signature was made with the issuer's key, by any algorithm.
  func isSigned(by issuer: Certificate) -> Bool {
    guard let signedPart, let signature else { return false }
    var made: gnutls_pubkey_t?
    _ = unsafe gnutls_pubkey_init(&made)
    guard let key = unsafe made else { return false }
    defer { unsafe gnutls_pubkey_deinit(key) }
    // gnutls_x509_crt_verify_data2 would also check dates.
    guard unsafe gnutls_pubkey_import_x509(key, issuer.handle, 0) >= 0 else { return false }
    let flags =
      GNUTLS_VERIFY_ALLOW_SIGN_WITH_SHA1.rawValue | GNUTLS_VERIFY_ALLOW_SIGN_RSA_MD5.rawValue
    let result = unsafe Certificate.withDatum(signedPart) { data in
      unsafe Certificate.withDatum(signature) { signature in
        unsafe gnutls_pubkey_verify_data2(key, algorithm, UInt32(flags), data, signature)
      }
    }
    return result >= 0
  }

  private var algorithm: gnutls_sign_algorithm_t {
    let number = unsafe gnutls_x509_crt_get_signature_algorithm(handle)
    return gnutls_sign_algorithm_t(number < 0 ? 0 : UInt32(number))
  }

  /// The kind of hash that its issuer signed.
  var signatureHash: Hash {
    switch gnutls_sign_get_hash_algorithm(algorithm) {
    case GNUTLS_DIG_MD5: .md5
    case GNUTLS_DIG_SHA1: .sha1
    default: .stronger
    }
  }

  private var signature: [UInt8]? {
    var octets = [CChar](repeating: 0, count: 1024)
    var count = octets.count
    guard unsafe gnutls_x509_crt_get_signature(handle, &octets, &count) == 0 else { return nil }
    return octets[..<count].map { UInt8(bitPattern: $0) }
  }

  /// tbsCertificate, the first element of
  ///
  ///     Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm, signatureValue }
  private var signedPart: [UInt8]? {
    guard let outer = Certificate.element(der[...]),
      let inner = Certificate.element(der[outer.content])
    else { return nil }
    return Array(der[inner.content.startIndex - inner.headerCount..<inner.content.endIndex])
  }

  /// The header and content of the first element of DER.
  private static func element(
    _ octets: ArraySlice<UInt8>
  ) -> (headerCount: Int, content: Range<Int>)? {
    let start = octets.startIndex
    guard octets.count >= 2 else { return nil }
    var (headerCount, length) = (2, Int(octets[start + 1]))
    if length >= 0x80 {
      let count = length & 0x7F
      guard (1...4).contains(count), octets.count >= 2 + count else { return nil }
      length = octets[start + 2..<start + 2 + count].reduce(0) { $0 << 8 | Int($1) }
      headerCount += count
    }
    guard octets.count >= headerCount + length else { return nil }
    return (headerCount, start + headerCount..<start + headerCount + length)
  }

  // MARK: Its fields

  /// notBefore and notAfter, in seconds since 1970 (RFC 5280 4.1.2.5).
  var validity: ClosedRange<Int> {
    let from = unsafe gnutls_x509_crt_get_activation_time(handle)
    let until = unsafe gnutls_x509_crt_get_expiration_time(handle)
    return from...max(from, until)
  }

  /// The SHA-256 of its SubjectPublicKeyInfo.
  var keyHash: [UInt8] {
    var octets = [UInt8](repeating: 0, count: 32)
    var count = octets.count
    _ = unsafe gnutls_x509_crt_get_key_id(
      handle, GNUTLS_KEYID_USE_SHA256.rawValue, &octets, &count)
    return octets
  }

  /// The SHA-256 of the whole certificate.
  var hash: [UInt8] {
    var octets = [UInt8](repeating: 0, count: 32)
    _ = unsafe gnutls_hash_fast(GNUTLS_DIG_SHA256, der, der.count, &octets)
    return octets
  }

  /// `true` for an RSA or DSA key of less than 2048 bits, or an elliptic curve key of less than
  /// 224.
  var isKeyWeak: Bool {
    var bits: UInt32 = 0
    let kind = unsafe gnutls_x509_crt_get_pk_algorithm(handle, &bits)
    guard kind >= 0 else { return true }
    switch gnutls_pk_algorithm_t(UInt32(kind)) {
    case GNUTLS_PK_RSA, GNUTLS_PK_RSA_PSS, GNUTLS_PK_DSA: return bits < 2048
    default: return bits < 224
    }
  }

  /// basicConstraints; `nil` if there is none.
  var constraints: Constraints? {
    var isAuthority: UInt32 = 0
    var pathLength: Int32 = -1
    guard
      unsafe gnutls_x509_crt_get_basic_constraints(handle, nil, &isAuthority, &pathLength) >= 0
    else { return nil }
    return Constraints(
      isAuthority: isAuthority != 0, pathLength: pathLength < 0 ? nil : Int(pathLength))
  }

  /// nameConstraints; `nil` if there is none.
  var nameConstraints: NameConstraints? {
    var made: gnutls_x509_name_constraints_t?
    _ = unsafe gnutls_x509_name_constraints_init(&made)
    guard let constraints = unsafe made else { return nil }
    defer { unsafe gnutls_x509_name_constraints_deinit(constraints) }
    var isCritical: UInt32 = 0
    guard
      unsafe gnutls_x509_crt_get_name_constraints(handle, constraints, 0, &isCritical) >= 0
    else { return nil }
    return NameConstraints(
      permitted: unsafe trees { index, kind, name in
        unsafe gnutls_x509_name_constraints_get_permitted(constraints, index, kind, name)
      },
      excluded: unsafe trees { index, kind, name in
        unsafe gnutls_x509_name_constraints_get_excluded(constraints, index, kind, name)
      })
  }

  private func trees(
    _ read: (UInt32, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<gnutls_datum_t>) -> Int32
  ) -> [AlternativeName] {
    var trees: [AlternativeName] = []
    for index in 0..<UInt32(1024) {
      var kind: UInt32 = 0
      var datum = unsafe gnutls_datum_t()
      guard unsafe read(index, &kind, &datum) >= 0 else { break }
      trees.append(AlternativeName(kind, unsafe datum.octets))
    }
    return trees
  }

  /// `true` if keyUsage is absent or has keyCertSign (RFC 5280 4.2.1.3).
  var maySignCertificates: Bool { hasUsage(UInt32(GNUTLS_KEY_KEY_CERT_SIGN)) }
  /// `true` if keyUsage is absent or has digitalSignature.
  var maySignHandshakes: Bool { hasUsage(UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)) }

  private func hasUsage(_ bit: UInt32) -> Bool {
    var usage: UInt32 = 0
    guard unsafe gnutls_x509_crt_get_key_usage(handle, &usage, nil) >= 0 else { return true }
    return usage & bit != 0
  }

  /// The purposes of extendedKeyUsage; empty if there is none (RFC 5280 4.2.1.12).
  var purposes: [String] {
    unsafe texts { index, room, count in
      unsafe gnutls_x509_crt_get_key_purpose_oid(handle, index, room, count, nil)
    }
  }

  /// The critical extensions.
  var criticalExtensions: [String] {
    var isCritical: UInt32 = 0
    var critical: [Bool] = []
    let all = unsafe texts { index, room, count in
      let result = unsafe gnutls_x509_crt_get_extension_info(
        handle, index, room, count, &isCritical)
      critical.append(isCritical != 0)
      return result
    }
    return zip(all, critical).filter(\.1).map(\.0)
  }

  /// The first Common Name of the subject.
  var commonName: String? {
    unsafe texts { index, room, count in
      guard index == 0 else { return -1 }
      return unsafe gnutls_x509_crt_get_dn_by_oid(handle, "2.5.4.3", 0, 0, room, count)
    }.first
  }

  /// The serial number.
  var serial: [UInt8] {
    var octets = [UInt8](repeating: 0, count: 64)
    var count = octets.count
    guard unsafe gnutls_x509_crt_get_serial(handle, &octets, &count) == 0 else { return [] }
    return Array(octets[..<count])
  }

  private func texts(
    _ read: (UInt32, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int>) -> Int32
  ) -> [String] {
    var texts: [String] = []
    for index in 0..<UInt32(64) {
      var octets = [UInt8](repeating: 0, count: 256)
      var count = octets.count
      let result = unsafe octets.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return Int32(-1) }
        return unsafe read(index, start, &count)
      }
      guard result >= 0 else { break }
      texts.append(String(decoding: octets[..<count].prefix { $0 != 0 }, as: UTF8.self))
    }
    return texts
  }

  /// The names of subjectAltName.
  var alternativeNames: [AlternativeName] {
    var names: [AlternativeName] = []
    for index in 0..<UInt32(1024) {
      var octets = [UInt8](repeating: 0, count: 512)
      var count = octets.count
      let kind = unsafe gnutls_x509_crt_get_subject_alt_name2(
        handle, index, &octets, &count, nil, nil)
      if kind == GNUTLS_E_SHORT_MEMORY_BUFFER {
        names.append(.other)
        continue
      }
      guard kind >= 0 else { break }
      names.append(AlternativeName(UInt32(kind), octets[..<count]))
    }
    return names
  }
}
