// SPDX-License-Identifier: Apache-2.0

/// A key of aes256-cts-hmac-sha1-96 (RFC 3962).
package struct KerberosKey: Hashable, Sendable {
  /// RFC 3962 7: aes256-cts-hmac-sha1-96 is 18.
  static let encryptionType: Int32 = 18

  /// 32 octets.
  let octets: [UInt8]

  /// A new key. RFC 3962 3: any 32 octets are one.
  static func random() -> KerberosKey {
    var generator = SystemRandomNumberGenerator()
    return KerberosKey(
      octets: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
