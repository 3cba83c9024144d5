// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Which parts a response to a method may have after its head.
struct ResponseContent {
  let status: Int
  let method: Octets

  /// "A server MUST NOT send a Transfer-Encoding (Content-Length) header field in any response with
  /// a status code of 1xx (Informational) or 204 (No Content)" nor "in any 2xx (Successful)
  /// response to a CONNECT request" (RFC 9112 6.1, RFC 9110 8.6).
  var hasLength: Bool { status >= 200 && status != 204 && !isTunnel }

  /// "Any response to a HEAD request and any response with a 1xx (Informational), 204 (No Content),
  /// or 304 (Not Modified) status code is always terminated by the first empty line" (RFC 9112
  /// 6.3).
  var hasBody: Bool { hasLength && status != 304 && !method.equals("HEAD") }

  private var isTunnel: Bool { (200..<300).contains(status) && method.equals("CONNECT") }
}
