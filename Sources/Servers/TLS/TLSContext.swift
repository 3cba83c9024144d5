// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// How a server of a case speaks TLS: its settings, with the certificates made.
final class TLSContext {
  let settings: TLSSettings
  let credentials: TLSCredentials
  let credentialsByName: [String: TLSCredentials]
  let priority: TLSPriority
  /// Names certificates that clients show, and makes those that a rule for handshakes asks for.
  let certificates: RunCertificates
  /// The server, whose address and name are in its certificates.
  private let server: Recording.Server

  /// Makes what is missing.
  init(
    _ settings: TLSSettings, of server: Recording.Server, _ certificates: RunCertificates
  ) throws(ServerError) {
    self.settings = settings
    self.server = server
    self.certificates = certificates
    credentials = try certificates.credentials(settings.certificate, of: server)
    var byName: [String: TLSCredentials] = [:]
    for (name, definition) in settings.certificatesByName {
      byName[name] = try certificates.credentials(definition, of: server)
    }
    credentialsByName = byName
    priority = try certificates.priority(settings.versions)
  }

  /// `true` if it says what these settings say, of a server of the same names.
  func isFit(for settings: TLSSettings, of server: Recording.Server) -> Bool {
    settings == self.settings && server.authority == self.server.authority
      && server.address == self.server.address
  }

  /// The certificate that a handshake shows unless the client names a host that has another.
  func credentials(for plan: HandshakePlan) throws(ServerError) -> TLSCredentials {
    guard let definition = plan.certificate else { return credentials }
    return try certificates.credentials(definition, of: server)
  }
}
