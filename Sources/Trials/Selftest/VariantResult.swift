// SPDX-License-Identifier: Apache-2.0

import Playing
import Transcripts

/// The result of a test of variants.
package struct VariantResult: Sendable {
  /// The number of cases that were played to the client without variants, without skipped ones.
  package internal(set) var cases = 0
  /// The ids of the cases that it fails.
  package internal(set) var referenceFailures: [String] = []
  /// The number of variants.
  package internal(set) var variants = 0
  /// The outcome of each variant, then of each combination; fewer after an interruption.
  package internal(set) var outcomes: [VariantOutcome] = []
  /// Nanoseconds.
  package internal(set) var duration: Int64 = 0
  /// A signal ended it early.
  package internal(set) var isInterrupted = false

  /// The variants and combinations that a check reports as a fault, or without a verdict.
  package var accused: [VariantOutcome] { outcomes.filter { !$0.unjust.isEmpty } }
  /// The variants that no case reaches.
  package var unplayed: [VariantOutcome] { outcomes.filter { $0.planned == 0 } }

  /// The program's exit status.
  package var status: ExitStatus {
    if isInterrupted { return .interrupted }
    if cases == 0 { return .nothingRan }
    return referenceFailures.isEmpty && accused.isEmpty && unplayed.isEmpty ? .good : .failures
  }
}
