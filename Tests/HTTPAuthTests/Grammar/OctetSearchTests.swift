// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth
import Testing

/// A search of eight octets at a time finds the same as a search octet by octet.
@Suite("Search for octets")
struct OctetSearchTests {
  /// Octets many of which are next to the wanted ones, so that a borrow in a subtraction would
  /// show.
  private static func octets(_ random: inout SeededGenerator, count: Int) -> [UInt8] {
    let near: [UInt8] = [
      0x00, 0x01, 0x08, 0x09, 0x0A, 0x0D, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7E,
      0x7F,
      0x80, 0x89, 0xA2, 0xDC, 0xFF,
    ]
    return (0..<count).map { _ in
      Bool.random(using: &random) ? 0x61 : near.randomElement(using: &random) ?? 0
    }
  }

  @Test("An octet is found at its first place, in slices too")
  func octet() {
    var random = SeededGenerator(seed: 8)
    for round in 0..<20_000 {
      let all = Self.octets(&random, count: round % 41)
      let slice = all[min(round % 5, all.count)...]
      let wanted = UInt8.random(in: 0...255, using: &random)
      for octet in [wanted, 0x00, 0x0D, 0x24] {
        #expect(Octets(slice).firstIndex(of: octet) == slice.firstIndex(of: octet))
        #expect(Octets(slice).contains(octet) == slice.contains(octet))
      }
    }
  }

  @Test("Text of a quoted-string ends at the first octet that is no qdtext")
  func quotedText() {
    var random = SeededGenerator(seed: 9)
    for round in 0..<20_000 {
      let all = Self.octets(&random, count: round % 41)
      let start = min(round % 7, all.count)
      let end = max(start, all.count - round % 3)
      let place = all[start..<end].firstIndex { !$0.isQuotedText } ?? end
      #expect(all.span.endOfQuotedText(from: start, to: end) == place)
    }
  }

  @Test(
    "Each fold becomes one space",
    arguments: [
      ("a", nil), ("a\r\n b", "a b"), ("a \t\r\n \t b", "a b"), ("a\r\n \r\n\tb", "a  b"),
      ("a\r\nb", nil), ("a\r b", nil), ("\r\n a", " a"), ("a\r\n ", "a "),
    ] as [(String, String?)])
  func folds(_ value: String, short: String?) {
    #expect(Octets(value).withShortFolds == short.map { Octets($0) })
  }

  @Test(
    "Line breaks outside folds and NUL become one space each",
    arguments: [
      ("a", nil), ("a\tb", nil), ("a\r\n b", nil), ("a\rb", "a b"), ("a\nb\0c", "a b c"),
      ("a\r\n b\rc", "a   b c"),
    ] as [(String, String?)])
  func controls(_ value: String, blank: String?) {
    #expect(Octets(value).withBlanksForControls == blank.map { Octets($0) })
  }
}
