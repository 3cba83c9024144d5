// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A complete final response.
struct Response: Sendable {
  /// Status line and header section.
  var head: ResponseHead
  /// The body, without transfer coding.
  var body: Octets = ""
  /// `true` if the connection can serve another request (RFC 9112 9.3).
  var isReusable = false
}
