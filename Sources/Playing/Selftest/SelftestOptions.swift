// SPDX-License-Identifier: Apache-2.0

/// How a self-test is to be made.
package struct SelftestOptions: Sendable {
  /// The number of workers, each with its own loop, servers and client; at least 1.
  package var jobs = 1
  /// Milliseconds that a client has for one request, unless the scenario says.
  package var timeout = 500
  /// Milliseconds that it has when a play is repeated because time ran out and the machine may have
  /// been busy.
  package var patience = 5000
  /// A fault's plays end when a check has noticed it that names its requirement, and a scenario's
  /// when each of its checks has been tripped.
  package var isQuick = false
  /// Plays to begin with if `isQuick`; those of unknown cases or faults are ignored.
  package var witnesses: [Witness] = []
  /// These are all faults that there are, so that a check which none of them trips is vacuous.
  package var hasAllFaults = true

  package init() {}
}
