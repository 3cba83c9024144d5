// SPDX-License-Identifier: Apache-2.0

/// Breaks, cuts and pads texts to a width.
package enum Wrapping {
  /// The number of columns that a text without control characters takes on a screen.
  static func columns(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns($1) }
  }

  private static func columns(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x300...0x36F, 0x200B...0x200D, 0xFE00...0xFE0F: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// The text in lines of at most `width` columns, broken at spaces. A longer word is broken as
  /// well, unless `keepsWords`, so that it can be copied.
  package static func lines(_ text: String, width: Int, keepsWords: Bool = false) -> [String] {
    let width = max(1, width)
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      paragraph($0, width: width, keepsWords: keepsWords)
    }
  }

  private static func paragraph(_ text: Substring, width: Int, keepsWords: Bool) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    // Several spaces stay several: they may be octets of a message.
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let needed = columns(word)
      if used > 0, used + 1 + needed <= width {
        line += " " + word
        used += 1 + needed
        continue
      }
      if used > 0 { lines.append(line) }
      guard needed > width, !keepsWords else {
        (line, used) = (String(word), needed)
        continue
      }
      (line, used) = ("", 0)
      for character in word {
        let columns = columns(character)
        if used > 0, used + columns > width {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(character)
        used += columns
      }
    }
    lines.append(line)
    return lines
  }

  /// The longest prefix that fits into `limit` columns, at least one character.
  static func prefix(_ text: String, columns limit: Int) -> Substring {
    var used = 0
    var end = text.startIndex
    while end < text.endIndex {
      let width = columns(text[end])
      if used + width > limit, end > text.startIndex { break }
      used += width
      end = text.index(after: end)
    }
    return text[..<end]
  }

  /// The text in no more columns than `limit`, with a mark if it was cut.
  static func cut(_ text: String, columns limit: Int) -> String {
    guard columns(text) > limit else { return text }
    return limit <= 1 ? "…" : prefix(text, columns: limit - 1) + "…"
  }

  /// The text, padded with spaces to `width` columns.
  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }
}
