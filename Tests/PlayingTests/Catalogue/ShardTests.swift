// SPDX-License-Identifier: Apache-2.0

import Playing
import Testing

@Suite("The parts of a selection")
struct ShardTests {
  private static let ids = (0..<500).map { "digest/case-\($0)[side=\($0 % 2 == 0 ? "a" : "b")]" }

  private static func parts(
    of ids: [String], _ count: Int, times: [String: Int64]? = nil
  ) throws -> [[String]] {
    try (1...count).map { number in
      try #require(Shard("\(number)/\(count)")).places(in: ids, times: times).map { ids[$0] }
    }
  }

  @Test("Only a number of parts and one of them are a shard")
  func words() {
    #expect(Shard("3/8")?.number == 3)
    #expect(Shard("3/8")?.count == 8)
    #expect(Shard("1/1") != nil)
    #expect(Shard("1000/1000") != nil)
    for text in [
      "", "x", "3", "/", "3/", "/8", "0/8", "9/8", "3/0", "-1/8", "+3/8", "3/8/8", "3 /8",
      "1/1001", "99999999999999999999/8",
    ] { #expect(Shard(text) == nil, "\(text)") }
  }

  @Test(
    "Every case is in one part, and the parts are about as large", arguments: [1, 2, 3, 4, 8, 16])
  func partition(_ count: Int) throws {
    let parts = try ShardTests.parts(of: ShardTests.ids, count)
    #expect(parts.flatMap(\.self).sorted() == ShardTests.ids.sorted())
    let even = ShardTests.ids.count / count
    for part in parts {
      #expect(part.count > even / 2 && part.count < even * 2, "\(part.count) of \(even)")
    }
  }

  @Test("The part of a case does not depend on what else is selected")
  func stable() throws {
    let all = try ShardTests.parts(of: ShardTests.ids, 5)
    let some = ShardTests.ids.filter { $0.hasSuffix("a]") }
    let parts = try ShardTests.parts(of: some, 5)
    for (part, whole) in zip(parts, all) { #expect(part == whole.filter(some.contains)) }
    // The same in every version, or the reports of two versions could not be compared.
    #expect(Shard("1/3")?.places(in: ["basic/plain", "digest/stale", "a/b", "c/d"]) == [0, 2])
  }

  @Test("With times the parts take equally long, and each case is still in one")
  func balanced() throws {
    let times = Dictionary(
      uniqueKeysWithValues: ShardTests.ids.enumerated().map { index, id in
        (id, Int64(index % 50 == 0 ? 1_000_000 : 1000))
      })
    let parts = try ShardTests.parts(of: ShardTests.ids, 5, times: times)
    #expect(parts.flatMap(\.self).sorted() == ShardTests.ids.sorted())
    let loads = parts.map { part in part.reduce(0) { $0 + (times[$1] ?? 0) } }
    #expect(Set(loads) == [2_098_000])
    #expect(try ShardTests.parts(of: ShardTests.ids, 5, times: times) == parts)
    // Without them, this would not be so: the test can fail.
    let unbalanced = try ShardTests.parts(of: ShardTests.ids, 5).map { part in
      part.reduce(0) { $0 + (times[$1] ?? 0) }
    }
    #expect(Set(unbalanced) != [2_098_000])
  }

  @Test("A case without a time counts as much as the median")
  func median() throws {
    let times: [String: Int64] = ["a": 100, "b": 10, "c": 1]
    // a (100) to the first; b and new (10 each) and c to the second.
    let parts = try ShardTests.parts(of: ["a", "b", "c", "new"], 2, times: times)
    #expect(parts == [["a"], ["b", "c", "new"]])
    #expect(try ShardTests.parts(of: ["a", "b"], 2, times: [:]) == [["a"], ["b"]])
    #expect(try ShardTests.parts(of: ["a"], 3, times: [:]) == [["a"], [], []])
    #expect(
      try ShardTests.parts(of: ["a", "b"], 2, times: ["a": 0, "b": 0]) == [["a"], ["b"]])
  }
}
