// SPDX-License-Identifier: Apache-2.0

/// The trust anchors that a client is configured with; it is to trust no others.
package enum Trust: Hashable, Sendable {
  /// The root of the run.
  case run
  /// The root that has signed `by: stranger`, in place of the run's.
  case stranger
  /// An authority that has signed nothing.
  case none
  /// These certificates of servers themselves, in place of the run's root.
  case certificates([CertificateGrant])
}

/// A certificate and the server that it is for, or of.
package struct CertificateGrant: Hashable, Sendable {
  /// The certificate.
  package var certificate: CertificateDefinition
  /// The server, by name.
  package var server: String
}
