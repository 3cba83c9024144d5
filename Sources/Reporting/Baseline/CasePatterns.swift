// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// Patterns of an `expected.yaml` that cover some cases and no others.
enum CasePatterns {
  /// A case: its id, its scenario and its coordinates.
  struct Member: Hashable {
    let id: String
    let scenario: String
    let coordinates: [Case.Coordinate]

    init(_ played: Case) {
      id = played.id
      scenario = played.scenario.id
      coordinates = played.coordinates
    }

    /// The case's id, with `*` for the values of the axes that are not in `kept`.
    func pattern(keeping kept: Set<Int>) -> String {
      guard !coordinates.isEmpty else { return scenario }
      if kept.isEmpty { return scenario + "[*]" }
      let values = coordinates.enumerated().map { index, coordinate in
        "\(coordinate.key)=\(kept.contains(index) ? coordinate.value : "*")"
      }
      return "\(scenario)[\(values.joined(separator: ","))]"
    }

    /// `true` if both have the same values on these axes.
    func agrees(with other: Member, on axes: Set<Int>) -> Bool {
      coordinates.count == other.coordinates.count
        && axes.allSatisfy { coordinates[$0] == other.coordinates[$0] }
    }
  }

  /// Returns few patterns that cover `wanted` of all cases of one scenario and none of the others:
  /// a greedy choice that tries wide patterns first.
  static func covering(_ wanted: Set<Member>, of all: [Member]) -> [String] {
    let members = all.filter(wanted.contains)
    let others = all.filter { !wanted.contains($0) }
    guard let axes = members.first?.coordinates.count else { return [] }
    var left = members
    var patterns: [String] = []
    for kept in subsets(of: min(axes, 8)) {
      guard !left.isEmpty else { break }
      // Axes beyond the eighth are always kept.
      let kept = kept.union(8..<max(8, axes))
      var place = 0
      while place < left.count {
        let member = left[place]
        guard !others.contains(where: { $0.agrees(with: member, on: kept) }) else {
          place += 1
          continue
        }
        patterns.append(member.pattern(keeping: kept))
        left.removeAll { $0.agrees(with: member, on: kept) }
      }
    }
    return patterns
  }

  /// All sets of the numbers below `count`, the small sets first.
  private static func subsets(of count: Int) -> [Set<Int>] {
    (0..<(1 << count))
      .map { bits in Set((0..<count).filter { bits >> $0 & 1 == 1 }) }
      .sorted { ($0.count, $0.sorted().description) < ($1.count, $1.sorted().description) }
  }
}
