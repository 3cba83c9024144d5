// SPDX-License-Identifier: Apache-2.0

/// How many cases are played to a client with one variant, and with several together.
package struct VariantTrials: Sendable {
  /// The number of combinations.
  package var combinations = 200
  /// The fewest variants in one.
  package var leastTogether = 2
  /// The most variants in one.
  package var mostTogether = 10
  /// One of `share` cases that a combination can change is played, others for the next
  /// combination.
  package var share = 8
  /// The number of cases above which only one of four is played with one variant alone, others for
  /// the next variant.
  package var mostAlone = Int.max
  /// The seed that the combinations are drawn by.
  package var seed: UInt64 = 1

  package init() {}

  private static let shareAlone = 4

  /// The trials of each variant alone, then of each combination.
  package func trials(of variants: [ClientChange]) -> [Trial] {
    let alone = variants.enumerated().map { number, variant in
      Trial(variant, .oneOf(VariantTrials.shareAlone, number: number, above: mostAlone))
    }
    guard variants.count > 1 else { return alone }
    let together = (0..<combinations).map { number in
      Trial(combination(number, of: variants), .oneOf(max(1, share), number: number, above: 0))
    }
    return alone + together
  }

  /// The combination of that number, the same for the same seed.
  package func combination(_ number: Int, of variants: [ClientChange]) -> ClientChange {
    var draw = CombinationDraw(seed: seed, number: UInt64(number))
    let most = min(mostTogether, variants.count)
    let least = min(leastTogether, most)
    let count = least + draw.next(below: most - least + 1)
    var left = Array(variants.indices)
    var chosen: [Int] = []
    for _ in 0..<count { chosen.append(left.remove(at: draw.next(below: left.count))) }
    return ClientChange(together: chosen.sorted().map { variants[$0] })
  }
}

/// Numbers drawn from a seed (SplitMix64).
private struct CombinationDraw {
  private var state: UInt64

  init(seed: UInt64, number: UInt64) {
    state = seed &* 0xD1B5_4A32_D192_ED03 &+ number &* 0x8CB9_2BA7_2F3D_8DD7
  }

  /// A number from 0 to one below that bound.
  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    return Int(word % UInt64(max(1, bound)))
  }
}
