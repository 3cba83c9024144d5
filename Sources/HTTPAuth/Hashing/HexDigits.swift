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
    self.count = 2 * count
    // Every nibble at once: 0-9 and a-f differ by an offset.
    let high = digest &>> 4
    let low = digest & 0x0F
    var digits = SIMD64<UInt8>()
    digits.evenHalf = high
    digits.oddHalf = low
    let letters = digits .> 9
    octets = (digits &+ 0x30).replacing(with: digits &+ 0x57, where: letters)
    for index in self.count..<64 { octets[index] = 0 }
  }

  /// Equal to a field's value, digit for digit.
  func equals(_ value: Octets) -> Bool {
    guard value.count == count else { return false }
    var index = 0
    for octet in value.bytes {
      if octets[index] != octet { return false }
      index += 1
    }
    return true
  }
}

extension HexDigits: Sequence {
  /// The digits as ASCII octets.
  func makeIterator() -> some IteratorProtocol<UInt8> {
    (0..<count).lazy.map { octets[$0] }.makeIterator()
  }

  var underestimatedCount: Int { count }
}
