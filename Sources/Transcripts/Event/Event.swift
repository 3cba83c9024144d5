// SPDX-License-Identifier: Apache-2.0

/// An event of a run. All reports are made from the events.
package enum Event: Sendable {
  /// The run begins.
  case runStarted(RunHeader)
  /// A case was judged. Cases come in their order, whatever the number of workers.
  case caseFinished(CaseResult)
  /// The run ended. This is the last event, even after an interruption.
  case runFinished(RunSummary)
}

/// The facts of a run that are known before its first case.
package struct RunHeader: Sendable {
  /// authspec's version.
  package var version: String
  package var client: ClientIdentity
  /// The number of cases to play.
  package var cases: Int
  /// The seed of all randomness.
  package var seed: UInt64
  /// The number of workers.
  package var jobs: Int
  /// The time at which it began: seconds since 1970, UTC.
  package var started: Int64
  /// The shard that it plays; `nil` for all cases.
  package var shard: RunShard?
  /// The number of shards that were merged; `nil` for a run that was played.
  package var shards: Int?

  package init(
    version: String, client: ClientIdentity, cases: Int, seed: UInt64, jobs: Int, started: Int64,
    shard: RunShard? = nil
  ) {
    self.version = version
    self.client = client
    self.cases = cases
    self.seed = seed
    self.jobs = jobs
    self.started = started
    self.shard = shard
  }
}

/// The summary of a run.
package struct RunSummary: Sendable {
  /// The number of cases with each verdict.
  package var counts: [Verdict: Int] = [:]
  /// The number of inconclusive cases in which a SHOULD was broken; they are in `counts` as
  /// inconclusive.
  package var inconclusiveWithWarnings = 0
  /// The number of cases whose plays differ. Checks that varied do not count.
  package var flaky = 0
  /// The number of cases in which a time limit was stretched because the machine was busy.
  package var stretched = 0
  /// The most milliseconds by which a limit was stretched.
  package var longestStretch = 0
  /// The number of checks.
  package var checks = 0
  /// The number of cases that failed as expected; they are in `counts`, too.
  package var expectedFailures = 0
  /// The number of cases that make the run bad.
  package var unexpected = 0
  /// The number of cases in which a check was expected to fail and did not; they are in
  /// `unexpected`, too.
  package var unexpectedPasses = 0
  /// The cases that make the run bad, grouped by cause, the gravest first.
  package var groups: [FailureGroup] = []
  /// Expected failures that did not occur in this run although they should have, each as a
  /// sentence.
  package var staleExpectations: [String] = []
  /// Patterns of expected failures that no longer occur, although others of the same entry do, each
  /// as a sentence. They do not make the run bad.
  package var stalePatterns: [String] = []
  /// The uses of each entry of the expected failures in a shard.
  package var expectations: [ExpectationUse] = []
  /// The number of cases that were to be played.
  package var planned = 0
  /// `true` if a signal ended the run early.
  package var isInterrupted = false
  /// `true` if the run stopped at the first failure, as requested.
  package var stoppedEarly = false
  /// `true` if the run's time limit was reached before all cases were played.
  package var ranOutOfTime = false
  /// The fault of the harness or the driver that repeated in the last cases and ended the run.
  package var repeatedFault: String?
  /// Nanoseconds from the first case to the last.
  package var duration: Int64 = 0

  package init() {}

  /// The number of cases that were judged or skipped.
  package var finished: Int { counts.values.reduce(0, +) }

  /// The number of cases that were played, without skipped ones.
  package var played: Int { finished - (counts[.skipped] ?? 0) }

  /// The number of played cases that are not inconclusive.
  package var concluded: Int { played - (counts[.inconclusive] ?? 0) }
}
