// SPDX-License-Identifier: Apache-2.0

/// Finds the placeholders of a text: everything between `${` and `}`. `$${` is an escaped `${`.
enum PlaceholderScanner {
  enum Piece {
    /// Literal characters.
    case text(Substring)
    /// The text between the braces of a placeholder.
    case placeholder(Substring)
    /// `$${`.
    case escape
    /// `${` without `}`.
    case open(Substring)
  }

  /// Calls `body` with each piece of a text, in order.
  static func forEach<Failure: Error>(
    in text: String, _ body: (Piece) throws(Failure) -> Void
  ) throws(Failure) {
    let octets = text.utf8
    var start = octets.startIndex
    var index = start
    while let dollar = octets[index...].firstIndex(of: UInt8(ascii: "$")) {
      let next = octets.index(after: dollar)
      guard next < octets.endIndex else { break }
      if octets[next] == UInt8(ascii: "{") {
        if start < dollar { try body(.text(text[start..<dollar])) }
        let inside = octets.index(after: next)
        guard let close = octets[inside...].firstIndex(of: UInt8(ascii: "}")) else {
          try body(.open(text[dollar...]))
          return
        }
        try body(.placeholder(text[inside..<close]))
        index = octets.index(after: close)
        start = index
      } else if octets[next] == UInt8(ascii: "$"),
        octets[next...].dropFirst().first == UInt8(ascii: "{")
      {
        if start < dollar { try body(.text(text[start..<dollar])) }
        try body(.escape)
        index = octets.index(next, offsetBy: 2)
        start = index
      } else {
        index = next
      }
    }
    if start < octets.endIndex { try body(.text(text[start...])) }
  }
}
