// SPDX-License-Identifier: Apache-2.0

// Most octets do not match. Eight of them fit into a 64-bit number, and a few operations on it
// exclude all eight.

/// Eight octets as a number.
private struct EightOctets {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  let number: UInt64

  /// `true` if and only if one of them equals `octet`.
  @inline(__always)
  func contains(_ octet: UInt8) -> Bool {
    // If no octet of `rest` is 0, no subtraction borrows, so no high bit is set that was not set
    // before.
    let rest = number ^ (EightOctets.ones &* UInt64(octet))
    return (rest &- EightOctets.ones) & ~rest & EightOctets.highBits != 0
  }

  /// `true` if and only if one of them is below 0x20.
  @inline(__always)
  var containsControl: Bool {
    (number &- EightOctets.ones &* 0x20) & ~number & EightOctets.highBits != 0
  }
}

extension Span<UInt8> {
  /// The first index of an octet at `start` or after it; `nil` if there is none.
  @inline(__always)
  func firstIndex(of octet: UInt8, from start: Int = 0) -> Int? {
    var place = skipEights(from: start, to: count) { !$0.contains(octet) }
    while place < count {
      if self[place] == octet { return place }
      place += 1
    }
    return nil
  }

  /// `true` if some octet is below 0x20.
  var hasControl: Bool {
    var place = skipEights(from: 0, to: count) { !$0.containsControl }
    while place < count {
      if self[place] < 0x20 { return true }
      place += 1
    }
    return false
  }

  /// The index of the first octet from `start` on that is not qdtext; `end` if there is none.
  ///
  ///     qdtext = HTAB / SP / %x21 / %x23-5B / %x5D-7E / obs-text               (RFC 9110 5.6.4)
  @inline(never)
  func endOfQuotedText(from start: Int, to end: Int) -> Int {
    var place = start
    while true {
      place = skipEights(from: place, to: end) {
        !$0.containsControl && !$0.contains(0x22) && !$0.contains(0x5C) && !$0.contains(0x7F)
      }
      // HTAB is a control that qdtext allows: after it, eight octets at a time are compared again.
      let next = Swift.min(place + 8, end)
      while place < next, self[place].isQuotedText { place += 1 }
      if place < next || place == end { return place }
    }
  }

  /// The index after the leading groups of eight octets that satisfy a condition.
  @inline(__always)
  private func skipEights(
    from start: Int, to end: Int, while isSkipped: (EightOctets) -> Bool
  ) -> Int {
    unsafe withUnsafeBytes { octets in
      var place = start
      while place + 8 <= end {
        let eight = unsafe octets.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        guard isSkipped(EightOctets(number: eight)) else { break }
        place += 8
      }
      return place
    }
  }
}
