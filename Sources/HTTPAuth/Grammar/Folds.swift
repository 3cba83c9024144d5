// SPDX-License-Identifier: Apache-2.0

extension Octets {
  /// "replace each received obs-fold with one or more SP octets" (RFC 9112 5.2)
  ///
  ///     obs-fold = OWS CRLF RWS
  ///
  /// Each octet of a fold becomes one SP, so that offsets stay the same. A value without folds is
  /// not copied.
  package var unfolded: Octets {
    guard bytes.span.hasFold(from: 0) else { return self }
    var octets = array
    var index = 0
    var blanks = 0  // where the white space before `index` begins
    while index < octets.count {
      if octets.span.isFold(at: index) {
        var end = index + 2
        while end < octets.count, octets[end].isWhiteSpace { end += 1 }
        for place in blanks..<end { octets[place] = 0x20 }
        index = end
        blanks = end
      } else {
        index += 1
        if !octets[index - 1].isWhiteSpace { blanks = index }
      }
    }
    return Octets(octets)
  }

  /// Like `unfolded`, but with a single SP for each fold: recipients may choose the number. `nil`
  /// if there is no fold.
  package var withShortFolds: Octets? {
    let octets = bytes.span
    guard octets.hasFold(from: 0) else { return nil }
    var short: [UInt8] = []
    short.reserveCapacity(octets.count)
    // The length of `short` after the last fold: the next fold does not remove that fold's SP.
    var start = 0
    var index = 0
    while index < octets.count {
      guard octets.isFold(at: index) else {
        short.append(octets[index])
        index += 1
        continue
      }
      while short.count > start, short[short.count - 1].isWhiteSpace { short.removeLast() }
      short.append(0x20)
      start = short.count
      index += 2
      while index < octets.count, octets[index].isWhiteSpace { index += 1 }
    }
    return Octets(short)
  }

  /// "A recipient of CR, LF, or NUL within a field value MUST either reject the message or replace
  /// each of those characters with SP" (RFC 9110 5.5): returns the value with SP in their place.
  /// `nil` if there are none outside folds.
  package var withBlanksForControls: Octets? {
    guard bytes.span.hasControl else { return nil }
    let unfolded = unfolded
    func isReplaced(_ octet: UInt8) -> Bool { octet == 0x00 || octet == 0x0A || octet == 0x0D }
    guard unfolded.bytes.contains(where: isReplaced) else { return nil }
    return Octets(unfolded.bytes.map { isReplaced($0) ? 0x20 : $0 })
  }
}

extension Span<UInt8> {
  /// `true` if a fold begins at `place` or after it.
  func hasFold(from place: Int) -> Bool {
    var place = place
    while let next = firstIndex(of: 0x0D, from: place) {
      if isFold(at: next) { return true }
      place = next + 1
    }
    return false
  }

  /// CRLF RWS
  @inline(__always)
  fileprivate func isFold(at index: Int) -> Bool {
    self[index] == 0x0D && index + 2 < count && self[index + 1] == 0x0A
      && self[index + 2].isWhiteSpace
  }
}
