// SPDX-License-Identifier: Apache-2.0

/// How a server speaks TLS, unless a rule for handshakes says otherwise.
///
/// An object: configurations of servers are copied for every case, and most have none.
package final class TLSSettings: Hashable, Sendable {
  /// The certificate it shows.
  package let certificate: CertificateDefinition
  /// The certificates it shows to clients that name such a host (RFC 6066 3).
  package let certificatesByName: [String: CertificateDefinition]
  /// The versions it speaks, the only ones.
  package let versions: [TLSVersion]
  /// The protocols it knows, in the order of its choice (RFC 7301).
  package let protocols: [String]
  /// It requests a client certificate (RFC 8446 4.3.2), and continues without one.
  package let asksForCertificate: Bool

  package init(
    certificate: CertificateDefinition = .right,
    certificatesByName: [String: CertificateDefinition] = [:],
    versions: [TLSVersion] = [.tls12, .tls13], protocols: [String] = ["http/1.1"],
    asksForCertificate: Bool = false
  ) {
    self.certificate = certificate
    self.certificatesByName = certificatesByName
    self.versions = versions
    self.protocols = protocols
    self.asksForCertificate = asksForCertificate
  }

  /// TLS 1.2 and 1.3 with a right certificate.
  package static let usual = TLSSettings()

  /// `true` if other settings differ in certificates alone.
  func shakesHands(like other: TLSSettings) -> Bool {
    versions == other.versions && protocols == other.protocols
      && asksForCertificate == other.asksForCertificate
  }

  /// Equal in all parts.
  package static func == (left: TLSSettings, right: TLSSettings) -> Bool {
    left === right
      || left.certificate == right.certificate
        && left.certificatesByName == right.certificatesByName && left.versions == right.versions
        && left.protocols == right.protocols
        && left.asksForCertificate == right.asksForCertificate
  }

  /// Hashes what most differ in.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(certificate)
    hasher.combine(versions)
    hasher.combine(asksForCertificate)
  }
}

extension CertificateDefinition {
  /// A right certificate, for servers whose scenario names none.
  package static let right = CertificateDefinition(name: "right")
}
