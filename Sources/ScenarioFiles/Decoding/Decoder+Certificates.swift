// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Decoder {
  /// Decodes `certificates:` into the property of that name.
  func readCertificates(_ node: YAMLNode) {
    let entries = entries(
      node, expected: "a mapping of certificates by name",
      hint: "as in  certificates: { old: { until: -1d } }")
    for entry in entries {
      guard !entry.name.isEmpty, entry.name.utf8.allSatisfy(\.isNameOctet),
        !Decoder.reservedCertificateNames.contains(entry.name)
      else {
        reject(
          [entry], "cannot be the name of a certificate",
          hint: "a name is letters, digits, \"-\" and \"_\", and none of "
            + Decoder.reservedCertificateNames.sorted().joined(separator: ", "))
        continue
      }
      certificates[entry.name] = certificate(entry)
    }
  }

  /// Words with another meaning where the name of a certificate is allowed.
  static let reservedCertificateNames: Set<String> = [
    "any", "none", "right", "root", "run", "stranger",
  ]

  private func certificate(_ entry: YAMLNode.Entry) -> CertificateDefinition {
    // The name of a certificate that cannot be decoded is still declared.
    var certificate = CertificateDefinition(name: entry.name)
    guard
      let fields = fields(
        entry.value, as: CertificateKey.self, hint: "as in \(entry.name): { until: -1d }")
    else { return certificate }
    certificate = fields.read(into: certificate, readCertificate)
    // The default start of an expired certificate is before its end.
    if fields[.from] == nil, certificate.from >= certificate.until {
      certificate.from = certificate.until - 20 * 24
    }
    if certificate.from >= certificate.until {
      collector.report(
        entry.nameSpan, "the certificate \"\(entry.name)\" ends before it begins",
        hint: "from: is a day ago unless said, until: in 30 days")
    }
    return certificate
  }

  private func readCertificate(
    _ key: CertificateKey, _ node: YAMLNode, into certificate: inout CertificateDefinition
  ) {
    switch key {
    case .by: set(&certificate.issuer, choice(node, "an issuer"))
    case .send: set(&certificate.path, choice(node, "what is sent"))
    case .hosts: certificate.hosts = oneOrMore(node).compactMap(certificateHost)
    case .names: set(&certificate.namePlace, choice(node, "where names stand"))
    case .subject: certificate.subject = words(node, "a subject")
    case .from: set(&certificate.from, hours(node))
    case .until: set(&certificate.until, hours(node))
    case .use: set(&certificate.use, choice(node, "a use"))
    case .key:
      let names = CertificateDefinition.Key.allCases.map(\.rawValue) + ["another", "sent-along"]
      guard let name = word(node, "a key", of: names) else { return }
      set(&certificate.key, CertificateDefinition.Key(rawValue: name))
      certificate.sendsOtherKey = name == "sent-along"
      certificate.hasOtherKey = name == "another" || certificate.sendsOtherKey
    case .signature: set(&certificate.signature, choice(node, "a hash"))
    case .revoked: set(&certificate.isRevoked, flag(node))
    case .unknownExtension: set(&certificate.hasUnknownExtension, flag(node))
    }
  }

  /// A host for subjectAltName: a numeric address is an iPAddress, or a dNSName after `dns:`.
  private func certificateHost(_ node: YAMLNode) -> CertificateHost? {
    guard let text = words(node, "a host") else { return nil }
    if text.hasPrefix("dns:") { return .name(String(text.dropFirst(4))) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isAddress = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    return isAddress || text == "::1" ? .address(text) : .name(text)
  }

  /// A time relative to now, in hours: `2d`, `-1d`, `-3h`.
  private func hours(_ node: YAMLNode) -> Int? {
    if case .scalar(let text, _) = node.content, let unit = text.last, unit == "d" || unit == "h" {
      let isPast = text.hasPrefix("-")
      let digits = text.dropFirst(isPast ? 1 : 0).dropLast()
      if let count = Int(digits: digits), count < 100_000 {
        return (isPast ? -count : count) * (unit == "d" ? 24 : 1)
      }
    }
    reportKind(node, expected: "days or hours from now", hint: "as in 2d, -1d or -3h")
    return nil
  }

  /// A certificate by its name; `right` needs no declaration.
  func certificate(_ node: YAMLNode) -> CertificateDefinition? {
    if case .scalar("right", _) = node.content { return .right }
    return declared(
      node, "a certificate", in: "certificates", certificates, example: "{ until: -1d }")
  }

  // MARK: Certificates of clients

  /// The client's trust anchors: `run`, `stranger`, `none`, or certificates of servers.
  func trust(_ node: YAMLNode) -> Trust? {
    if case .scalar = node.content {
      let trusts = ["run": Trust.run, "stranger": .stranger, "none": .none]
      return word(
        node, "whom to trust", of: ["run", "stranger", "none", "a list of certificates"]
      ).flatMap { trusts[$0] }
    }
    guard let nodes = list(node, of: "certificates") else { return nil }
    if nodes.isEmpty { report(node, "no certificate is named", hint: "trust: none") }
    return .certificates(nodes.compactMap { grant($0, isOfServer: true) })
  }

  /// Certificates or pins with their servers. Without `for:`, a pin or a trusted certificate is
  /// that of the server that presents it, and a client's certificate is for the server that
  /// requests one.
  func certificateGrants(_ node: YAMLNode, areOfServers: Bool) -> [CertificateGrant] {
    list(node, of: "certificates") { grant($0, isOfServer: areOfServers) }
  }

  private func grant(_ node: YAMLNode, isOfServer: Bool) -> CertificateGrant? {
    let hint = "as in { certificate: card, for: origin }"
    var name = node
    var server: String?
    if case .mapping = node.content {
      guard let fields = fields(node, as: CertificateGrantKey.self, hint: hint) else { return nil }
      guard let certificate = fields[.certificate] else {
        report(node, "this names no certificate", hint: hint)
        return nil
      }
      name = certificate
      if let node = fields[.for] {
        guard let named = self.server(node) else { return nil }
        server = named
      }
    }
    guard let certificate = certificate(name) else { return nil }
    let usual = tlsServers.first {
      isOfServer ? $0.tls.shows(certificate) : $0.tls.asksForCertificate
    }
    guard let found = server ?? (usual ?? tlsServers.first)?.name else {
      report(
        node, "no server of this case speaks TLS", hint: "as in servers: { origin: { tls: {} } }")
      return nil
    }
    return CertificateGrant(certificate: certificate, server: found)
  }
}

extension TLSSettings {
  /// `true` if a server with these settings presents the certificate.
  fileprivate func shows(_ certificate: CertificateDefinition) -> Bool {
    self.certificate == certificate || certificatesByName.values.contains(certificate)
  }
}
