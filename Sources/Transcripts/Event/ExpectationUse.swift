// SPDX-License-Identifier: Apache-2.0

/// What a run has shown of an entry of the expected failures. A part of a run cannot tell whether
/// an entry is stale; all parts together can.
package struct ExpectationUse: Hashable, Sendable {
  /// A case of the run was meant, whether or not the client could play it.
  package var hasCase = false
  /// A case of the run was meant, and played.
  package var wasPlayed = false
  /// A check ended as it says.
  package var wasMet = false
  /// What to say if no case is meant.
  package var withoutCase: String
  /// What to say if none of its checks ended as it says.
  package var unmet: String

  /// An entry that nothing is known of, with these sentences.
  package init(withoutCase: String = "", unmet: String = "") {
    self.withoutCase = withoutCase
    self.unmet = unmet
  }

  /// Adds what another part of the same run has shown.
  package mutating func add(_ other: ExpectationUse) {
    hasCase = hasCase || other.hasCase
    wasPlayed = wasPlayed || other.wasPlayed
    wasMet = wasMet || other.wasMet
  }

  /// Why the entry is stale after a whole run; `nil` if it is not.
  package var staleness: String? {
    if !hasCase { return withoutCase }
    return wasPlayed && !wasMet ? unmet : nil
  }
}
