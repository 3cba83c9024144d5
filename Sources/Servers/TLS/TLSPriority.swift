// SPDX-License-Identifier: Apache-2.0

import Scenarios
internal import CGnuTLS

/// The versions and algorithms that a server accepts.
@safe final class TLSPriority: @unchecked Sendable {
  let handle: gnutls_priority_t

  /// Those versions, and all usual algorithms. The library must also show certificates that are
  /// wrong: for another use, signed with SHA-1.
  init(_ versions: [TLSVersion]) throws(ServerError) {
    let spoken = versions.map { ":+VERS-TLS\($0.rawValue)" }.joined()
    let text =
      "NORMAL:-VERS-ALL\(spoken):+SIGN-RSA-SHA1:+SIGN-ECDSA-SHA1:%DEBUG_ALLOW_KEY_USAGE_VIOLATIONS"
    var made: gnutls_priority_t?
    try GnuTLS.check(unsafe gnutls_priority_init(&made, text, nil), "speak \(versions)")
    guard let handle = unsafe made else { throw ServerError("GnuTLS has no memory.") }
    unsafe self.handle = unsafe handle
  }

  deinit { unsafe gnutls_priority_deinit(handle) }
}
