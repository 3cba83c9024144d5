/// A hash value as lower-case hexadecimal digits (RFC 7616 3.2), held in place.
struct HexDigits: Hashable, Sendable {
  /// The digits; zero behind the last one.
  private(set) var octets = SIMD64<UInt8>()
  /// How many digits.
  let count: Int

  /// No digits.
  init() { count = 0 }

  /// The digits of the first `count` octets, at most 32.
  init(_ digest: SIMD32<UInt8>, count: Int) {
    self.count = 2 * Swift.min(Swift.max(count, 0), 32)
    let last = self.count
    unsafe withUnsafeBytes(of: digest) { source in
      unsafe withUnsafeMutableBytes(of: &octets) { target in
        var index = 0
        while index < last {
          let octet = unsafe source[index >> 1]
          unsafe target[index] = Self.digit(octet >> 4)
          unsafe target[index + 1] = Self.digit(octet & 0x0F)
          index += 2
        }
      }
    }
  }

  /// `0`-`9` for 0 to 9, `a`-`f` for 10 to 15.
  private static func digit(_ value: UInt8) -> UInt8 { value &+ (value < 10 ? 0x30 : 0x57) }

  /// Equal to a field's value, digit for digit.
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
