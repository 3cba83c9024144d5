// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The certificates of a run that were made so far, with the objects and files made of them.
struct IssuedCertificates {
  /// The properties that distinguish a certificate.
  struct Subject: Hashable {
    var definition: CertificateDefinition
    var hosts: [CertificateHost]
  }

  private let root: IssuedCertificate
  private let stranger: IssuedCertificate
  private var intermediates: [IssuedCertificate.Authority: IssuedCertificate] = [:]
  private var excessIntermediate: IssuedCertificate?
  private var plainIssuer: IssuedCertificate?
  private var issued: [Subject: IssuedCertificate] = [:]
  /// The credentials that servers show.
  var credentials: [Subject: TLSCredentials] = [:]
  /// The versions and algorithms that servers accept.
  var priorities: [[TLSVersion]: TLSPriority] = [:]
  /// The names of certificates for clients, by their DER.
  var clientNames: [[UInt8]: String]
  /// The paths of files by content.
  var files: [[UInt8]: String] = [:]

  /// Only the roots.
  init(
    root: IssuedCertificate, stranger: IssuedCertificate, clientNames: [[UInt8]: String]
  ) {
    self.root = root
    self.stranger = stranger
    self.clientNames = clientNames
  }

  /// The certificate, which is made if it was not made before.
  mutating func certificate(
    _ subject: Subject
  ) throws(ServerError) -> IssuedCertificate {
    if let made = issued[subject] { return made }
    let definition = subject.definition
    let isMD5 = definition.signature == .md5
    let issuer: IssuedCertificate? =
      switch definition.issuer {
      // There is no ECDSA with MD5.
      case .root where isMD5, .intermediate where isMD5:
        try intermediateAuthority(IssuedCertificate.Authority(key: .rsa2048))
      case .root: root
      case .stranger: stranger
      case .itself: nil
      case .intermediate: try intermediateAuthority(.usual)
      case .expiredIntermediate:
        try intermediateAuthority(IssuedCertificate.Authority(until: -24))
      case .excessIntermediate: try excessAuthority()
      case .idleIntermediate:
        try intermediateAuthority(IssuedCertificate.Authority(maySign: false))
      case .constrainedIntermediate:
        try intermediateAuthority(IssuedCertificate.Authority(isConstrained: true))
      case .leaf: try issuerWithoutAuthority()
      }
    let names = subject.hosts.compactMap { host in
      switch host {
      case .name(let name): name
      case .address(let address): address
      }
    }
    let isNamedByHost = definition.namePlace == .common && definition.subject == nil
    let commonName =
      (isNamedByHost ? names.last : definition.subject) ?? "authspec \(definition.name)"
    let made = try IssuedCertificate(
      commonName, .leaf(definition, hosts: subject.hosts), by: issuer)
    issued[subject] = made
    return made
  }

  private mutating func intermediateAuthority(
    _ authority: IssuedCertificate.Authority
  ) throws(ServerError) -> IssuedCertificate {
    if let made = intermediates[authority] { return made }
    let made = try IssuedCertificate(
      "authspec intermediate \(intermediates.count + 1)", .authority(authority), by: root)
    intermediates[authority] = made
    return made
  }

  private mutating func excessAuthority() throws(ServerError) -> IssuedCertificate {
    if let excessIntermediate { return excessIntermediate }
    let last = try intermediateAuthority(IssuedCertificate.Authority(pathLength: 0))
    let made = try IssuedCertificate(
      "authspec excess intermediate", .authority(.usual), by: last)
    excessIntermediate = made
    return made
  }

  private mutating func issuerWithoutAuthority() throws(ServerError) -> IssuedCertificate {
    if let plainIssuer { return plainIssuer }
    let definition = CertificateDefinition(name: "no authority")
    let made = try IssuedCertificate(
      "authspec no authority", .leaf(definition, hosts: []), by: root)
    plainIssuer = made
    return made
  }
}
