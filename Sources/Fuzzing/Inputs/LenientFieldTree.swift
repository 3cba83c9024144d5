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
    let octets = piece.bytes
    var reader = PieceReader(octets)
    reader.skipSpaces()
    let first = reader.place
    lead = reader.piece(from: octets.startIndex)
    reader.skipWord()
    let afterFirst = reader.place
    guard first < afterFirst else {
      rest = Octets(octets[first...])
      return
    }
    reader.skipSpaces()
    if reader.isAtEqualsSign {
      name = Octets(octets[first..<afterFirst])
      takeValue(afterFirst, &reader)
    } else {
      scheme = Octets(octets[first..<afterFirst])
      gap = reader.piece(from: afterFirst)
      let second = reader.place
      reader.skipWord()
      let afterSecond = reader.place
      reader.skipSpaces()
      guard second < afterSecond, reader.isAtEqualsSign, !reader.isAtEndOfToken68 else {
        rest = Octets(octets[second...])
        return
      }
      name = Octets(octets[second..<afterSecond])
      takeValue(afterSecond, &reader)
    }
    rest = Octets(octets[reader.place...])
  }

  /// Takes the equals sign with the spaces around it, and the value.
  private mutating func takeValue(_ afterName: Int, _ reader: inout PieceReader) {
    reader.place += 1
    reader.skipSpaces()
    sign = reader.piece(from: afterName)
    let start = reader.place
    reader.skipValue()
    value = reader.piece(from: start)
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

private struct PieceReader {
  private let octets: ArraySlice<UInt8>
  /// The index of the next octet.
  var place: Int

  init(_ octets: ArraySlice<UInt8>) {
    self.octets = octets
    place = octets.startIndex
  }

  /// The octets from a place to the next octet.
  func piece(from start: Int) -> Octets { Octets(octets[start..<place]) }

  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while place < octets.endIndex, isSkipped(octets[place]) { place += 1 }
  }

  mutating func skipSpaces() {
    skip { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
  }

  mutating func skipWord() {
    skip {
      $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "\"") && $0 != 0x7F
    }
  }

  /// Skips a quoted-string to its end, or to the end of the piece; or octets up to a space.
  mutating func skipValue() {
    guard place < octets.endIndex, octets[place] == UInt8(ascii: "\"") else {
      return skip { $0 > 0x20 }
    }
    place += 1
    while place < octets.endIndex, octets[place] != UInt8(ascii: "\"") {
      place += octets[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    place = min(place + 1, octets.endIndex)
  }

  var isAtEqualsSign: Bool { place < octets.endIndex && octets[place] == UInt8(ascii: "=") }

  /// `true` if only equals signs follow, which end a token68.
  var isAtEndOfToken68: Bool {
    octets[place...].drop { $0 == UInt8(ascii: "=") }.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}
