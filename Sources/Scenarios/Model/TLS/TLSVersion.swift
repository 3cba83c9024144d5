// SPDX-License-Identifier: Apache-2.0

/// A version of TLS.
package enum TLSVersion: String, Hashable, Sendable, CaseIterable {
  /// RFC 4346. Clients must not use it (RFC 9325 3.1.1).
  case tls11 = "1.1"
  /// RFC 5246.
  case tls12 = "1.2"
  /// RFC 8446.
  case tls13 = "1.3"
}
