// SPDX-License-Identifier: Apache-2.0

extension Origin {
  /// `true` if the scheme is https (RFC 9110 4.2.2).
  var isSecure: Bool { scheme == "https" }

  /// The default port of the scheme (RFC 9110 4.2.1, 4.2.2).
  var usualPort: UInt16 { isSecure ? 443 : 80 }
}
