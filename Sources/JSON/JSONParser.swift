// SPDX-License-Identifier: Apache-2.0

/// Parses JSON (RFC 8259) in one pass. It refuses numbers other than integers of 64 bits, and more
/// than 64 nested arrays and objects.
package struct JSONParser {
  package struct Failure: Error, Hashable, Sendable {
    package var complaint: String
    /// The number of octets before the error.
    package var offset: Int
  }

  private let octets: ArraySlice<UInt8>
  private let end: Int
  private var position: Int
  private var depth = 0
  /// The number of values that may still be read.
  private var room: Int

  private init(_ octets: ArraySlice<UInt8>, most: Int) {
    self.octets = octets
    end = octets.endIndex
    position = octets.startIndex
    room = most
  }

  /// Parses a whole document, which has at most that many values in it: they take several times the
  /// memory of their text.
  package static func value(
    of octets: ArraySlice<UInt8>, most: Int = .max
  ) throws(Failure) -> JSONValue {
    var parser = JSONParser(octets, most: most)
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == parser.end else {
      throw parser.failure("something follows the value")
    }
    return value
  }

  /// Parses a whole document.
  package static func value(of octets: [UInt8]) throws(Failure) -> JSONValue {
    try value(of: octets[...])
  }

  private func failure(_ complaint: String) -> Failure {
    Failure(complaint: complaint, offset: position - octets.startIndex)
  }

  private var next: UInt8? { position < end ? octets[position] : nil }

  private mutating func skipSpace() {
    while let octet = next, octet == 0x20 || octet == 0x0A || octet == 0x0D || octet == 0x09 {
      position += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func take(word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
    let wanted = Array(word.description.utf8)
    guard octets[position...].starts(with: wanted) else {
      throw failure("no value begins like this")
    }
    position += wanted.count
    return value
  }

  private mutating func value() throws(Failure) -> JSONValue {
    skipSpace()
    guard let first = next else { throw failure("the document ends too early") }
    guard room > 0 else { throw failure("it has too many values") }
    room -= 1
    switch first {
    case UInt8(ascii: "{"): return try nested { parser throws(Failure) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(Failure) in try parser.list() }
    case UInt8(ascii: "\""): return .string(try text())
    case UInt8(ascii: "t"): return try take(word: "true", .bool(true))
    case UInt8(ascii: "f"): return try take(word: "false", .bool(false))
    case UInt8(ascii: "n"): return try take(word: "null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw failure("no value begins like this")
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONValue {
    guard depth < 64 else { throw failure("nested too deep") }
    depth += 1
    position += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  private mutating func object() throws(Failure) -> JSONValue {
    var members: [JSONValue.Member] = []
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("expected the name of a member") }
      let name = try text()
      guard take(":") else { throw failure("expected a colon") }
      members.append(JSONValue.Member(name: name, value: try value()))
    } while take(",")
    guard take("}") else { throw failure("expected a comma or a closing brace") }
    return .object(members)
  }

  private mutating func list() throws(Failure) -> JSONValue {
    var values: [JSONValue] = []
    if take("]") { return .array(values) }
    repeat { values.append(try value()) } while take(",")
    guard take("]") else { throw failure("expected a comma or a closing bracket") }
    return .array(values)
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let end = octets[position...].firstIndex { !"-+.eE0123456789".utf8.contains($0) } ?? end
    let digits = String(decoding: octets[position..<end], as: UTF8.self)
    guard let number = Int64(digits) else {
      throw failure("expected an integer of 64 bits")
    }
    position = end
    return .integer(number)
  }

  private mutating func text() throws(Failure) -> String {
    position += 1
    let start = position
    skipPlain()
    if next == UInt8(ascii: "\"") {
      // A text without an escape is not copied on its way.
      guard let text = String(validating: octets[start..<position], as: UTF8.self) else {
        throw failure("a text is not UTF-8")
      }
      position += 1
      return text
    }
    var text = ""
    text.reserveCapacity(lengthOfText(from: start))
    try append(start..<position, to: &text)
    while true {
      let plain = position
      skipPlain()
      try append(plain..<position, to: &text)
      guard let octet = next else { break }
      position += 1
      switch octet {
      case UInt8(ascii: "\""): return text
      case UInt8(ascii: "\\"): text += String(decoding: try escape(), as: UTF8.self)
      default: throw failure("a control character in a text")
      }
    }
    throw failure("a text has no end")
  }

  /// The number of octets before the quotation mark that ends a text.
  private func lengthOfText(from start: Int) -> Int {
    var place = start
    while place < end, octets[place] != UInt8(ascii: "\"") {
      place += octets[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(place, end) - start
  }

  /// The number of octets that are turned into characters at once.
  private static let piece = 1 << 16

  /// Appends octets without an escape, piece by piece: a text of megabytes is not in memory twice.
  private func append(_ places: Range<Int>, to text: inout String) throws(Failure) {
    var start = places.lowerBound
    while start < places.upperBound {
      var end = min(start + JSONParser.piece, places.upperBound)
      // A piece ends before the first octet of a character.
      while end < places.upperBound, end > start, octets[end] & 0xC0 == 0x80 { end -= 1 }
      guard end > start, let piece = String(validating: octets[start..<end], as: UTF8.self) else {
        throw failure("a text is not UTF-8")
      }
      text += piece
      start = end
    }
  }

  private mutating func skipPlain() {
    while position < end, octets[position].isPlain { position += 1 }
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    guard let octet = next else { throw failure("a text has no end") }
    position += 1
    switch octet {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [octet]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return try scalar()
    default: throw failure("an unknown escape")
    }
  }

  /// The octets of `\u` escapes. A scalar above U+FFFF is a pair of surrogates (RFC 8259 7); a lone
  /// surrogate is an error.
  private mutating func scalar() throws(Failure) -> [UInt8] {
    var number = try unit()
    if (0xD800..<0xDC00).contains(number), octets[position...].starts(with: "\\u".utf8) {
      position += 2
      let low = try unit()
      guard (0xDC00..<0xE000).contains(low) else { throw failure("half a pair of surrogates") }
      number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(number), let encoded = UTF8.encode(scalar) else {
      throw failure("half a pair of surrogates")
    }
    return Array(encoded)
  }

  private mutating func unit() throws(Failure) -> UInt32 {
    guard end - position >= 4 else { throw failure("expected four hexadecimal digits") }
    let digits = octets[position..<position + 4]
    guard digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("expected four hexadecimal digits") }
    position += 4
    return number
  }
}

extension UInt8 {
  /// `true` for an octet that needs no escape in a text.
  fileprivate var isPlain: Bool {
    self >= 0x20 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}
