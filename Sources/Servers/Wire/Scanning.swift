// SPDX-License-Identifier: Apache-2.0

internal import LibC

extension [UInt8] {
  /// The index of the first occurrence of an octet in a range.
  func firstIndex(ofOctet octet: UInt8, in range: Range<Int>) -> Int? {
    guard range.lowerBound >= 0, range.upperBound <= count, !range.isEmpty else { return nil }
    return unsafe withUnsafeBytes { octets in
      guard let base = octets.baseAddress,
        let found = unsafe memchr(base + range.lowerBound, Int32(octet), range.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  /// A range without the white space at its ends.
  ///
  ///     OWS = *( SP / HTAB )
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isWhiteSpace { start += 1 }
    while end > start, self[end - 1].isWhiteSpace { end -= 1 }
    return start..<end
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether the octet occurs; uses memchr(3).
  func contains(octet: UInt8) -> Bool {
    unsafe withUnsafeBytes { octets in
      guard let base = octets.baseAddress else { return false }
      return unsafe memchr(base, Int32(octet), octets.count) != nil
    }
  }
}

extension UInt8 {
  ///     DIGIT = %x30-39
  var isDigit: Bool { self &- 0x30 < 10 }

  ///     SP / HTAB
  var isWhiteSpace: Bool { self == 0x20 || self == 0x09 }

  /// The value of a HEXDIG, in either case.
  var hexadecimalValue: Int? {
    switch self {
    case 0x30...0x39: Int(self) - 0x30
    case 0x41...0x46: Int(self) - 0x41 + 10
    case 0x61...0x66: Int(self) - 0x61 + 10
    default: nil
    }
  }
}
