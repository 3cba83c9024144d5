// SPDX-License-Identifier: Apache-2.0

import Playing

/// The options of a self-test.
package struct SelftestOptions: Sendable {
  /// The number of workers, each with its own loop, servers and client; at least 1.
  package var jobs = 1
  /// Milliseconds that a client has for one request, unless the scenario sets a timeout.
  package var timeout = 500
  /// How many times as long a request may take, also one whose time the scenario sets, when a play
  /// is repeated because time ran out and the machine may have been busy.
  static let patience = 8
  /// The plays of a fault end when a check that names its requirement has noticed it, and those of
  /// a scenario when each of its checks has been broken.
  package var isQuick = false
  /// The plays that come first if `isQuick`; unknown cases and faults are ignored.
  package var witnesses: [Witness] = []
  /// The self-test has all faults, so that a check that none of them breaks is vacuous.
  package var hasAllFaults = true

  package init() {}
}
