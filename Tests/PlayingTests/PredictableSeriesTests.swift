// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// Which values show how the next is made, and which do not.
@Suite struct PredictableSeriesTests {
  private func explanation(_ values: [String]) -> String? {
    PredictableSeries(values.map { Octets($0) }).explanation
  }

  @Test func counters() {
    #expect(
      explanation(["00000008", "00000009", "00000010"]) == "each is 1 more than the one before")
    #expect(
      explanation(["0000000e", "0000000f", "00000010"]) == "each is 1 more than the one before")
    #expect(
      explanation(["c0ffee01", "c0ffee03", "c0ffee05"]) == "each is 2 more than the one before")
    let encoded = ["10000007", "10000008", "10000009"].map { "\(Octets($0).base64)" }
    #expect(explanation(encoded) == "as base 64, each is 1 more than the one before")
    #expect(
      explanation((1...4).map { "host-0123456789-\($0)" })
        == "no more than 1 of their 17 octets ever differ")
  }

  @Test func clocks() {
    // Microseconds, and nanoseconds a few milliseconds apart.
    #expect(
      explanation(["1732400000123456", "1732400000124502", "1732400000131999", "1732400000140001"])
        == "no more than 5 of their 16 octets ever differ")
    var time: UInt64 = 1_732_400_000_123_456_789
    let values = (0..<12).map { place in
      time += UInt64(700_000_003 + place * place * 137_123_457)
      return String(time)
    }
    #expect(explanation(values) == "each of 12 is greater than the one before, as of a clock")
    #expect(explanation(Array(values.prefix(11))) == nil)
  }

  @Test func fewOctets() {
    #expect(
      explanation(["abababba", "bbabaaba", "aabbabab", "babaabba"])
        == "they are made of 2 different octets")
  }

  /// Random values of the least size are not accused: 2,000 series of each kind, seeded.
  @Test func randomValues() {
    var state: UInt64 = 42
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 32
    }
    for _ in 0..<2_000 {
      let hex = (0..<13).map { _ in
        let digits = String(next() & 0xFFFF_FFFF, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
      }
      #expect(explanation(hex) == nil, "\(hex)")
      #expect(explanation(Array(hex.prefix(3))) == nil, "\(hex)")
      #expect(explanation(Array(hex.prefix(4))) == nil, "\(hex)")
      let prefixed = hex.map { "host-0123456789-" + $0 }
      #expect(explanation(prefixed) == nil, "\(prefixed)")
    }
  }

  @Test func oneValueAgainIsNoSeries() {
    #expect(explanation(["0a4f113b", "0a4f113b", "0a4f113b"]) == nil)
    #expect(explanation([]) == nil)
  }
}
