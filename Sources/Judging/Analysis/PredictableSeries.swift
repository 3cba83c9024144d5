// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Values that a client should have chosen at random, in the order in which it sent them.
///
/// Nobody can prove that values are random, but it can be shown that the next one is predictable.
/// Each rule here holds for values of a counter, a clock or a small set. For random values of 32
/// bits or more it holds for less than one series in a million.
struct PredictableSeries {
  /// Different values, in order.
  private let values: [Octets]

  /// Repeated values count once.
  init(_ values: [Octets]) {
    var known: Set<Octets> = []
    self.values = values.filter { known.insert($0).inserted }
  }

  /// Why the next value can be predicted, as a clause; `nil` if no rule shows it.
  var explanation: String? {
    if let explanation = PredictableSeries.explanation(of: values) { return explanation }
    // Some clients encode a counter.
    let decoded = values.compactMap { Octets(base64: $0) }
    guard decoded.count == values.count else { return nil }
    return PredictableSeries.explanation(of: decoded).map { "as base 64, \($0)" }
  }

  private static func explanation(of values: [Octets]) -> String? {
    guard values.count >= 3 else { return nil }
    if let step = commonDifference(values) { return "each is \(step) more than the one before" }
    guard values.count >= 4 else { return nil }
    let length = values[0].count
    let isOfOneLength = values.allSatisfy { $0.count == length }
    if isOfOneLength {
      let varying = (0..<length).count { place in
        values.contains {
          $0.bytes[$0.bytes.startIndex + place]
            != values[0].bytes[values[0].bytes.startIndex + place]
        }
      }
      if Double(varying) * bits(values) < 24 {
        return "no more than \(varying) of their \(length) octets ever differ"
      }
    }
    let different = Set(values.joined())
    let bitsAtMost = Double(length) * bits(different.count)
    if isOfOneLength, bitsAtMost < 20 {
      return "they are made of \(different.count) different octets"
    }
    if values.count >= 12, isOfOneLength, isMonotonic(values) {
      return "each of \(values.count) is greater than the one before, as of a clock"
    }
    return nil
  }

  /// The constant difference of the values as decimal or hexadecimal numbers; `nil` if it varies.
  private static func commonDifference(_ values: [Octets]) -> UInt64? {
    for radix in [10, 16] {
      let numbers = values.compactMap { value in
        value.utf8.flatMap { UInt64($0, radix: radix) }
      }
      guard numbers.count == values.count else { continue }
      let step = numbers[1] &- numbers[0]
      if step != 0, zip(numbers.dropFirst(), numbers).allSatisfy({ $0 &- $1 == step }) {
        return step
      }
    }
    return nil
  }

  /// The most bits of randomness in an octet of these values, by its alphabet.
  private static func bits(_ values: [Octets]) -> Double {
    let octets = values.joined()
    if octets.allSatisfy(\.isASCIIDigit) { return 3.3 }
    if octets.allSatisfy({ $0.hexDigitValue != nil }) { return 4 }
    if octets.allSatisfy({ (0x21...0x7E).contains($0) }) { return 6 }
    return 8
  }

  private static func bits(_ choices: Int) -> Double {
    var bits = 0.0
    var rest = Double(choices)
    while rest > 1 {
      bits += min(1, rest - 1)
      rest /= 2
    }
    return bits
  }

  private static func isMonotonic(_ values: [Octets]) -> Bool {
    zip(values, values.dropFirst()).allSatisfy { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}
