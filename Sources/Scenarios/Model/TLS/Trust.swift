// SPDX-License-Identifier: Apache-2.0

/// The client's only trust anchors.
package enum Trust: Hashable, Sendable {
  /// The root of the run.
  case run
  /// The root that issues certificates with `by: stranger`.
  case stranger
  /// An authority that has issued no certificates.
  case none
  /// These certificates of servers.
  case certificates([CertificateGrant])
}

/// A certificate of a server, or of the client for a server.
package struct CertificateGrant: Hashable, Sendable {
  package var certificate: CertificateDefinition
  /// The server's name.
  package var server: String

  package init(certificate: CertificateDefinition, server: String) {
    self.certificate = certificate
    self.server = server
  }
}
