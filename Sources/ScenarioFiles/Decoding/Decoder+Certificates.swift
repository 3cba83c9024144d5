// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Forms {
  static let certificate: YAMLForm<CertificateDefinition> = .init(
    "a certificate",
    .may("by", \.issuer, .choice("an issuer")),
    .may("send", \.path, .choice("what is sent")),
    .option("hosts", \.hosts, .oneOrMore(YAMLKind(.text) { $0.certificateHost($1) })),
    .may("names", \.namePlace, .choice("where names stand")),
    .option("subject", \.subject, .words("a subject")),
    .may("from", \.from, .hours),
    .may("until", \.until, .hours),
    .may("use", \.use, .choice("a use")),
    .custom("key", .words(keys)) { decoder, node, certificate in
      guard let name = decoder.word(node, "a key", of: keys) else { return }
      certificate.key = CertificateDefinition.Key(rawValue: name) ?? certificate.key
      certificate.sendsOtherKey = name == "sent-along"
      certificate.hasOtherKey = name == "another" || certificate.sendsOtherKey
    },
    .may("signature", \.signature, .choice("a hash")),
    .may("revoked", \.isRevoked, .flag),
    .may("unknown-extension", \.hasUnknownExtension, .flag))

  private static let keys =
    CertificateDefinition.Key.allCases.map(\.rawValue) + ["another", "sent-along"]

  static let certificateGrant: YAMLForm<Void> = .init(
    "a certificate for a server", hint: "as in { certificate: card, for: origin }",
    required: ["certificate"],
    keys: [
      "certificate": .text, "for": .text,
    ])
}

extension YAMLKind<Int> {
  fileprivate static let hours = YAMLKind(.pattern("^-?[0-9]+[dh]$")) { $0.hours($1) }
}

extension YAMLKind<CertificateDefinition> {
  static let certificate = YAMLKind(.text) { $0.certificate($1) }
}

extension YAMLKind<[CertificateGrant]> {
  fileprivate static let grantSchema = YAMLSchema.list(
    .any([.text, Forms.certificateGrant.schema]))

  /// Certificates or pins with their servers. Without `for:`, a pin or a trusted certificate is
  /// that of the server that presents it, and a client's certificate is for the server that
  /// requests one.
  static func grants(ofServers: Bool) -> YAMLKind {
    YAMLKind(grantSchema) { decoder, node in
      decoder.list(node, of: "certificates") { decoder.grant($0, isOfServer: ofServers) }
    }
  }
}

extension YAMLKind<Trust> {
  static let trust = YAMLKind(
    .any([.words(["run", "stranger", "none"]), YAMLKind<[CertificateGrant]>.grantSchema])
  ) { $0.trust($1) }
}

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
        entry.value, as: Forms.certificate, hint: "as in \(entry.name): { until: -1d }")
    else { return certificate }
    fields.read(into: &certificate, by: self)
    // The default start of an expired certificate is before its end.
    if fields["from"] == nil, certificate.from >= certificate.until {
      certificate.from = certificate.until - 20 * 24
    }
    if certificate.from >= certificate.until {
      collector.report(
        entry.nameSpan, "the certificate \"\(entry.name)\" ends before it begins",
        hint: "from: is a day ago unless said, until: in 30 days")
    }
    return certificate
  }

  /// A host for subjectAltName: a numeric address is an iPAddress, or a dNSName after `dns:`.
  fileprivate func certificateHost(_ node: YAMLNode) -> CertificateHost? {
    guard let text = words(node, "a host") else { return nil }
    if text.hasPrefix("dns:") { return .name(String(text.dropFirst(4))) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isAddress = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    return isAddress || text == "::1" ? .address(text) : .name(text)
  }

  /// A time relative to now, in hours: `2d`, `-1d`, `-3h`.
  fileprivate func hours(_ node: YAMLNode) -> Int? {
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
  fileprivate func trust(_ node: YAMLNode) -> Trust? {
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

  fileprivate func grant(_ node: YAMLNode, isOfServer: Bool) -> CertificateGrant? {
    var name = node
    var server: String?
    if case .mapping = node.content {
      guard let fields = fields(node, as: Forms.certificateGrant) else { return nil }
      guard let certificate = fields["certificate"] else {
        report(node, "this names no certificate", hint: fields.form.hint)
        return nil
      }
      name = certificate
      if let node = fields["for"] {
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
