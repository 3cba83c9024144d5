// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform

/// A key of aes256-cts-hmac-sha1-96 (RFC 3962).
package struct KerberosKey: Hashable, Sendable {
  /// The number of aes256-cts-hmac-sha1-96 (RFC 3962 7).
  static let encryptionType: Int32 = 18

  /// 32 octets.
  let octets: [UInt8]

  /// A new key. Any 32 octets are a valid key (RFC 3962 3).
  static func random() -> KerberosKey { KerberosKey(octets: Octets.random(32).array) }
}
