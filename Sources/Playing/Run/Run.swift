// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Scenarios
import Transcripts

/// Plays cases to a client with one or more workers, judges them, and reports the results in order.
package struct Run: Sendable {
  /// Makes a client on a worker's loop.
  package typealias ClientFactory = @Sendable (EventLoop) -> any ClientUnderTest

  private let plans: CasePlans
  private let options: RunOptions
  private let expected: ExpectedFailures?
  private let makeClient: ClientFactory

  /// Creates a run of cases, which are reported in this order.
  package init(
    plans: CasePlans, options: RunOptions, expected: ExpectedFailures?,
    makeClient: @escaping ClientFactory
  ) {
    self.plans = plans
    self.options = options
    self.expected = expected
    self.makeClient = makeClient
  }

  /// Creates a run of cases that were planned before.
  package init(
    plans: [CasePlan], options: RunOptions, expected: ExpectedFailures?,
    makeClient: @escaping ClientFactory
  ) {
    self.init(
      plans: CasePlans(plans), options: options, expected: expected, makeClient: makeClient)
  }

  /// Makes the run. Events come on the calling thread; the last is always `runFinished`.
  @discardableResult
  package func perform(interruption: Interruption, report: (Event) -> Void) -> RunSummary {
    let began = Instant.now
    let end = options.deadline
    let isOver: @Sendable () -> Bool = {
      interruption.isRaised || end.map { $0 <= Instant.now } ?? false
    }
    let client = makeClient(EventLoop())
    let jobs = max(1, min(options.jobs, plans.count))
    report(.runStarted(header(client.identity, jobs: jobs)))
    var tally = RunTally(
      planned: plans.count, expected: expected, flakyFails: options.flakyFails)
    var stoppedEarly = false
    var streak = FaultStreak()

    /// Returns `false` if the run is to end.
    func finish(_ result: CaseResult) -> Bool {
      let result = tally.take(result)
      report(.caseFinished(result))
      if options.failFast && result.isUnexpectedlyBad && result.index + 1 < plans.count {
        stoppedEarly = true
        return false
      }
      streak.take(result)
      return streak.end == nil
    }

    let isInOrder = jobs == 1 && (options.failFast || client.mostAtOnce == 1)
    if isInOrder || !performInParallel(jobs: jobs, isOver: isOver, report: finish) {
      var numbers = (0..<plans.count).makeIterator()
      perform(
        alone: true, isOver: isOver, next: { _ in isOver() ? nil : numbers.next() }, report: finish)
    }
    if tally.summary.finished == plans.count { noteExpectations(in: &tally) }
    let isCut = tally.summary.finished < plans.count
    tally.end(
      isInterrupted: interruption.isRaised && isCut, stoppedEarly: stoppedEarly,
      ranOutOfTime: end != nil && isCut && !interruption.isRaised && !stoppedEarly
        && streak.end == nil,
      repeatedFault: isCut ? streak.end : nil,
      duration: Instant.now.nanoseconds - began.nanoseconds)
    report(.runFinished(tally.summary))
    return tally.summary
  }

  private func header(_ client: ClientIdentity, jobs: Int) -> RunHeader {
    RunHeader(
      version: options.version, client: client, cases: plans.count, seed: options.seed, jobs: jobs,
      started: WallClock.secondsSince1970, shard: options.shard)
  }

  /// Notes which expected failures did not occur in a run of all cases.
  private func noteExpectations(in tally: inout RunTally) {
    tally.noteStale(
      wasWhole: options.isWhole, today: CalendarDate(seconds: WallClock.secondsSince1970))
    if options.shard != nil { tally.noteExpectations() }
  }

  /// Plays the cases that `next` names with one worker, each `alone` or several side by side.
  private func perform(
    alone: Bool, isOver: @escaping () -> Bool, next: (_ mayWait: Bool) -> Int?,
    report: (CaseResult) -> Bool
  ) {
    let worker = Worker(options: options, alone: alone, makeClient: makeClient)
    worker.perform(plans, expected: expected, isOver: isOver, next: next, report: report)
    worker.stop()
  }

  /// Returns `false` if there is no thread to be had, so that nothing was played.
  private func performInParallel(
    jobs: Int, isOver: @escaping @Sendable () -> Bool, report: (CaseResult) -> Bool
  ) -> Bool {
    let queue = ResultQueue(total: plans.count, workers: jobs)
    let pool = WorkerPool(
      count: jobs,
      work: { [self] in
        perform(
          alone: options.failFast, isOver: isOver,
          next: { isOver() ? nil : queue.take(mayWait: $0) },
          report: { result in
            queue.put(result)
            return true
          })
      }, leave: queue.leave)
    if pool.isEmpty { return false }
    while let result = queue.next() {
      if !report(result) {
        queue.close()
        // The results of cases in play are dropped: the run stopped here.
        while queue.next() != nil {}
      }
    }
    pool.join()
    return true
  }
}
