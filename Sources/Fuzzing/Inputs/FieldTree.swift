internal import HTTPAuth

/// A field value taken apart as a list of challenges, whatever it is: every octet stands somewhere in the tree, so that
/// the tree of any value can be altered and written again.
///
/// It is looser than the grammar on purpose: what does not fit stands in `rest`.
struct FieldTree: Hashable, Sendable {
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

    private var held: SharedParts<Parts>

    init(_ parts: Parts = Parts()) { held = SharedParts(parts) }

    var lead: Octets {
      get { held.parts.lead }
      set { held.parts.lead = newValue }
    }
    var scheme: Octets? {
      get { held.parts.scheme }
      set { held.parts.scheme = newValue }
    }
    var gap: Octets {
      get { held.parts.gap }
      set { held.parts.gap = newValue }
    }
    var name: Octets? {
      get { held.parts.name }
      set { held.parts.name = newValue }
    }
    var sign: Octets {
      get { held.parts.sign }
      set { held.parts.sign = newValue }
    }
    var value: Octets {
      get { held.parts.value }
      set { held.parts.value = newValue }
    }
    var rest: Octets {
      get { held.parts.rest }
      set { held.parts.rest = newValue }
    }
  }

  var elements: [Element]

  /// The tree of a value; takes time linear in its length.
  init(_ value: Octets) {
    elements = []
    var rest = value.bytes
    while true {
      let end = FieldTree.elementEnd(rest)
      elements.append(Element(rest[..<end]))
      guard end < rest.endIndex else { break }
      rest = rest[(end + 1)...]
    }
  }

  /// The value that the tree is of.
  var value: Octets {
    var octets: [UInt8] = []
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

extension FieldTree.Element {
  /// A parameter.
  init(name: Octets, value: Octets) { self.init(Parts(name: name, sign: "=", value: value)) }

  fileprivate init(_ octets: ArraySlice<UInt8>) { self.init(Parts(octets)) }

  func write(to octets: inout [UInt8]) {
    octets += lead.bytes
    if let scheme { octets += scheme.bytes }
    octets += gap.bytes
    if let name { octets += name.bytes }
    octets += sign.bytes
    octets += value.bytes
    octets += rest.bytes
  }

  /// True where the value stands in double quotes.
  var isQuoted: Bool {
    value.count >= 2 && value.first == UInt8(ascii: "\"") && value.last == UInt8(ascii: "\"")
  }

  /// What stands between the quotes, or the value.
  var innerValue: Octets { isQuoted ? Octets(value.bytes.dropFirst().dropLast()) : value }
}

extension FieldTree.Element.Parts {
  fileprivate init(_ octets: ArraySlice<UInt8>) {
    var reader = PieceReader(rest: octets)
    lead = reader.blanks()
    let first = reader.word()
    if first.isEmpty {
      rest = Octets(reader.rest)
      return
    }
    var ahead = reader
    let blanks = ahead.blanks()
    if ahead.rest.first == UInt8(ascii: "=") {
      name = first
      takeValue(blanks, &ahead)
    } else {
      scheme = first
      gap = blanks
      let second = ahead.word()
      var further = ahead
      let inner = further.blanks()
      if !second.isEmpty, further.rest.first == UInt8(ascii: "="), !further.isToken68 {
        name = second
        takeValue(inner, &further)
        ahead = further
      } else {
        rest = Octets(second.array + ahead.rest)
        return
      }
    }
    rest = Octets(ahead.rest)
  }

  private mutating func takeValue(_ blanks: Octets, _ reader: inout PieceReader) {
    reader.rest.removeFirst()
    let after = reader.blanks()
    sign = Octets(blanks.array + [UInt8(ascii: "=")] + after.array)
    value = reader.value()
  }
}

private struct PieceReader {
  var rest: ArraySlice<UInt8>

  private mutating func take(while isWanted: (UInt8) -> Bool) -> Octets {
    let piece = rest.prefix(while: isWanted)
    rest = rest[piece.endIndex...]
    return Octets(piece)
  }

  mutating func blanks() -> Octets {
    take { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
  }

  mutating func word() -> Octets {
    take {
      $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "\"") && $0 != 0x7F
    }
  }

  /// Equals signs and nothing behind them: the end of a token68.
  var isToken68: Bool {
    rest.drop { $0 == UInt8(ascii: "=") }.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// A quoted-string, to its end or to the end of all; or what has no blank in it.
  mutating func value() -> Octets {
    guard rest.first == UInt8(ascii: "\"") else { return take { $0 > 0x20 } }
    var index = rest.startIndex + 1
    while index < rest.endIndex, rest[index] != UInt8(ascii: "\"") {
      index += rest[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(index + 1, rest.endIndex)
    defer { rest = rest[end...] }
    return Octets(rest[..<end])
  }
}
