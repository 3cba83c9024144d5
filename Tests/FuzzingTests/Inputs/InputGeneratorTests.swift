// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Fuzzing
import Testing

@Suite("The inputs of a campaign")
struct InputGeneratorTests {
  @Test("An input depends on the seed, its number and the corpus, and on nothing else")
  func deterministic() {
    let pool = InputPool((0..<50).map { InputGenerator(seed: 1).input($0) })
    let forward = (0..<500).map { InputGenerator(seed: 7).input($0, from: pool) }
    let backward = (0..<500).reversed().map { InputGenerator(seed: 7).input($0, from: pool) }
    #expect(forward == backward.reversed())
    let others = (0..<500).map { InputGenerator(seed: 8).input($0, from: pool) }
    #expect(zip(forward, others).count { $0 == $1 } < 50)
  }

  @Test("Inputs differ, and the grammar reads about half of their fields")
  func variety() {
    let generator = InputGenerator(seed: 2)
    let inputs = (0..<5_000).map { generator.input($0) }
    #expect(Set(inputs).count > 4_000)
    let fields = inputs.flatMap(\.replies).flatMap(\.challengeLines)
    let valid = fields.count { ChallengeList(parsing: $0).isValid }
    #expect(valid > fields.count * 4 / 10)
    #expect(valid < fields.count * 9 / 10)
  }

  @Test("A client is played only what its abilities allow")
  func scope() {
    let generator = InputGenerator(seed: 4, scope: InputScope(abilities: []))
    var corpus: [FuzzInput] = []
    for index in 0..<3_000 {
      let input = generator.input(UInt64(index), from: InputPool(corpus))
      #expect(!input.replies.contains { $0.server == .proxy })
      #expect(input.requests.count == 1)
      if index % 50 == 0 { corpus.append(input) }
    }
  }
}
