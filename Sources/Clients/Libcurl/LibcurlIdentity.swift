// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts
internal import CCurl

/// libcurl's TLS options for one server: one certificate and one list of pins.
struct LibcurlIdentity: Equatable {
  /// CURLOPT_SSLCERT_BLOB and CURLOPT_SSLKEY_BLOB, or those of the proxy.
  var certificate: ClientCertificate?
  /// CURLOPT_PINNEDPUBLICKEY: hashes of keys, one of which is to be the server's.
  var pins: String?
}

extension LibcurlIdentity {
  /// A session's options for a request to that URL, or for the proxy with that URL.
  init(_ tls: ClientTLS, for target: ClientCredentials.Target, at url: String) {
    certificate = tls.certificate(for: target, at: url)
    pins = tls.pins(for: target, at: url)
  }
}
