// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The tree of any field value, read as a list of challenges. Every octet has a place in the tree,
/// so that the value can be altered and written again.
///
/// It is less strict than the grammar: octets that do not fit are in `rest`.
package struct LenientFieldTree: Hashable, Sendable {
  /// The octets between two commas that are not in quoted-strings.
  struct Element: Hashable, Sendable {
    /// The spaces before everything else.
    var lead = Octets()
    /// The name of a scheme.
    var scheme: Octets?
    /// The spaces after the scheme.
    var gap = Octets()
    /// The name of a parameter.
    var name: Octets?
    /// The equals sign and the spaces around it.
    var sign = Octets()
    /// The value of the parameter, with its quotes.
    var value = Octets()
    /// Everything else.
    var rest = Octets()
  }

  var elements: [Element]

  /// The tree of a value, in time linear in its length.
  init(_ value: Octets) { elements = value.listPieces.map { Element($0) } }

  /// The value, written again.
  var value: Octets {
    var octets: [UInt8] = []
    octets.reserveCapacity(elements.reduce(0) { $0 + $1.count + 1 })
    for (index, element) in elements.enumerated() {
      if index > 0 { octets.append(UInt8(ascii: ",")) }
      element.write(to: &octets)
    }
    return Octets(octets)
  }

  /// The elements of each challenge. Elements before the first scheme belong to the first
  /// challenge.
  var challenges: [Range<Int>] {
    var starts = elements.indices.filter { elements[$0].scheme != nil }
    if starts.isEmpty { return elements.isEmpty ? [] : [0..<elements.count] }
    starts[0] = 0
    return starts.indices.map { index in
      starts[index]..<(index + 1 < starts.count ? starts[index + 1] : elements.count)
    }
  }
}

extension LenientFieldTree.Element {
  /// Reads a piece of a value.
  init(_ piece: Octets) {
    self.init()
    var octets = piece.bytes
    lead = octets.takeSpaces()
    let word = octets.takeWord()
    if word.isEmpty {
      // All of it is the rest.
    } else if let sign = octets.takeSign() {
      (name, self.sign, value) = (word, sign, octets.takeValue())
    } else {
      scheme = word
      gap = octets.takeSpaces()
      var further = octets
      let second = further.takeWord()
      if !second.isEmpty, !further.endsToken68, let sign = further.takeSign() {
        (name, self.sign, value) = (second, sign, further.takeValue())
        octets = further
      }
    }
    rest = Octets(octets)
  }

  fileprivate var count: Int {
    lead.count + (scheme?.count ?? 0) + gap.count + (name?.count ?? 0) + sign.count + value.count
      + rest.count
  }

  /// The octets of the element.
  var written: Octets {
    var octets: [UInt8] = []
    octets.reserveCapacity(count)
    write(to: &octets)
    return Octets(octets)
  }

  fileprivate func write(to octets: inout [UInt8]) {
    octets += lead.bytes
    if let scheme { octets += scheme.bytes }
    octets += gap.bytes
    if let name { octets += name.bytes }
    octets += sign.bytes
    octets += value.bytes
    octets += rest.bytes
  }

  var isQuoted: Bool {
    value.count >= 2 && value.first == UInt8(ascii: "\"") && value.last == UInt8(ascii: "\"")
  }

  /// The value without its quotes.
  var innerValue: Octets { isQuoted ? Octets(value.bytes.dropFirst().dropLast()) : value }

  /// `true` for a parameter of that name, whatever its case.
  func isNamed(_ name: StaticString) -> Bool { self.name?.matches(name) ?? false }
}

extension ArraySlice<UInt8> {
  private mutating func take(while isTaken: (UInt8) -> Bool) -> Octets {
    let end = firstIndex { !isTaken($0) } ?? endIndex
    defer { self = self[end...] }
    return Octets(self[..<end])
  }

  fileprivate mutating func takeSpaces() -> Octets {
    take { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
  }

  fileprivate mutating func takeWord() -> Octets {
    take { $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "\"") && $0 != 0x7F }
  }

  /// Takes an equals sign with the spaces around it; `nil` if there is none.
  fileprivate mutating func takeSign() -> Octets? {
    var after = self
    _ = after.takeSpaces()
    guard after.popFirst() == UInt8(ascii: "=") else { return nil }
    _ = after.takeSpaces()
    defer { self = after }
    return Octets(self[..<after.startIndex])
  }

  /// Takes a quoted-string, to its end or to the end of the piece; or octets up to a space.
  fileprivate mutating func takeValue() -> Octets {
    guard first == UInt8(ascii: "\"") else { return take { $0 > 0x20 } }
    var isEscaped = false
    var quotes = 0
    return take { octet in
      guard quotes < 2 else { return false }
      if !isEscaped, octet == UInt8(ascii: "\"") { quotes += 1 }
      isEscaped = !isEscaped && octet == UInt8(ascii: "\\")
      return true
    }
  }

  /// `true` if only equals signs follow, which end a token68.
  fileprivate var endsToken68: Bool {
    var after = self
    _ = after.takeSpaces()
    return after.drop { $0 == UInt8(ascii: "=") }.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}
