// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// A session's settings for TLS at one server.
extension ClientTLS {
  /// The certificate for the origin of a URL, or for the proxy with that URL.
  func certificate(
    for target: ClientCredentials.Target, at url: String
  ) -> ClientCertificate? {
    if certificates.isEmpty { return nil }
    let origin = url.originOfURL
    return certificates.first { $0.target == target && $0.url.originOfURL == origin }
  }

  /// The hashes of the keys that the server may have, separated by semicolons; `nil` for any key.
  func pins(for target: ClientCredentials.Target, at url: String) -> String? {
    if pins.isEmpty { return nil }
    let origin = url.originOfURL
    let pins = pins.filter { $0.target == target && $0.url.originOfURL == origin }
    return pins.isEmpty ? nil : pins.map(\.hash).joined(separator: ";")
  }

  /// The certificate, if there is exactly one and it is for an origin: a client with one setting
  /// for a certificate shows it to all servers.
  var onlyCertificate: ClientCertificate? {
    certificates.count == 1 ? certificates.first { $0.target == .origin } : nil
  }
}
