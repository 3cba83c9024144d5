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
  /// It issues session tickets, in TLS 1.2 to clients without tickets session IDs, and resumes the
  /// sessions of all such servers of the case (RFC 8446 2.2, RFC 5246 7.3).
  package let resumesSessions: Bool

  package init(
    certificate: CertificateDefinition = .right,
    certificatesByName: [String: CertificateDefinition] = [:],
    versions: [TLSVersion] = [.tls12, .tls13], protocols: [String] = ["http/1.1"],
    asksForCertificate: Bool = false, resumesSessions: Bool = false
  ) {
    self.certificate = certificate
    self.certificatesByName = certificatesByName
    self.versions = versions
    self.protocols = protocols
    self.asksForCertificate = asksForCertificate
    self.resumesSessions = resumesSessions
  }

  /// TLS 1.2 and 1.3 with a right certificate.
  package static let usual = TLSSettings()

  /// `true` if other settings differ in certificates alone.
  func shakesHands(like other: TLSSettings) -> Bool {
    versions == other.versions && protocols == other.protocols
      && asksForCertificate == other.asksForCertificate
      && resumesSessions == other.resumesSessions
  }

  /// Equal in all parts.
  package static func == (left: TLSSettings, right: TLSSettings) -> Bool {
    left === right
      || left.certificate == right.certificate
        && left.certificatesByName == right.certificatesByName && left.versions == right.versions
        && left.protocols == right.protocols
        && left.asksForCertificate == right.asksForCertificate
        && left.resumesSessions == right.resumesSessions
  }

  /// Hashes what most differ in.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(certificate)
    hasher.combine(versions)
    hasher.combine(asksForCertificate)
    hasher.combine(resumesSessions)
  }
}

extension CertificateDefinition {
  /// A right certificate, for servers whose scenario names none.
  package static let right = CertificateDefinition(name: "right")
}
