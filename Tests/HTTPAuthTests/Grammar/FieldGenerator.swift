// SPDX-License-Identifier: Apache-2.0

/// Generates field values: from the grammar, from the grammar with random changes, and from random
/// characters.
struct FieldGenerator {
  var random: SeededGenerator

  mutating func value() -> [UInt8] {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: challengeList()
    case 1: mutated(challengeList())
    case 2: mutated(mutated(challengeList()))
    default: noise()
    }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func pick(_ choices: [String]) -> [UInt8] {
    Array((choices.randomElement(using: &random) ?? "").utf8)
  }

  private mutating func challengeList() -> [UInt8] {
    var octets: [UInt8] = chance(10) ? pick([",", " ,", ", ,"]) : []
    for index in 0..<Int.random(in: 0...3, using: &random) {
      if index > 0 { octets += pick([",", ", ", " , ", "\t,", ",,", " ,\t, "]) }
      octets += challenge()
    }
    if chance(10) { octets += pick([",", " ", ", ", " ,,"]) }
    return octets
  }

  private mutating func challenge() -> [UInt8] {
    var octets = pick(["Basic", "Digest", "a", "b", "B%61", "x-y"])
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return octets
    case 1: return octets + pick([" ", "  "]) + pick(["a", "abc==", "a/b", "=", "a=", "TlRM+/~="])
    default:
      octets += pick([" ", "  ", " , ", " ,"])
      for index in 0..<Int.random(in: 0...3, using: &random) {
        if index > 0 { octets += pick([",", ", ", " ,", ",, ", "\t,\t"]) }
        octets += pick(["realm", "nonce", "a", "b", "c*"])
        octets += pick(["=", "=", "=", " =", "= ", "\t=\t"])
        octets += pick([
          "a", "\"\"", "\"x\"", "\"a, b=c\"", "\"\\\"\\\\\"", "'q'", "\"\u{E9}\"", "1",
        ])
      }
      return octets
    }
  }

  private mutating func mutated(_ value: [UInt8]) -> [UInt8] {
    var octets = value
    let place = Int.random(in: 0...octets.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: octets.insert(octet(), at: place)
    case 1 where place < octets.count: octets.remove(at: place)
    case 2 where place < octets.count: octets[place] = octet()
    default:
      let other = Int.random(in: 0...octets.count, using: &random)
      let piece = octets[min(place, other)..<max(place, other)].prefix(6)
      octets.insert(contentsOf: piece, at: place)
    }
    return octets
  }

  private mutating func octet() -> UInt8 {
    if chance(5) { return UInt8.random(in: 0...255, using: &random) }
    return Array("ab, =\"\\\t/*".utf8).randomElement(using: &random) ?? 0x61
  }

  private mutating func noise() -> [UInt8] {
    (0..<Int.random(in: 0...12, using: &random)).map { _ in octet() }
  }
}
