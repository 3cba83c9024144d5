// SPDX-License-Identifier: Apache-2.0

/// The shard of the selected cases that a run plays, and the values that must be equal in all
/// shards.
package struct RunShard: Hashable, Sendable {
  /// The number of the shard, from 1.
  package var number: Int
  /// The number of shards.
  package var count: Int
  /// The number of cases in all shards.
  package var selected: Int
  /// The indices of this shard's cases among all selected cases.
  package var places: [Int]
  /// The fingerprint of the selected cases and of their scenarios.
  package var scenarios: String
  /// The options that affect how a case is played and judged, as words without hyphens.
  package var options: [String]
  /// `true` if all cases of the catalogue were selected.
  package var isOfAll: Bool

  package init(
    number: Int, count: Int, selected: Int, places: [Int], scenarios: String, options: [String],
    isOfAll: Bool
  ) {
    self.number = number
    self.count = count
    self.selected = selected
    self.places = places
    self.scenarios = scenarios
    self.options = options
    self.isOfAll = isOfAll
  }

  /// The name of the shard: `3/8`.
  package var name: String { "\(number)/\(count)" }
}
