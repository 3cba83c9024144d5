// SPDX-License-Identifier: Apache-2.0

/// What a run has shown of an entry of the expected failures, or of one of its patterns. A part of
/// a run cannot tell whether an entry is stale; all parts together can.
package struct ExpectationUse: Hashable, Sendable {
  /// A case of the run was meant, whether or not the client could play it.
  package var hasCase = false
  /// A case of the run was meant, and played.
  package var wasPlayed = false
  /// A check ended as it says.
  package var wasMet = false
  /// Where it is written: the file, and its line.
  package var file: String
  package var line: Int
  /// What to say if no case is meant.
  package var withoutCase: String
  /// What to say if none of its checks ended as it says.
  package var unmet: String
  /// Its patterns of cases, if it has several.
  package var patterns: [ExpectationUse] = []

  /// An entry that nothing is known of, with these sentences.
  package init(file: String = "", line: Int = 0, withoutCase: String = "", unmet: String = "") {
    self.file = file
    self.line = line
    self.withoutCase = withoutCase
    self.unmet = unmet
  }

  /// The same entry, of which nothing is known.
  package var blank: ExpectationUse {
    var use = ExpectationUse(file: file, line: line, withoutCase: withoutCase, unmet: unmet)
    use.patterns = patterns.map(\.blank)
    return use
  }

  /// Adds what another part of the same run has shown.
  package mutating func add(_ other: ExpectationUse) {
    hasCase = hasCase || other.hasCase
    wasPlayed = wasPlayed || other.wasPlayed
    wasMet = wasMet || other.wasMet
    for (index, use) in other.patterns.enumerated() where patterns.indices.contains(index) {
      patterns[index].add(use)
    }
  }

  /// A sentence about the entry, with its place in front.
  package func placed(_ sentence: String) -> String { "\(file):\(line): \(sentence)" }

  /// Why the entry is stale after a whole run; `nil` if it is not.
  package var staleness: String? {
    if !hasCase { return placed(withoutCase) }
    return wasPlayed && !wasMet ? placed(unmet) : nil
  }

  /// What is said after a whole run of the patterns of an entry that is not stale itself, and that
  /// is to be narrowed.
  package var stalePatterns: [String] {
    staleness == nil ? patterns.compactMap(\.staleness) : []
  }
}
