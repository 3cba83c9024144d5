// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Unicode Normalization Form C (RFC 7616 4, RFC 7617 2.1).
///
/// Composes a letter and its marks if the Latin, Greek or Cyrillic blocks have one scalar for both.
/// Strings compare by canonical equivalence, so a table of these scalars as characters finds them.
enum NormalForm {
  /// The text with letters and marks composed. Octets that are not UTF-8 stay unchanged.
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

  /// Composes a letter with as many of its first marks as one scalar can hold.
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
    // Scalars outside of these blocks are equivalent to `;`, a grave accent and others that are
    // already in form C.
    let blocks: [ClosedRange<UInt32>] = [0x20...0x4FF, 0x1E00...0x1FFF]
    var table: [Character: Unicode.Scalar] = [:]
    for scalar in blocks.joined().compactMap(Unicode.Scalar.init) {
      // Of two equivalent scalars the first is the one of form C, with few exceptions.
      let character = Character(scalar)
      if table[character] == nil { table[character] = scalar }
    }
    return table
  }()
}
