// SPDX-License-Identifier: Apache-2.0

/// How far a self-test is.
package struct SelftestProgress: Hashable, Sendable {
  /// What it is at.
  package enum Stage: Hashable, Sendable {
    /// The cases are played to the client without a fault.
    case faultless
    /// They are played to the client with each fault.
    case faults
    /// Scenarios are played on whose checks nothing has tripped yet.
    case checks
    /// They are played to the client with each variant, and with several.
    case variants
  }

  /// What it is at.
  package let stage: Stage
  /// Plays made in this stage.
  package let played: Int
  /// The most plays to be made in this stage; 0 if that is not known.
  package let planned: Int
  /// How many faults have met their cases.
  package internal(set) var faults = 0
  /// How many of those nothing noticed.
  package internal(set) var survivors = 0
  /// How many scenarios have been played on.
  package internal(set) var scenarios = 0
  /// How many scenarios there are to be played on.
  package internal(set) var scenariosPlanned = 0

  init(_ stage: Stage, played: Int, planned: Int) {
    self.stage = stage
    self.played = played
    self.planned = planned
  }
}
