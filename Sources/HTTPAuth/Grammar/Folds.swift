extension Octets {
  /// "replace each received obs-fold with one or more SP octets" (RFC 9112 5.2)
  ///
  ///     obs-fold = OWS CRLF RWS
  ///
  /// One SP for each octet of a fold, so that offsets stay what they are. Without a fold, the same storage.
  public var unfolded: Octets {
    guard bytes.span.hasFold(from: 0) else { return self }
    var octets = array
    var index = 0
    var blanks = 0  // where the white space before index begins
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
}

extension Span<UInt8> {
  /// True when the CR of a fold is at that place or behind it.
  func hasFold(from place: Int) -> Bool {
    let rest = extracting(place...)
    for index in 0..<rest.count where rest.isFold(at: index) { return true }
    return false
  }

  /// CRLF RWS
  @inline(__always)
  fileprivate func isFold(at index: Int) -> Bool {
    self[index] == 0x0D && index + 2 < count && self[index + 1] == 0x0A
      && self[index + 2].isWhiteSpace
  }
}
