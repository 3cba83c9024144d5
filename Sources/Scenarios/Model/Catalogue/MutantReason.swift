// SPDX-License-Identifier: Apache-2.0

/// The reason why mutants of the reference client may survive.
package struct MutantReason: Hashable, Sendable {
  /// The claim about them.
  package enum Claim: String, Hashable, Sendable, CaseIterable {
    /// Neither the octets on the wire nor the results for the caller differ.
    case equal
    /// An RFC allows its behaviour as well: a scenario that fails it would fail correct clients.
    case allowed
    /// It differs, and no scenario should test that.
    case unshown
  }

  /// The names of mutants, in which `*` stands for anything.
  package var patterns: [String] = []
  /// The claim about them.
  package var claim = Claim.equal
  /// The reason for the claim.
  package var reason = ""
  /// The file of the entry.
  package var file = ""
  /// Its location there.
  package var location: SourceLocation

  package init(location: SourceLocation) { self.location = location }

  /// `true` if a pattern matches the mutant's name.
  package func covers(_ name: String) -> Bool {
    patterns.contains { Glob($0, .text).matches(name) }
  }
}
