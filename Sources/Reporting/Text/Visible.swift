// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Makes texts fit for a screen and for XML: control characters are escaped.
package enum Visible {
  /// The octets on one line: well-formed UTF-8 as it is, all else as `\xNN`.
  package static func line(_ octets: Octets) -> String { line(octets.description) }

  /// The text on one line: line ends, tabs and other controls as `\xNN`.
  package static func line(_ text: String) -> String { escaped(text) { !isPlain($0) } }

  /// The text with its line ends and tabs; other controls as `\xNN`.
  static func text(_ text: String) -> String {
    escaped(text) { !isPlain($0) && $0 != "\n" && $0 != "\t" }
  }

  /// Whether a character is shown as it is. XML 1.0 2.2 excludes controls, U+FFFE and U+FFFF.
  /// Characters that change the direction of writing would let a realm reorder the line that shows
  /// it.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF:
      false
    default: true
    }
  }

  /// The UTF-8 octets of a scalar as `\xNN`.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    UTF8.encode(scalar).map { $0.map { "\\x\($0.hex(digits: 2))" }.joined() } ?? ""
  }

  private static func escaped(_ text: String, where isEscaped: (Unicode.Scalar) -> Bool) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    guard text.unicodeScalars.contains(where: isEscaped) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isEscaped(scalar) {
        result += escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text, cut at its end so that it has no more characters than `limit`, the mark of the cut
  /// included.
  package static func cut(_ text: String, to limit: Int) -> String {
    if text.utf8.count <= limit { return text }
    guard limit > 0,
      let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
      end != text.endIndex
    else { return limit > 0 ? text : "" }
    return text.prefix(limit - 1) + "…"
  }

  /// The octets on one line; of more than `limit`, the first ones and the number of all.
  static func abridged(_ octets: Octets, to limit: Int) -> String {
    guard octets.count > limit else { return line(octets) }
    let head = octets[octets.startIndex..<octets.startIndex + max(0, limit)]
    return "\(line(head))… (\(octets.count) octets)"
  }
}
