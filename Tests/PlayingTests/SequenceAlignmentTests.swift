// SPDX-License-Identifier: Apache-2.0

@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// What was seen beside what was expected.
@Suite struct SequenceAlignmentTests {
  /// An expected kind of exchange is a letter and how often it may come; a seen one is a letter.
  struct Item {
    var letters: Set<Character>
    var count: ClosedRange<Int>
  }

  static func align(_ items: [Item], _ seen: [Character]) -> SequenceAlignment {
    SequenceAlignment(
      expected: items.map(\.count), seen: seen.count
    ) { items[$1].letters.contains(seen[$0]) }
  }

  /// All ways, one after the other: true where there is one.
  static func naive(_ items: ArraySlice<Item>, _ seen: ArraySlice<Character>) -> Bool {
    guard let item = items.first else { return seen.isEmpty }
    for count in item.count where count <= seen.count {
      guard seen.prefix(count).allSatisfy(item.letters.contains) else { break }
      if naive(items.dropFirst(), seen.dropFirst(count)) { return true }
    }
    return false
  }

  @Test func placesAndFurthest() {
    let items = [
      Item(letters: ["a"], count: 1...1), Item(letters: ["b"], count: 0...2),
      Item(letters: ["b", "c"], count: 1...1),
    ]
    #expect(Self.align(items, Array("abbc")).places == [0, 1, 1, 2])
    // More rather than fewer, as long as the rest still fits.
    #expect(Self.align(items, Array("abb")).places == [0, 1, 2])
    #expect(Self.align(items, Array("ac")).places == [0, 2])
    let short = Self.align(items, Array("a"))
    #expect(short.places == nil)
    #expect(short.furthest == (1, 2))
    let strange = Self.align(items, Array("abx"))
    #expect(strange.places == nil)
    #expect(strange.furthest.seen == 2)
    let long = Self.align(items, Array("acx"))
    #expect(long.places == nil)
    #expect(long.furthest == (2, 3))
  }

  @Test func nothingExpectedAndNothingSeen() {
    #expect(Self.align([], []).places == [])
    #expect(Self.align([], ["a"]).places == nil)
    #expect(Self.align([Item(letters: ["a"], count: 0...3)], []).places == [])
    #expect(Self.align([Item(letters: ["a"], count: 1...3)], []).places == nil)
  }

  @Test func agreesWithTryingEverything() {
    var random = Lottery(seed: 7616)
    var fits = 0
    for _ in 0..<4_000 {
      let items = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        let lower = Int.random(in: 0...2, using: &random)
        return Item(
          letters: Set("abc".filter { _ in Bool.random(using: &random) }),
          count: lower...(lower + Int.random(in: 0...2, using: &random)))
      }
      let seen = (0..<Int.random(in: 0...7, using: &random)).map { _ in
        "abc".randomElement(using: &random) ?? "a"
      }
      let aligned = Self.align(items, seen)
      #expect((aligned.places != nil) == Self.naive(items[...], seen[...]), "\(items) \(seen)")
      guard let places = aligned.places else {
        #expect(aligned.furthest.seen <= seen.count && aligned.furthest.expected <= items.count)
        continue
      }
      fits += 1
      #expect(places.count == seen.count)
      #expect(places == places.sorted())
      #expect(zip(places, seen).allSatisfy { items[$0].letters.contains($1) })
      for (index, item) in items.enumerated() {
        #expect(item.count.contains(places.count { $0 == index }))
      }
    }
    #expect(fits > 100)
  }

  @Test func manyRepetitionsTakeNoTime() {
    let items = Array(repeating: Item(letters: ["a"], count: 0...40), count: 40)
    let seen = Array(repeating: Character("a"), count: 200) + ["b"]
    #expect(Self.align(items, seen).places == nil)
  }
}

/// Random numbers that are the same in every run (SplitMix64).
struct Lottery: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
