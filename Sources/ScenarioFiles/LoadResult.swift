// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The cases of a scenario file, or its diagnostics.
package struct LoadResult: Sendable {
  /// The cases in order; empty if there are diagnostics.
  package var cases: [Case]
  /// All errors, in the file's order.
  package var diagnostics: [Diagnostic]
  /// The scenario, if its title and level could be read.
  package var scenario: Scenario?
}
