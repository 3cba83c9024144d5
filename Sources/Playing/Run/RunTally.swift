// SPDX-License-Identifier: Apache-2.0

import Judging
import Scenarios
import Transcripts

/// Counts the results of a run, or of recordings that are judged again, and compares them with the
/// expected failures.
package struct RunTally: Sendable {
  /// The summary so far.
  package private(set) var summary = RunSummary()
  private var ledger: ExpectationLedger
  private var groups = FailureGrouping()
  private let flakyFails: Bool

  /// An empty tally for `planned` cases. With `flakyFails`, cases whose plays differ make the run
  /// bad.
  package init(planned: Int, expected: ExpectedFailures?, flakyFails: Bool = false) {
    ledger = ExpectationLedger(expected)
    self.flakyFails = flakyFails
    summary.planned = planned
  }

  /// Counts a result, and returns it with marks at the checks that were expected to fail.
  package mutating func take(_ result: CaseResult) -> CaseResult {
    var result = result
    result.isFlakyFailure = flakyFails && result.flakiness != nil
    ledger.apply(to: &result)
    return count(result)
  }

  /// Counts a result that is compared with the expected failures already, and returns it with its
  /// cause.
  package mutating func count(_ result: CaseResult) -> CaseResult {
    var result = result
    result.cause = groups.take(result)
    summary.counts[result.verdict, default: 0] += 1
    summary.checks += result.checks.count
    if result.verdict == .inconclusive, result.hasWarnings { summary.inconclusiveWithWarnings += 1 }
    if result.flakiness != nil { summary.flaky += 1 }
    if let stretch = result.play?.stretch, stretch > 0 {
      summary.stretched += 1
      summary.longestStretch = max(summary.longestStretch, stretch)
    }
    if result.isExpectedFailure { summary.expectedFailures += 1 }
    if result.isUnexpectedlyBad { summary.unexpected += 1 }
    if !result.unexpectedPasses.isEmpty { summary.unexpectedPasses += 1 }
    return result
  }

  /// Notes the expectations that no result met. In a part of a run, other parts may meet a pattern
  /// that has no case here.
  package mutating func noteStale(wasWhole: Bool, today: CalendarDate) {
    summary.staleExpectations = ledger.stale(wasWhole: wasWhole, today: today)
    summary.stalePatterns = ledger.stalePatterns(wasWhole: wasWhole)
  }

  /// Notes the uses of each expectation, for the merge of the parts of a run.
  package mutating func noteExpectations() { summary.expectations = ledger.uses }

  /// Notes how the run ended.
  package mutating func end(
    isInterrupted: Bool = false, stoppedEarly: Bool = false, ranOutOfTime: Bool = false,
    repeatedFault: String? = nil, duration: Int64
  ) {
    summary.groups = groups.sorted
    summary.isInterrupted = isInterrupted
    summary.stoppedEarly = stoppedEarly
    summary.ranOutOfTime = ranOutOfTime
    summary.repeatedFault = repeatedFault
    summary.duration = duration
  }
}
