// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension Invariants {
  /// A client shows a certificate only to the server that it is for, and sends no request on a
  /// connection whose certificate its caller has replaced: a server identifies its client by the
  /// certificate of the handshake (RFC 9110 4.3.3).
  ///
  /// A client that does not keep certificates by origin may show its certificate to every server
  /// that asks. The subject is a handshake of a client that has a certificate, or had one.
  static let certificateStays = Invariant(
    .certificateStays,
    "A certificate of the client is shown only to the server that it is for, and only for its user",
    requirements: ["R226"]
  ) { evidence in
    let recording = evidence.play.recording
    guard evidence.expectations.settingsInSteps.contains(where: { !$0.certificates.isEmpty }),
      !recording.handshakes.isEmpty
    else { return .noSubject }
    let isPerOrigin = evidence.play.client.abilities.contains(.clientCertificatePerOrigin)
    for connection in recording.handshakes.keys.sorted() {
      guard let shown = recording.handshakes[connection]?.clientCertificates.first,
        let step = recording.handshakes[connection]?.step
      else { continue }
      let server = recording.connections[connection].server
      let name = evidence.expectations.servers[server].name
      let exchanges = evidence.exchanges(on: connection)
      let steps = exchanges.isEmpty ? [step] : exchanges.map { evidence.exchanges[$0].step }
      for (place, step) in steps.enumerated() {
        let grants = evidence.settings(in: step).certificates
        let exchange = exchanges.isEmpty ? nil : exchanges[place]
        guard let grant = grants.first(where: { $0.certificate.name == shown }) else {
          return .broken(
            expected: "a request under a certificate that the client has",
            observed: "a request to \(name) under \(shown), which the client no longer has",
            exchange: exchange)
        }
        if isPerOrigin, !grants.contains(where: { $0.isOf(shown, for: name) }) {
          return .broken(
            expected: "the certificate \(shown) at \(grant.server) only",
            observed: "the certificate \(shown) at \(name)", exchange: exchange)
        }
      }
    }
    return .held
  }
}

extension CertificateGrant {
  /// `true` if it gives the client that certificate for that server.
  fileprivate func isOf(_ certificate: String, for server: String) -> Bool {
    self.certificate.name == certificate && self.server == server
  }
}
