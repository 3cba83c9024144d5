extension Octets {
  /// The text in ISO 8859-1; nil when it is not UTF-8, is plain ASCII, or has no place there.
  var reencodedAsLatin1: Octets? {
    guard bytes.contains(where: { $0 >= 0x80 }), let text = utf8 else { return nil }
    return Octets(latin1: text)
  }

  /// The text with its letters taken apart into base letter and marks, as in NFD; nil when it is not
  /// UTF-8 or nothing changes. Knows the letters of the Latin script.
  var decomposed: Octets? {
    guard bytes.contains(where: { $0 >= 0x80 }), let text = utf8 else { return nil }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let parts = Decomposition.table[scalar] {
        result.append(contentsOf: parts)
      } else {
        result.append(scalar)
      }
    }
    let octets = Octets(String(result))
    return octets == self ? nil : octets
  }

  /// The same text when canonically equivalent sequences are taken as the same (Unicode 3.7 D70).
  func isCanonicallyEquivalent(to other: Octets) -> Bool {
    guard let text = utf8, let otherText = other.utf8 else { return false }
    return text == otherText
  }
}

/// How letters fall apart into base letters and combining marks.
///
/// The standard library keeps its normal forms to itself, but compares strings by canonical
/// equivalence: the table is found by asking which letter equals which base and mark.
private enum Decomposition {
  static let table: [Unicode.Scalar: [Unicode.Scalar]] = {
    let letters = scalars(0x41...0x5A) + scalars(0x61...0x7A)
    let marks = scalars(0x300...0x36F)
    let composed = scalars(0xC0...0x24F) + scalars(0x1E00...0x1EFF)
    var table = matches(of: composed, among: letters.map { ($0, [$0]) }, with: marks)
    // Letters with two marks: a letter with one, and another.
    let used = Set(table.values.compactMap(\.last)).sorted()
    let bases = table.map { ($0.key, $0.value) }
    let rest = composed.filter { table[$0] == nil }
    table.merge(matches(of: rest, among: bases, with: used)) { first, _ in first }
    return table
  }()

  private static func matches(
    of composed: [Unicode.Scalar], among bases: [(Unicode.Scalar, [Unicode.Scalar])],
    with marks: [Unicode.Scalar]
  ) -> [Unicode.Scalar: [Unicode.Scalar]] {
    var known: [String: Unicode.Scalar] = [:]
    for scalar in composed { known[String(Character(scalar))] = scalar }
    var table: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for (base, parts) in bases {
      for mark in marks {
        var text = String.UnicodeScalarView()
        text.append(base)
        text.append(mark)
        if let scalar = known[String(text)], table[scalar] == nil { table[scalar] = parts + [mark] }
      }
    }
    return table
  }

  private static func scalars(_ range: ClosedRange<UInt32>) -> [Unicode.Scalar] {
    range.compactMap(Unicode.Scalar.init)
  }
}
