// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// The settings for TLS of the servers at one place, with their certificates.
final class TLSContext {
  let settings: TLSSettings
  let credentials: TLSCredentials
  let credentialsByName: [String: TLSCredentials]
  let priority: TLSPriority
  /// Knows the certificates of clients, and makes those that a rule for handshakes needs.
  let certificates: RunCertificates
  /// The servers at one place, whose addresses and names are in their certificates.
  private let servers: [Recording.Server]

  /// Makes the certificates for servers with TLS at one place; the settings are those of the first.
  init(
    _ settings: TLSSettings, of servers: [Recording.Server], _ certificates: RunCertificates
  ) throws(ServerError) {
    self.settings = settings
    self.servers = servers
    self.certificates = certificates
    var shown: TLSCredentials?
    var byName: [String: TLSCredentials] = [:]
    for server in servers {
      guard let own = server.configuration.tls else { continue }
      let credentials = try certificates.credentials(own.certificate, of: server)
      // Clients that name no host get the certificate of the first.
      if shown != nil { byName[server.host] = credentials }
      shown = shown ?? credentials
      for (name, definition) in own.certificatesByName {
        byName[name] = try certificates.credentials(definition, of: server)
      }
    }
    guard let shown else { throw ServerError("No server at this place speaks TLS.") }
    credentials = shown
    credentialsByName = byName
    priority = try certificates.priority(settings.versions)
  }

  /// `true` if the servers with these indices have the same settings, names and addresses.
  func isFit(for indices: [Int], of servers: [Recording.Server]) -> Bool {
    indices.elementsEqual(self.servers.indices) { new, old in
      servers[new].configuration.tls == self.servers[old].configuration.tls
        && servers[new].authority == self.servers[old].authority
        && servers[new].address == self.servers[old].address
    }
  }

  /// The certificate that a handshake shows unless the client names a host with another one.
  func credentials(for plan: HandshakePlan) throws(ServerError) -> TLSCredentials {
    guard let definition = plan.certificate, let first = servers.first else { return credentials }
    return try certificates.credentials(definition, of: first)
  }
}
