// SPDX-License-Identifier: Apache-2.0

/// The use of an entry of the expected failures, or of one of its patterns, in a run. Only all
/// shards together show whether an entry is stale.
package struct ExpectationUse: Hashable, Sendable {
  /// `true` if it matches a case of the run, even if the client could not play it.
  package var hasCase = false
  /// `true` if it matches a case that was played.
  package var wasPlayed = false
  /// `true` if a check failed as expected.
  package var wasMet = false
  /// The file of the entry, and its line.
  package var file: String
  package var line: Int
  /// The sentence if it matches no case.
  package var withoutCase: String
  /// The sentence if no check failed as expected.
  package var unmet: String
  /// Its patterns of cases, if it has several.
  package var patterns: [ExpectationUse] = []

  /// Creates an unused entry.
  package init(file: String = "", line: Int = 0, withoutCase: String = "", unmet: String = "") {
    self.file = file
    self.line = line
    self.withoutCase = withoutCase
    self.unmet = unmet
  }

  /// The entry without its uses.
  package var blank: ExpectationUse {
    var use = ExpectationUse(file: file, line: line, withoutCase: withoutCase, unmet: unmet)
    use.patterns = patterns.map(\.blank)
    return use
  }

  /// Adds the uses in another shard of the same run.
  package mutating func add(_ other: ExpectationUse) {
    hasCase = hasCase || other.hasCase
    wasPlayed = wasPlayed || other.wasPlayed
    wasMet = wasMet || other.wasMet
    for (index, use) in other.patterns.enumerated() where patterns.indices.contains(index) {
      patterns[index].add(use)
    }
  }

  /// A sentence about the entry, with file and line in front.
  package func placed(_ sentence: String) -> String { "\(file):\(line): \(sentence)" }

  /// Why the entry is stale after a whole run; `nil` if it is not.
  package var staleness: String? {
    if !hasCase { return placed(withoutCase) }
    return wasPlayed && !wasMet ? placed(unmet) : nil
  }

  /// Sentences about the stale patterns of an entry that is not stale itself, after a whole run.
  package var stalePatterns: [String] {
    staleness == nil ? patterns.compactMap(\.staleness) : []
  }
}
