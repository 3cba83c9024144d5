// Most octets that are looked at are not what is looked for. Eight of them fit into a number, and a
// few operations tell whether one of the eight may be it.

/// Eight octets as a number.
private struct EightOctets {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  let number: UInt64

  /// `true` if one of them is that octet, and nowhere else.
  @inline(__always)
  func contains(_ octet: UInt8) -> Bool {
    // Of a number without an octet of 0 no subtraction borrows from a high bit that was not set
    // before.
    let rest = number ^ (EightOctets.ones &* UInt64(octet))
    return (rest &- EightOctets.ones) & ~rest & EightOctets.highBits != 0
  }

  /// `true` if one of them is below 0x20, and nowhere else.
  @inline(__always)
  var containsControl: Bool {
    (number &- EightOctets.ones &* 0x20) & ~number & EightOctets.highBits != 0
  }
}

extension Span<UInt8> {
  /// Where an octet stands first from that place on; `nil` if it does not.
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

  /// Where the first octet stands that is no qdtext, from `start` on; `end` where there is none
  /// before it.
  ///
  ///     qdtext = HTAB / SP / %x21 / %x23-5B / %x5D-7E / obs-text               (RFC 9110 5.6.4)
  @inline(never)
  func endOfQuotedText(from start: Int, to end: Int) -> Int {
    var place = start
    while true {
      place = behindEights(from: place, to: end) {
        !$0.containsControl && !$0.contains(0x22) && !$0.contains(0x5C) && !$0.contains(0x7F)
      }
      // A tab is a control octet and may stand there: behind it there may be eights again.
      let next = Swift.min(place + 8, end)
      while place < next, self[place].isQuotedText { place += 1 }
      if place < next || place == end { return place }
    }
  }

  /// Behind those groups of eight octets, counted from `start`, that are as they should be.
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
