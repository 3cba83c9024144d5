// SPDX-License-Identifier: Apache-2.0

/// What happens in a run, in order: what every report is made from.
package enum Event: Sendable {
  /// The run begins.
  case runStarted(RunHeader)
  /// A case has been judged; cases arrive in their order, whatever the number of workers.
  case caseFinished(CaseResult)
  /// The run is over; always the last event, also after an interruption.
  case runFinished(RunSummary)
}

/// What is known before the first case.
package struct RunHeader: Sendable {
  /// authspec's version.
  package var version: String
  /// The client.
  package var client: ClientIdentity
  /// How many cases are to be played.
  package var cases: Int
  /// The seed of all randomness.
  package var seed: UInt64
  /// How many workers.
  package var jobs: Int
  /// When it began: seconds since 1970, UTC.
  package var started: Int64
  /// The part of the cases that it plays; `nil` for all.
  package var shard: RunShard?

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
  /// How many cases have each verdict.
  package var counts: [Verdict: Int] = [:]
  /// Inconclusive cases in which a SHOULD was broken all the same; they are in `counts` as
  /// inconclusive.
  package var inconclusiveWithWarnings = 0
  /// Cases whose plays differ; the checks that varied do not count.
  package var flaky = 0
  /// How many checks were made.
  package var checks = 0
  /// Cases that failed as expected; they are in `counts` too.
  package var expectedFailures = 0
  /// Cases that make the run bad.
  package var unexpected = 0
  /// Cases in which a check was expected to fail and did not; they are in `unexpected` too.
  package var unexpectedPasses = 0
  /// The cases that make the run bad, by what is wrong: the gravest first.
  package var groups: [FailureGroup] = []
  /// Expected failures that did not occur in this run although they should have, each as a
  /// sentence.
  package var staleExpectations: [String] = []
  /// Patterns of expected failures that do not occur any more, while others of the same entry do,
  /// each as a sentence. They do not make the run bad.
  package var stalePatterns: [String] = []
  /// What a part of a run has shown of each entry of the expected failures.
  package var expectations: [ExpectationUse] = []
  /// How many cases were to be played.
  package var planned = 0
  /// A signal ended the run early.
  package var isInterrupted = false
  /// The run stopped at the first failure, as requested.
  package var stoppedEarly = false
  /// The run's time was up before all cases were played.
  package var ranOutOfTime = false
  /// The fault of the harness or the driver that the last cases have in common, and that ended the
  /// run.
  package var repeatedFault: String?
  /// Nanoseconds from the first case to the last.
  package var duration: Int64 = 0

  package init() {}

  /// Cases that were judged or skipped.
  package var finished: Int { counts.values.reduce(0, +) }

  /// Cases that were played, skipped ones not counted.
  package var played: Int { finished - (counts[.skipped] ?? 0) }

  /// Cases that were played and in which what they are about came up.
  package var concluded: Int { played - (counts[.inconclusive] ?? 0) }
}
