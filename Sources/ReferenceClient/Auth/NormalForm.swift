import HTTPAuth

/// Unicode Normalization Form C (RFC 7616 4, RFC 7617 2.1).
///
/// Composes a letter and its marks where one scalar of the Latin, Greek or Cyrillic blocks stands for both: strings
/// compare by canonical equivalence, so a table of those scalars as characters finds them.
enum NormalForm {
  /// The text with letters and marks put together; octets that are not UTF-8 as they are.
  static func composed(_ octets: Octets) -> Octets {
    guard octets.contains(where: { $0 >= 0x80 }), let text = octets.utf8 else { return octets }
    var result = String.UnicodeScalarView()
    for character in text {
      if let scalar = table[character] {
        result.append(scalar)
      } else {
        compose(character, into: &result)
      }
    }
    return Octets(String(result))
  }

  /// A letter with more marks than one scalar has: as many of the first as go together.
  private static func compose(_ character: Character, into result: inout String.UnicodeScalarView) {
    let scalars = Array(character.unicodeScalars)
    for count in stride(from: scalars.count - 1, to: 1, by: -1) {
      var start = String.UnicodeScalarView()
      start.append(contentsOf: scalars.prefix(count))
      if let scalar = table[Character(String(start))] {
        result.append(scalar)
        result.append(contentsOf: scalars.dropFirst(count))
        return
      }
    }
    result.append(contentsOf: scalars)
  }

  private static let table: [Character: Unicode.Scalar] = {
    // From the first letter on: later scalars stand for `;`, a grave accent and others that are in form C themselves.
    let blocks: [ClosedRange<UInt32>] = [0x20...0x4FF, 0x1E00...0x1FFF]
    var table: [Character: Unicode.Scalar] = [:]
    for scalar in blocks.joined().compactMap(Unicode.Scalar.init) {
      // The first of two that are the same is the one that stands in form C for all but a few.
      let character = Character(scalar)
      if table[character] == nil { table[character] = scalar }
    }
    return table
  }()
}
