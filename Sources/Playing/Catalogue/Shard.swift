// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios

/// One of several parts of a selection of cases. Each case is in exactly one.
package struct Shard: Hashable, Sendable {
  /// The number of this part, from 1.
  package let number: Int
  /// The number of parts.
  package let count: Int

  /// The most parts.
  package static let limit = 1000

  /// The part that a text like `3/8` names; `nil` if it names none.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard parts.count == 2, numbers.count == 2, (1...Shard.limit).contains(numbers[1]),
      (1...numbers[1]).contains(numbers[0])
    else { return nil }
    number = numbers[0]
    count = numbers[1]
  }

  /// The indices of the part's cases among all, in their order.
  ///
  /// Without times a case's part depends only on its id. With times the longest cases are assigned
  /// first, each to the part with the smallest sum so far. A case without a time counts as the
  /// median of the known times.
  package func places(in ids: [String], times: [String: Int64]? = nil) -> [Int] {
    guard let times else { return ids.indices.filter { Shard.hashed(ids[$0], count) == number } }
    let known = ids.compactMap { times[$0] }.sorted()
    let median = known.isEmpty ? 1 : known[known.count / 2]
    let longestFirst = ids.indices.sorted { left, right in
      let (one, other) = (times[ids[left]] ?? median, times[ids[right]] ?? median)
      if one != other { return one > other }
      return ids[left].utf8.lexicographicallyPrecedes(ids[right].utf8)
    }
    // A case costs something even if its time was too short to measure.
    var loads = Array(repeating: Int64(0), count: count)
    var places: [Int] = []
    for place in longestFirst {
      var least = 0
      for part in loads.indices where loads[part] < loads[least] { least = part }
      loads[least] = min(loads[least] + max(1, times[ids[place]] ?? median), 1 << 61)
      if least + 1 == number { places.append(place) }
    }
    return places.sorted()
  }

  /// The part of a case, from 1.
  static func hashed(_ id: String, _ count: Int) -> Int {
    // The low bits of the hash alone depend on the low bits of the octets alone.
    let bits = FNV1a(id).bits
    return Int((bits ^ bits >> 32) % UInt64(count)) + 1
  }
}

extension Catalogue {
  /// Keeps only the cases with these indices.
  package mutating func keep(places: [Int]) {
    keep { cases in places.map { cases[$0] } }
  }

  /// The fingerprint of the cases and of the files that they come from.
  package var fingerprint: Fingerprint {
    get throws(FileError) {
      var files: [(name: String, contents: [UInt8])] = [
        ("", Array(cases.map(\.id).joined(separator: "\n").utf8))
      ]
      var seen: Set<String> = []
      for scenario in cases.lazy.map(\.scenario) where seen.insert(scenario.id).inserted {
        files.append((scenario.id, try FileReading.read(scenario.file)))
      }
      return Fingerprint(files)
    }
  }
}
