// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The source of all randomness in a campaign: for each input a stream of numbers that depends only
/// on the campaign's seed and the input's number, not on the worker.
///
/// It is SplitMix64.
package final class SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// The stream of an input: `index` is the input's number in the campaign.
  package init(seed: UInt64, index: UInt64 = 0) {
    // The streams of neighbouring indices must not overlap.
    state = SeededRandom.mixed(seed &+ SeededRandom.step) ^ SeededRandom.mixed(~index)
  }

  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mixed(_ number: UInt64) -> UInt64 {
    var word = number
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  package func next() -> UInt64 {
    state &+= SeededRandom.step
    return SeededRandom.mixed(state)
  }

  /// A number from 0 to one less than `limit`, which is at least 1.
  func below(_ limit: Int) -> Int {
    Int((next() >> 32).multipliedFullWidth(by: UInt64(limit) << 32).high)
  }

  /// `true` with a probability of the given percentage.
  func percent(_ chance: Int) -> Bool { below(100) < chance }

  /// One of the choices; `nil` if there are none.
  func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element? {
    guard !choices.isEmpty else { return nil }
    return choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
  }

  /// One of these words; empty if there are none.
  func word(_ words: [Octets]) -> Octets { pick(words) ?? Octets() }
}
