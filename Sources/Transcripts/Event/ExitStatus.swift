// SPDX-License-Identifier: Apache-2.0

/// The exit status of a run.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// No unexpected failures.
  case good = 0
  /// Unexpected failures, unexpected passes, or stale expectations.
  case failures = 1
  /// Wrong usage, or a scenario that is not valid.
  case usage = 2
  /// The harness or the driver is at fault.
  case fault = 3
  /// Fewer cases reached a verdict than required (at least one), or the time limit was reached.
  case nothingRan = 4
  /// A signal ended the run.
  case interrupted = 130

  /// The status of a run in which at least `minimum` cases, but not fewer than one, must reach a
  /// verdict.
  package init(_ summary: RunSummary, requiring minimum: Int) {
    if summary.isInterrupted {
      self = .interrupted
    } else if (summary.counts[.error] ?? 0) > 0 {
      self = .fault
    } else if summary.unexpected > 0 || !summary.staleExpectations.isEmpty {
      self = .failures
    } else if summary.concluded < max(1, minimum) || summary.ranOutOfTime {
      self = .nothingRan
    } else {
      self = .good
    }
  }
}
