// SPDX-License-Identifier: Apache-2.0

/// The cases of a scenario file, or its diagnostics.
package struct LoadResult: Sendable {
  /// The cases in order; none when anything is wrong.
  package var cases: [Case]
  /// Everything that is wrong, in the file's order.
  package var diagnostics: [Diagnostic]
  /// The scenario, if its title and level could be read.
  package var scenario: Scenario?
}
