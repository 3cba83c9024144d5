// SPDX-License-Identifier: Apache-2.0

import Playing

/// The progress of a series of trials.
package struct TrialProgress: Hashable, Sendable {
  /// A stage of the series.
  package enum Stage: Hashable, Sendable {
    /// The cases are played to the unchanged client.
    case unchanged
    /// The cases are played to the client with each change.
    case changes
    /// More cases are played, to break the checks that no change has broken yet.
    case checks
  }

  /// The current stage.
  package let stage: Stage
  /// The number of plays in this stage so far.
  package let played: Int
  /// What is done in this stage: plays, or checks that were broken.
  package let finished: Int
  /// The most that there is to do.
  package let planned: Int
  /// The number of changes whose cases were played.
  package internal(set) var changes = 0
  /// The number of those that nothing noticed.
  package internal(set) var survivors = 0
}
