// SPDX-License-Identifier: Apache-2.0

// Most octets are not the one that is searched for. Eight of them fit into a number, and a few
// operations exclude all eight.

/// Eight octets as a number.
private struct EightOctets {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  let number: UInt64

  /// `true` exactly if one of them is that octet.
  @inline(__always)
  func contains(_ octet: UInt8) -> Bool {
    // Without an octet of 0 no subtraction borrows from a high bit that was not set before.
    let rest = number ^ (EightOctets.ones &* UInt64(octet))
    return (rest &- EightOctets.ones) & ~rest & EightOctets.highBits != 0
  }

  /// `true` exactly if one of them is below 0x20.
  @inline(__always)
  var containsControl: Bool {
    (number &- EightOctets.ones &* 0x20) & ~number & EightOctets.highBits != 0
  }
}

extension Span<UInt8> {
  /// The first index of an octet from a place on; `nil` if there is none.
  @inline(__always)
  func firstIndex(of octet: UInt8, from start: Int = 0) -> Int? {
    var place = behindEights(from: start, to: count) { !$0.contains(octet) }
    while place < count {
      if self[place] == octet { return place }
      place += 1
    }
    return nil
  }

  /// `true` if some octet is below 0x20.
  var hasControl: Bool {
    var place = behindEights(from: 0, to: count) { !$0.containsControl }
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
      place = behindEights(from: place, to: end) {
        !$0.containsControl && !$0.contains(0x22) && !$0.contains(0x5C) && !$0.contains(0x7F)
      }
      // A tab is a control that is allowed: after it, eight octets at a time can be compared again.
      let next = Swift.min(place + 8, end)
      while place < next, self[place].isQuotedText { place += 1 }
      if place < next || place == end { return place }
    }
  }

  /// The index after the leading groups of eight octets that satisfy a condition.
  @inline(__always)
  private func behindEights(
    from start: Int, to end: Int, while areFine: (EightOctets) -> Bool
  ) -> Int {
    unsafe withUnsafeBytes { octets in
      var place = start
      while place + 8 <= end {
        let eight = unsafe octets.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        guard areFine(EightOctets(number: eight)) else { break }
        place += 8
      }
      return place
    }
  }
}
