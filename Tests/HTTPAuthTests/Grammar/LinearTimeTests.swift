// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import TestThreads
import Testing

@Suite("Time is linear in the length", .serialized)
struct LinearTimeTests {
  /// Functions that make a value of about as many octets as asked.
  private static let shapes: [(name: String, make: @Sendable (Int) -> String)] = [
    ("commas", { String(repeating: ",", count: $0) }),
    ("blanks", { "A" + String(repeating: " \t", count: $0 / 2) + "x" }),
    ("commas and blanks", { "A" + String(repeating: " ,\t", count: $0 / 3) }),
    ("long realm", { "Basic realm=\"" + String(repeating: "a", count: $0) + "\"" }),
    ("realm without end", { "Basic realm=\"" + String(repeating: "a", count: $0) }),
    ("backslashes", { "Basic realm=\"" + String(repeating: "\\\\", count: $0 / 2) + "\"" }),
    ("backslashes without end", { "Basic realm=\"" + String(repeating: "\\", count: $0) }),
    ("challenges", { String(repeating: "S a=b, ", count: $0 / 7) }),
    ("names", { String(repeating: "S, ", count: $0 / 3) }),
    ("parameters", { n in "S " + (0..<n / 9).map { "p\($0)=1" }.joined(separator: ",") }),
    ("one parameter again", { "S " + String(repeating: "p=1,", count: $0 / 4) }),
    ("token68", { "S " + String(repeating: "a", count: $0) + "==" }),
    ("equals signs", { "S a" + String(repeating: "=", count: $0) + "x" }),
    ("folds", { "S" + String(repeating: "\r\n ", count: $0 / 3) + "a=b" }),
    ("blanks between values", { "S " + String(repeating: "a=b    ,", count: $0 / 8) }),
  ]

  @Test(
    "Eight times the octets take no more than about eight times as long", arguments: shapes.indices)
  func isLinear(_ index: Int) {
    let shape = Self.shapes[index]
    // Long enough for a squared term to show clearly, short enough for a debug build.
    let short = Octets(shape.make(16_000))
    let long = Octets(shape.make(128_000))
    var ratio = 0.0
    // Noise only makes runs slower: the best of a few tries counts.
    for _ in 0..<3 {
      let once = quickest(short)
      let eightfold = quickest(long)
      ratio = eightfold / once
      if ratio < 24 { break }
    }
    #expect(ratio < 24, "\(shape.name): \(ratio) times as long")
  }

  @Test("Values of a megabyte are parsed")
  func megabyte() {
    let realm = ChallengeList(
      parsing: Octets("Basic realm=\"" + String(repeating: "a", count: 1 << 20) + "\""))
    #expect(realm.challenges.first?.value(of: "realm")?.count == 1 << 20)
    #expect(
      ChallengeList(parsing: Octets(String(repeating: ",", count: 1 << 20))).challenges.isEmpty)
    let many = ChallengeList(parsing: Octets(String(repeating: "S a=b,", count: 100_000)))
    #expect(many.challenges.count == 100_000)
    #expect(many.isValid)
  }

  private func quickest(_ value: Octets) -> Double {
    leastTime {
      let list = ChallengeList(parsing: value)
      #expect(!list.isValid || list.failure == nil)
    }
  }
}
