// SPDX-License-Identifier: Apache-2.0

/// A hash value as lower-case hexadecimal digits (RFC 7616 3.2), stored without an allocation.
struct HexDigits: Hashable, Sendable {
  /// The digits in ASCII, and zeros after the last one.
  private(set) var octets = SIMD64<UInt8>()
  /// The number of digits.
  let count: Int

  init() { count = 0 }

  /// The digits of the first `count` octets, at most 32.
  init(_ digest: SIMD32<UInt8>, count: Int) {
    self.count = 2 * count
    unsafe withUnsafeBytes(of: digest) { digest in
      unsafe withUnsafeMutableBytes(of: &octets) { digits in
        for index in 0..<Swift.min(count, 32) {
          let octet = unsafe digest[index]
          unsafe digits[2 * index] = HexDigits.digit(octet >> 4)
          unsafe digits[2 * index + 1] = HexDigits.digit(octet & 0x0F)
        }
      }
    }
  }

  /// "0" to "9", "a" to "f".
  @inline(__always)
  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? nibble &+ UInt8(ascii: "0") : nibble &+ (UInt8(ascii: "a") - 10)
  }

  /// `true` if the digits equal a field's value.
  func equals(_ value: Octets) -> Bool {
    guard value.count == count else { return false }
    return unsafe withUnsafeBytes(of: octets) { digits in
      for (index, octet) in value.bytes.enumerated() {
        if unsafe digits[index] != octet { return false }
      }
      return true
    }
  }
}

extension HexDigits: Sequence {
  /// The digits as ASCII octets.
  func makeIterator() -> some IteratorProtocol<UInt8> {
    (0..<count).lazy.map { octets[$0] }.makeIterator()
  }

  var underestimatedCount: Int { count }
}
