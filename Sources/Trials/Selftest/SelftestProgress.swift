// SPDX-License-Identifier: Apache-2.0

import Playing

/// The progress of a self-test.
package struct SelftestProgress: Hashable, Sendable {
  /// A stage of the test.
  package enum Stage: Hashable, Sendable {
    /// The cases are played to the client without a fault.
    case faultless
    /// The cases are played to the client with each fault.
    case faults
    /// More cases are played of scenarios with checks that no fault has broken yet.
    case checks
    /// The cases are played to the client with each variant, and with several.
    case variants
  }

  /// The current stage.
  package let stage: Stage
  /// The number of plays in this stage so far.
  package let played: Int
  /// The most plays in this stage; 0 if that is not known.
  package let planned: Int
  /// The number of faults whose cases were played.
  package internal(set) var faults = 0
  /// The number of those that nothing noticed.
  package internal(set) var survivors = 0
  /// The number of scenarios of which more cases were played.
  package internal(set) var scenarios = 0
  /// The number of scenarios of which more cases are to be played.
  package internal(set) var scenariosPlanned = 0

  init(_ stage: Stage, played: Int, planned: Int) {
    self.stage = stage
    self.played = played
    self.planned = planned
  }
}
