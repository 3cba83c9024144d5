// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts
internal import CCurl

/// libcurl's options of TLS for one server: one certificate and one list of pins.
struct LibcurlIdentity: Equatable {
  /// CURLOPT_SSLCERT_BLOB and CURLOPT_SSLKEY_BLOB, or those of the proxy.
  var certificate: ClientCertificate?
  /// CURLOPT_PINNEDPUBLICKEY: hashes of keys, one of which is to be the server's.
  var pins: String?

  /// Nothing.
  init() {}

  /// A session's options for a request to that URL, or for the proxy with that URL.
  init(_ tls: ClientTLS, for target: ClientCredentials.Target, at url: String) {
    certificate = tls.certificates.first {
      $0.target == target && LibcurlIdentity.isBelow($0.url, url)
    }
    let pins = tls.pins.filter { $0.target == target && LibcurlIdentity.isBelow($0.url, url) }
    self.pins = pins.isEmpty ? nil : pins.map(\.hash).joined(separator: ";")
  }

  /// `true` if a URL is one of that origin.
  private static func isBelow(_ origin: String, _ url: String) -> Bool {
    SingleLoginSelection.origin(of: url) == SingleLoginSelection.origin(of: origin)
  }
}
