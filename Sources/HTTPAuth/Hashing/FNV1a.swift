// SPDX-License-Identifier: Apache-2.0

/// The 64-bit hash FNV-1a. Unlike Swift's own hashes it is the same in every process.
package struct FNV1a: Hashable, Sendable {
  @usableFromInline var state: UInt64 = 0xcbf2_9ce4_8422_2325
  package var bits: UInt64 { state }

  package init() {}

  /// The hash of the UTF-8 octets of a text.
  package init(_ text: String) {
    for octet in text.utf8 { add(octet) }
  }

  @inlinable
  package mutating func add(_ octet: UInt8) {
    state = (state ^ UInt64(octet)) &* 0x100_0000_01b3
  }
}
