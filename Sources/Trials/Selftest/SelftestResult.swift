// SPDX-License-Identifier: Apache-2.0

import Playing
import Transcripts

/// The result of a self-test.
package struct SelftestResult: Sendable {
  /// The number of cases that were played to the client without a fault, without skipped ones.
  package internal(set) var cases = 0
  /// The ids of the cases that the client without a fault fails.
  package internal(set) var referenceFailures: [String] = []
  /// The number of faults.
  package internal(set) var faults = 0
  /// The outcome of each fault, in the order of the faults; fewer after an interruption.
  package internal(set) var outcomes: [FaultOutcome] = []
  /// The number of checks of scenarios, and invariants, that can be broken; 0 if faults were left
  /// out.
  package internal(set) var checks = 0
  /// Those of them that no fault breaks, sorted; `nil` if faults were left out.
  package internal(set) var vacuous: [NamedCheck]?
  /// Nanoseconds.
  package internal(set) var duration: Int64 = 0
  /// A signal ended it early.
  package internal(set) var isInterrupted = false

  /// The faults that nothing noticed.
  package var survivors: [FaultOutcome] { outcomes.filter(\.hasSurvived) }
  /// The faults that were noticed, but by no check that names their requirement.
  package var elsewhere: [FaultOutcome] {
    outcomes.filter { $0.isKilled && !$0.isProperlyKilled && !$0.isInterrupted }
  }
  /// The faults whose plays were interrupted before a check that names their requirement noticed
  /// them.
  package var unfinished: [FaultOutcome] {
    outcomes.filter { $0.isInterrupted && !$0.isProperlyKilled }
  }
  /// The number of faults that were noticed.
  package var killed: Int { outcomes.count { $0.isKilled } }
  /// The number of faults that a check that names their requirement noticed.
  package var properlyKilled: Int { outcomes.count { $0.isProperlyKilled } }

  /// The program's exit status.
  package var status: ExitStatus {
    if isInterrupted { return .interrupted }
    if outcomes.contains(where: { !$0.unjudged.isEmpty }) { return .fault }
    if cases == 0 { return .nothingRan }
    let isGood =
      referenceFailures.isEmpty && properlyKilled == faults && vacuous?.isEmpty ?? true
    return isGood ? .good : .failures
  }
}
