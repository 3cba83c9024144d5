// SPDX-License-Identifier: Apache-2.0

/// A behaviour that the suites of other projects test.
package struct Behaviour: Hashable, Sendable {
  /// `B` and a number: `B21`.
  package var id = ""
  /// The behaviour as a sentence.
  package var text = ""
  /// Its location in the file.
  package var location: SourceLocation

  package init(location: SourceLocation) { self.location = location }
}
