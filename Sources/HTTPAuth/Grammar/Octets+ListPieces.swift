// SPDX-License-Identifier: Apache-2.0

extension Octets {
  /// The octets between the commas that are not in quoted-strings, whatever they are: at least one
  /// piece. Linear in the length.
  ///
  /// It is less strict than the grammar of lists (RFC 9110 5.6.1), for values that may be malformed.
  package var listPieces: [Octets] {
    var pieces: [Octets] = []
    pieces.reserveCapacity(8)
    var rest = bytes
    while true {
      let end = Octets.elementEnd(rest)
      pieces.append(Octets(rest[..<end]))
      guard end < rest.endIndex else { return pieces }
      rest = rest[(end + 1)...]
    }
  }

  /// The index of the comma that ends the first element, or the end.
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
