// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// What a session's settings for TLS say of one server.
extension ClientTLS {
  /// The certificate for the origin of a URL, or for the proxy with that URL.
  func certificate(
    for target: ClientCredentials.Target, at url: String
  ) -> ClientCertificate? {
    if certificates.isEmpty { return nil }
    let origin = url.originOfURL
    return certificates.first { $0.target == target && $0.url.originOfURL == origin }
  }

  /// The hashes of keys of which that server is to have one, separated by semicolons; `nil` if it
  /// may have any key.
  func pins(for target: ClientCredentials.Target, at url: String) -> String? {
    if pins.isEmpty { return nil }
    let origin = url.originOfURL
    let pins = pins.filter { $0.target == target && $0.url.originOfURL == origin }
    return pins.isEmpty ? nil : pins.map(\.hash).joined(separator: ";")
  }

  /// The certificate, where there is one and it is for an origin; a client that has one place for a
  /// certificate shows it to all.
  var onlyCertificate: ClientCertificate? {
    certificates.count == 1 ? certificates.first { $0.target == .origin } : nil
  }
}
