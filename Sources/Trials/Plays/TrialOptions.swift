// SPDX-License-Identifier: Apache-2.0

import Playing

/// The options of a series of trials.
package struct TrialOptions: Sendable {
  /// The number of workers, each with its own loop, servers and client; at least 1.
  package var jobs = 1
  /// Milliseconds that a client has for one request, unless the scenario sets a timeout.
  package var timeout = 500
  /// How many times as long a request may take, also one whose time the scenario sets, when a play
  /// is repeated because time ran out and the machine may have been busy.
  package var patience = 8
  /// The plays of a fault end when a check that names its requirement has noticed it, those of a
  /// mutant when anything has, and those of a scenario when each of its checks has been broken.
  package var endsEarly = false
  /// The plays that come first; unknown cases and changes are ignored.
  package var witnesses: [Witness] = []
  /// The series has all faults, so that a check that none of them breaks is vacuous.
  package var findsVacuousChecks = false
  /// The number of cases in which time ran out repeatedly after which no further case of the change
  /// is played: the client waits in every case, and no check notices.
  package var mostLate = Int.max
  /// Changed clients are played in copies of this process, because they may crash or loop without
  /// end. The unchanged client then has one thread.
  package var usesCopies = false

  package init() {}
}
