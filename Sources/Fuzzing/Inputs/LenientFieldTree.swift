import HTTPAuth

/// A field value taken apart as a list of challenges, whatever it is: every octet stands somewhere in the tree, so that
/// the tree of any value can be altered and written again.
///
/// It is looser than the grammar on purpose: what does not fit stands in `rest`.
struct LenientFieldTree: Hashable, Sendable {
  /// What stands between two commas, those in quoted-strings not counted.
  ///
  /// Copies share the parts until one is changed: a tree is copied for everything that is tried on it.
  struct Element: Hashable, Sendable {
    struct Parts: Hashable, Sendable {
      /// Blanks before everything.
      var lead = Octets()
      /// The name of a scheme, and the blanks behind it.
      var scheme: Octets?
      var gap = Octets()
      /// The name of a parameter, the equals sign with its blanks, and the value as it is written.
      var name: Octets?
      var sign = Octets()
      var value = Octets()
      /// All else.
      var rest = Octets()
    }

    private var held: CopyOnWrite<Parts>

    init(_ parts: consuming Parts = Parts()) { held = CopyOnWrite(parts) }

    /// All parts, to look at.
    var parts: Parts { held.value }

    var lead: Octets {
      get { held.value.lead }
      set { held.value.lead = newValue }
    }
    var scheme: Octets? {
      get { held.value.scheme }
      set { held.value.scheme = newValue }
    }
    var gap: Octets {
      get { held.value.gap }
      set { held.value.gap = newValue }
    }
    var name: Octets? {
      get { held.value.name }
      set { held.value.name = newValue }
    }
    var sign: Octets {
      get { held.value.sign }
      set { held.value.sign = newValue }
    }
    var value: Octets {
      get { held.value.value }
      set { held.value.value = newValue }
    }
    var rest: Octets {
      get { held.value.rest }
      set { held.value.rest = newValue }
    }
  }

  var elements: [Element]

  /// The tree of a value; takes time linear in its length.
  init(_ value: Octets) { elements = LenientFieldTree.pieces(of: value).map { Element($0) } }

  /// What stands between the commas of a value, before anything of it is taken apart: at least one piece.
  static func pieces(of value: Octets) -> [Octets] {
    var pieces: [Octets] = []
    pieces.reserveCapacity(8)
    var rest = value.bytes
    while true {
      let end = LenientFieldTree.elementEnd(rest)
      pieces.append(Octets(rest[..<end]))
      guard end < rest.endIndex else { return pieces }
      rest = rest[(end + 1)...]
    }
  }

  /// The value that the tree is of.
  var value: Octets {
    var octets: [UInt8] = []
    octets.reserveCapacity(elements.reduce(0) { $0 + $1.count + 1 })
    for (index, element) in elements.enumerated() {
      if index > 0 { octets.append(UInt8(ascii: ",")) }
      element.write(to: &octets)
    }
    return Octets(octets)
  }

  /// Where each challenge begins, and behind the last of them: elements that belong to no scheme stand with the first.
  var challenges: [Range<Int>] {
    var starts = elements.indices.filter { elements[$0].scheme != nil }
    if starts.isEmpty { return elements.isEmpty ? [] : [0..<elements.count] }
    starts[0] = 0
    return starts.indices.map { index in
      starts[index]..<(index + 1 < starts.count ? starts[index + 1] : elements.count)
    }
  }

  /// The comma that ends the first element, or the end.
  private static func elementEnd(_ octets: ArraySlice<UInt8>) -> Int {
    var index = octets.startIndex
    var isQuoted = false
    while index < octets.endIndex {
      switch octets[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\\") where isQuoted: index += 1
      case UInt8(ascii: ",") where !isQuoted: return index
      default: break
      }
      index += 1
    }
    return octets.endIndex
  }
}

extension LenientFieldTree.Element {
  /// A parameter.
  init(name: Octets, value: Octets) { self.init(Parts(name: name, sign: "=", value: value)) }

  /// A piece of a value, taken apart.
  init(_ piece: Octets) { self.init(Parts(piece.bytes)) }

  /// How many octets it is written in.
  var count: Int {
    lead.count + (scheme?.count ?? 0) + gap.count + (name?.count ?? 0) + sign.count + value.count
      + rest.count
  }

  /// It as it is written.
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

  /// True where the value stands in double quotes.
  var isQuoted: Bool { parts.isQuoted }

  /// What stands between the quotes, or the value.
  var innerValue: Octets { parts.innerValue }

  /// It is a parameter of that name.
  func isNamed(_ name: StaticString) -> Bool { parts.isNamed(name) }
}

extension LenientFieldTree.Element.Parts {
  /// True where the value stands in double quotes.
  var isQuoted: Bool {
    value.count >= 2 && value.first == UInt8(ascii: "\"") && value.last == UInt8(ascii: "\"")
  }

  /// What stands between the quotes, or the value.
  var innerValue: Octets { isQuoted ? Octets(value.bytes.dropFirst().dropLast()) : value }

  /// It is a parameter of that name.
  func isNamed(_ name: StaticString) -> Bool { self.name?.matches(name) ?? false }
}

extension LenientFieldTree.Element.Parts {
  fileprivate init(_ octets: ArraySlice<UInt8>) {
    var reader = PieceReader(octets)
    reader.skipBlanks()
    let first = reader.place
    lead = reader.piece(from: octets.startIndex)
    reader.skipWord()
    let behindFirst = reader.place
    guard first < behindFirst else {
      rest = Octets(octets[first...])
      return
    }
    reader.skipBlanks()
    if reader.isAtEqualsSign {
      name = Octets(octets[first..<behindFirst])
      takeValue(behindFirst, &reader)
    } else {
      scheme = Octets(octets[first..<behindFirst])
      gap = reader.piece(from: behindFirst)
      let second = reader.place
      reader.skipWord()
      let behindSecond = reader.place
      reader.skipBlanks()
      guard second < behindSecond, reader.isAtEqualsSign, !reader.isAtEndOfToken68 else {
        rest = Octets(octets[second...])
        return
      }
      name = Octets(octets[second..<behindSecond])
      takeValue(behindSecond, &reader)
    }
    rest = Octets(octets[reader.place...])
  }

  /// Takes the equals sign with what stands between the name and it, and the value.
  private mutating func takeValue(_ behindName: Int, _ reader: inout PieceReader) {
    reader.place += 1
    reader.skipBlanks()
    sign = reader.piece(from: behindName)
    let start = reader.place
    reader.skipValue()
    value = reader.piece(from: start)
  }
}

private struct PieceReader {
  private let octets: ArraySlice<UInt8>
  /// What is read next, an index of the octets.
  var place: Int

  init(_ octets: ArraySlice<UInt8>) {
    self.octets = octets
    place = octets.startIndex
  }

  /// What was read since a place.
  func piece(from start: Int) -> Octets { Octets(octets[start..<place]) }

  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while place < octets.endIndex, isSkipped(octets[place]) { place += 1 }
  }

  mutating func skipBlanks() {
    skip { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
  }

  mutating func skipWord() {
    skip {
      $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "\"") && $0 != 0x7F
    }
  }

  /// A quoted-string, to its end or to the end of all; or what has no blank in it.
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

  /// Equals signs and nothing behind them: the end of a token68.
  var isAtEndOfToken68: Bool {
    octets[place...].drop { $0 == UInt8(ascii: "=") }.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}
