// SPDX-License-Identifier: Apache-2.0

import Transcripts
internal import CCurl

extension ClientFailure {
  /// Maps libcurl's result to a kind of docs/abilities.md; the message is libcurl's own.
  ///
  /// - Parameters:
  ///   - result: not CURLE_OK.
  ///   - detail: the content of the error buffer; may be empty.
  ///   - answerToConnect: the status of the last answer of a proxy to CONNECT; 0 for none.
  init(_ result: CURLcode, detail: String, answerToConnect: Int) {
    let general = unsafe String(cString: curl_easy_strerror(result))
    let message = detail.isEmpty ? general : "\(general): \(detail)"
    self.init(
      kind: Self.kind(result, detail: detail, answerToConnect: answerToConnect),
      message: "\(message) (CURLcode \(result.rawValue))")
  }

  private static func kind(_ result: CURLcode, detail: String, answerToConnect: Int) -> Kind {
    switch result {
    case CURLE_UNSUPPORTED_PROTOCOL:
      // Also the result for a status line of another protocol or version.
      detail.contains("HTTP/0.9") || detail.contains("HTTP version") ? .protocol : .url
    case CURLE_URL_MALFORMAT: .url
    case CURLE_LOGIN_DENIED, CURLE_AUTH_ERROR, CURLE_REMOTE_ACCESS_DENIED: .authentication
    case CURLE_TOO_MANY_REDIRECTS: .redirects
    case CURLE_OPERATION_TIMEDOUT: .timeout
    // After the handshake of TLS 1.3, which a client ends before the server has seen its
    // certificate (RFC 8446 4.4.2.4).
    case CURLE_RECV_ERROR where detail.contains(" alert "),
      CURLE_SEND_ERROR where detail.contains(" alert "):
      .tls
    case CURLE_RECV_ERROR, CURLE_COULDNT_CONNECT:
      if answerToConnect == 407 && detail.contains("CONNECT") {
        .authentication
      } else if detail.contains("chunked-encoding") {
        .protocol
      } else {
        .connection
      }
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_SEND_ERROR,
      CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_PROXY, CURLE_INTERFACE_FAILED,
      CURLE_NO_CONNECTION_AVAILABLE:
      .connection
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2, CURLE_HTTP2_STREAM,
      CURLE_HTTP3, CURLE_FILESIZE_EXCEEDED:
      .protocol
    case CURLE_SEND_FAIL_REWIND, CURLE_READ_ERROR, CURLE_ABORTED_BY_CALLBACK: .body
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
      CURLE_SSL_CRL_BADFILE, CURLE_SSL_SHUTDOWN_FAILED:
      .tls
    default: .other
    }
  }
}
