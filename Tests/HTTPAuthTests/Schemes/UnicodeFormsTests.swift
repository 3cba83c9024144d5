// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth
import Foundation
import Testing

@Suite("Decomposition of letters")
struct UnicodeFormsTests {
  @Test("equals normal form D for the Latin script")
  func letters() {
    var count = 0
    for number in Array(0xC0...0x24F) + Array(0x1E00...0x1EFF) {
      guard let scalar = Unicode.Scalar(UInt32(number)) else { continue }
      let letter = String(scalar)
      let apart = letter.decomposedStringWithCanonicalMapping
      let isSame = apart.utf8.elementsEqual(letter.utf8)
      if !isSame { count += 1 }
      #expect(Octets(letter).decomposed == (isSame ? nil : Octets(apart)), "U+\(number)")
    }
    #expect(count == 497)
  }

  @Test("changes letters in place, and nothing else")
  func text() {
    #expect(Octets("a\u{1EAD}z\u{E9}").decomposed == Octets("aa\u{323}\u{302}ze\u{301}"))
    #expect(Octets("open sesame").decomposed == nil)
    #expect(Octets("\u{65E5}\u{672C}").decomposed == nil)
    #expect(Octets([0x61, 0xFF]).decomposed == nil)
  }
}
