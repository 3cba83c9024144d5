// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Fuzzing
import Testing

@Suite("A list of inputs")
struct InputListTests {
  private func input(_ number: Int) -> FuzzInput {
    FuzzInput(challenges: [Octets(String(number))])
  }

  @Test("holds what was added, in order", arguments: [0, 1, 255, 256, 257, 512, 1_000])
  func order(count: Int) {
    let inputs = (0..<count).map(input)
    let list = InputList(inputs)
    #expect(list.count == count)
    #expect(Array(list) == inputs)
    #expect(Array(list.suffix(16)) == Array(inputs.suffix(16)))
  }

  @Test("A copy does not change when the original grows")
  func copies() {
    var list = InputList((0..<300).map(input))
    let copy = list
    for number in 300..<600 { list.append(input(number)) }
    #expect(Array(copy) == (0..<300).map(input))
    #expect(Array(list) == (0..<600).map(input))
  }
}
