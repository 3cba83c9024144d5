// SPDX-License-Identifier: Apache-2.0

import Playing
import Transcripts

/// The results of a series of trials.
package struct TrialResult: Sendable {
  /// The changes.
  package let changes: [ClientChange]
  /// The number of cases that were played to the unchanged client, without skipped ones.
  package internal(set) var cases = 0
  /// The ids of the cases that the unchanged client fails.
  package internal(set) var referenceFailures: [String] = []
  /// The outcome of each change, in the order of the changes; fewer after an interruption.
  package internal(set) var outcomes: [TrialOutcome] = []
  /// The number of checks of scenarios, and invariants, that can be broken; 0 unless it was asked for.
  package internal(set) var checks = 0
  /// Those of them that no change breaks, sorted; `nil` if that is not known.
  package internal(set) var vacuous: [NamedCheck]?
  /// Nanoseconds.
  package internal(set) var duration: Int64 = 0
  /// A signal ended it early.
  package internal(set) var isInterrupted = false
  /// The harness could not start its processes.
  package internal(set) var isFaulty = false

  init(_ changes: [ClientChange]) { self.changes = changes }

  /// The changes that nothing noticed.
  package var survivors: [TrialOutcome] { outcomes.filter(\.hasSurvived) }
  /// The faults that were noticed, but by no check that names their requirement.
  package var elsewhere: [TrialOutcome] {
    outcomes.filter { $0.isKilled && !$0.isProperlyKilled && !$0.isInterrupted }
  }
  /// The faults whose plays were interrupted before a check that names their requirement noticed
  /// them.
  package var unfinished: [TrialOutcome] {
    outcomes.filter { $0.isInterrupted && !$0.isProperlyKilled }
  }
  /// The number of changes that were noticed.
  package var killed: Int { outcomes.count { $0.isKilled } }
  /// The number of faults that a check that names their requirement noticed.
  package var properlyKilled: Int { outcomes.count { $0.isProperlyKilled } }
  /// The variants and combinations that a check reports as a fault, or without a verdict.
  package var accused: [TrialOutcome] { outcomes.filter { !$0.unjust.isEmpty } }
  /// The changes that no case reaches.
  package var unplayed: [TrialOutcome] { outcomes.filter { $0.planned == 0 } }

  /// The program's exit status.
  package var status: ExitStatus {
    if isInterrupted { return .interrupted }
    if isFaulty || outcomes.contains(where: { !$0.unjudged.isEmpty }) { return .fault }
    if cases == 0 { return .nothingRan }
    let isGood =
      referenceFailures.isEmpty && outcomes.allSatisfy(\.isGood) && vacuous?.isEmpty ?? true
    return isGood ? .good : .failures
  }
}
