// SPDX-License-Identifier: Apache-2.0

/// The path from a server's certificate to a trust anchor (RFC 5280 6.1).
struct CertificatePath {
  /// The most certificates between the server's and the anchor.
  private static let maxIntermediates = 8
  /// The extensions that the client processes: basicConstraints, keyUsage, extKeyUsage,
  /// subjectAltName and nameConstraints.
  private static let knownExtensions = [
    "2.5.29.19", "2.5.29.15", "2.5.29.37", "2.5.29.17", "2.5.29.30",
  ]
  private static let serverPurposes = ["1.3.6.1.5.5.7.3.1", "2.5.29.37.0"]

  /// The server's certificate first, each one followed by its issuer.
  private(set) var certificates: [Certificate]
  /// `true` if the last certificate is an anchor.
  private var isAnchored = true
  private let faults: FaultSet

  /// Looks for the issuers among the anchors, then among the certificates that the server sent.
  ///
  /// "The certificate issuer name is the working_issuer_name." (RFC 5280 6.1.3)
  init(
    _ leaf: Certificate, sent: [Certificate], anchors: [Certificate], _ faults: FaultSet
  ) throws(ServerRefusal) {
    self.faults = faults
    certificates = [leaf]
    // A certificate that is trusted itself needs no issuer.
    if anchors.contains(where: { $0.der == leaf.der }), !faults.has(.leafAnchorRefused) { return }
    var current = leaf
    while certificates.count <= CertificatePath.maxIntermediates {
      if let anchor = issuer(of: current, among: anchors) {
        certificates.append(anchor)
        return
      }
      let next = issuer(of: current, among: sent)
      guard let next, !certificates.contains(where: { $0.der == next.der }),
        !faults.has(.intermediatesIgnored)
      else { break }
      certificates.append(next)
      current = next
    }
    isAnchored = false
    if certificates.count == 1, leaf.isIssued(by: leaf) {
      guard faults.has(.selfSignedAccepted) || faults.has(.unknownIssuerAccepted) else {
        throw .selfSigned
      }
    } else {
      guard faults.has(.unknownIssuerAccepted) else { throw .unknownIssuer }
    }
  }

  private func issuer(of certificate: Certificate, among others: [Certificate]) -> Certificate? {
    others.first { certificate.isIssued(by: $0) && certificate.isSigned(by: $0) }
  }

  /// The certificates that are not anchors: their signatures and dates count.
  private var unanchored: ArraySlice<Certificate> {
    isAnchored && certificates.count > 1 ? certificates.dropLast() : certificates[...]
  }

  /// Checks the path at a time in seconds since 1970.
  func check(at now: Int) throws(ServerRefusal) {
    try checkIssuers()
    try checkDates(at: now)
    try checkStrength()
    try checkUse()
    try checkNames()
  }

  /// If critical nameConstraints impose "constraints on a particular name form, and an instance of
  /// that name form appears in the subject field or subjectAltName extension of a subsequent
  /// certificate, then the application MUST either process the constraint or reject the
  /// certificate" (RFC 5280 4.2.1.10).
  private func checkNames() throws(ServerRefusal) {
    for (depth, issuer) in unanchored.enumerated().dropFirst() {
      guard let constraints = issuer.nameConstraints else { continue }
      let names = certificates[..<depth].flatMap(\.alternativeNames)
      let areAllowed = names.allSatisfy { constraints.allow($0, faults) }
      guard areAllowed || faults.has(.nameConstraintsIgnored) else { throw .nameNotPermitted }
    }
  }

  /// Without cA in basicConstraints, or without keyCertSign in keyUsage, a key "MUST NOT be used to
  /// verify certificate signatures" (RFC 5280 4.2.1.9, 4.2.1.3).
  private func checkIssuers() throws(ServerRefusal) {
    for (depth, issuer) in certificates.enumerated().dropFirst() {
      let constraints = issuer.constraints
      // pathLenConstraint counts the intermediate certificates between the two (RFC 5280 4.2.1.9).
      let isAuthority = constraints?.isAuthority ?? false
      guard isAuthority || faults.has(.issuerWithoutAuthorityAccepted),
        (constraints?.pathLength ?? depth) >= depth - 1 || faults.has(.pathLengthIgnored),
        issuer.maySignCertificates || !isAuthority || faults.has(.keyUsageOfIssuersIgnored)
      else { throw .issuerIsNoAuthority }
    }
  }

  /// "The certificate validity period includes the current time." (RFC 5280 6.1.3)
  private func checkDates(at now: Int) throws(ServerRefusal) {
    for (depth, certificate) in unanchored.enumerated() {
      let validity = certificate.validity
      guard
        now <= validity.upperBound || (depth > 0 && faults.has(.datesOfIssuersIgnored))
          || faults.has(.expiredAccepted)
      else { throw .expired }
      guard now >= validity.lowerBound || faults.has(.notYetValidAccepted) else {
        throw .notYetValid
      }
    }
  }

  /// "Any endpoint receiving any certificate which it would need to validate using any signature
  /// algorithm using an MD5 hash MUST abort the handshake" (RFC 8446 4.4.2.4); the same is
  /// recommended there for SHA-1.
  private func checkStrength() throws(ServerRefusal) {
    let isTrustedItself = isAnchored && certificates.count == 1
    for certificate in unanchored {
      guard isTrustedItself || isAccepted(certificate.signatureHash) else { throw .weakSignature }
      guard !certificate.isKeyWeak || faults.has(.weakKeyAccepted) else { throw .weakKey }
    }
  }

  private func isAccepted(_ hash: Certificate.Hash) -> Bool {
    switch hash {
    case .stronger: true
    case .sha1: faults.has(.sha1Accepted)
    case .md5: faults.has(.md5Accepted)
    }
  }

  /// If extendedKeyUsage is present, "the certificate MUST only be used for one of the purposes
  /// indicated" (RFC 5280 4.2.1.12). The key signs the handshake, so keyUsage must allow that.
  private func checkUse() throws(ServerRefusal) {
    let leaf = certificates[0]
    let purposes = leaf.purposes
    guard
      purposes.isEmpty || purposes.contains(where: CertificatePath.serverPurposes.contains)
        || faults.has(.extendedKeyUsageIgnored),
      leaf.maySignHandshakes || faults.has(.keyUsageIgnored)
    else { throw .wrongUse }
    // A client that does not know a critical extension "MUST reject the certificate" (RFC 5280
    // 4.2).
    for certificate in unanchored {
      guard
        certificate.criticalExtensions.allSatisfy(CertificatePath.knownExtensions.contains)
          || faults.has(.criticalExtensionsIgnored)
      else { throw .unknownExtension }
    }
  }
}
