// SPDX-License-Identifier: Apache-2.0

/// The part of a selection of cases that a run plays, and what the runs of the other parts must
/// have in common with it.
package struct RunShard: Hashable, Sendable {
  /// Which of the parts it is, from 1.
  package var number: Int
  /// How many parts there are.
  package var count: Int
  /// How many cases all parts have.
  package var selected: Int
  /// The places of this part's cases among all, from 0.
  package var places: [Int]
  /// The fingerprint of the selected cases and of their scenarios.
  package var scenarios: String
  /// The options that decide how a case is played and judged, as words without hyphens.
  package var options: [String]
  /// All parts together are all cases that there are.
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

  /// `3/8`
  package var name: String { "\(number)/\(count)" }
}
