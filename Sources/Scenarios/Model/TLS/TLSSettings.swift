// SPDX-License-Identifier: Apache-2.0

/// The TLS settings of a server, which a rule for handshakes can change.
///
/// It is a class because the configurations of servers are copied for each case.
package final class TLSSettings: Hashable, Sendable {
  package let certificate: CertificateDefinition
  /// The certificates for clients that send this server_name (RFC 6066 3).
  package let certificatesByName: [String: CertificateDefinition]
  /// The supported versions.
  package let versions: [TLSVersion]
  /// The supported protocols, in order of preference (RFC 7301).
  package let protocols: [String]
  /// `true` if it requests a client certificate (RFC 8446 4.3.2). It continues without one.
  package let asksForCertificate: Bool
  /// `true` if it issues session tickets, or session IDs to clients of TLS 1.2 without tickets, and
  /// resumes the sessions of all such servers of the case (RFC 8446 2.2, RFC 5246 7.3).
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

  /// The default: TLS 1.2 and 1.3 with a right certificate.
  package static let usual = TLSSettings()

  /// `true` if other settings differ only in certificates.
  package func hasSameHandshake(as other: TLSSettings) -> Bool {
    versions == other.versions && protocols == other.protocols
      && asksForCertificate == other.asksForCertificate
      && resumesSessions == other.resumesSessions
  }

  /// `true` if all parts are equal.
  package static func == (left: TLSSettings, right: TLSSettings) -> Bool {
    left === right
      || left.certificate == right.certificate
        && left.certificatesByName == right.certificatesByName
        && left.hasSameHandshake(as: right)
  }

  /// Hashes the parts in which settings differ most often.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(certificate)
    hasher.combine(versions)
    hasher.combine(asksForCertificate)
    hasher.combine(resumesSessions)
  }
}

extension CertificateDefinition {
  /// A right certificate, which servers use by default.
  package static let right = CertificateDefinition(name: "right")
}
