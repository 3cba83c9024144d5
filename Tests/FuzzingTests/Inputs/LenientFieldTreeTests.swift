// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Fuzzing
import Testing

@Suite("The tree of a field value")
struct LenientFieldTreeTests {
  @Test("The tree of any octets is written as the same octets")
  func lossless() {
    let generator = InputGenerator(seed: 3)
    for index in 0..<10_000 {
      for line in generator.input(UInt64(index)).replies.flatMap(\.lines) {
        #expect(LenientFieldTree(line.value).value == line.value)
      }
    }
    let random = SeededRandom(seed: 8)
    for _ in 0..<10_000 {
      let octets = (0..<random.below(20)).map { _ in random.pick(Array("ab, =\"\\\t\r\n".utf8)) ?? 0
      }
      #expect(LenientFieldTree(Octets(octets)).value == Octets(octets), "\(Octets(octets))")
    }
  }

  @Test("Schemes, names and values are parsed")
  func parts() {
    let tree = LenientFieldTree(
      "Basic realm=\"a, b\" , Digest nonce = x,qop=\"auth\", NTLM abc==, Foo")
    #expect(tree.elements.map(\.scheme) == ["Basic", "Digest", nil, "NTLM", "Foo"])
    #expect(tree.elements.map(\.name) == ["realm", "nonce", "qop", nil, nil])
    #expect(tree.elements.map(\.value) == ["\"a, b\"", "x", "\"auth\"", "", ""])
    #expect(tree.elements[3].rest == "abc==")
    #expect(tree.challenges == [0..<1, 1..<3, 3..<4, 4..<5])
  }
}
