import Clients
import Platform
import Scenarios
import Transcripts

/// Plays cases to a client with one or more workers, judges them, and tells what came of each, in
/// order.
package struct Run: Sendable {
  /// Makes a client on a worker's loop.
  package typealias ClientFactory = @Sendable (EventLoop) -> any ClientUnderTest

  private let cases: [Case]
  private let options: RunOptions
  private let expected: ExpectedFailures?
  private let makeClient: ClientFactory

  /// A run of these cases, which are told of in this order.
  package init(
    cases: [Case], options: RunOptions, expected: ExpectedFailures?,
    makeClient: @escaping ClientFactory
  ) {
    self.cases = cases
    self.options = options
    self.expected = expected
    self.makeClient = makeClient
  }

  /// Makes the run. Events come on the calling thread; the last is always `runFinished`.
  @discardableResult
  package func perform(interruption: Interruption, report: (Event) -> Void) -> RunSummary {
    let began = Instant.now
    let end = options.deadline
    let isOver: @Sendable () -> Bool = {
      interruption.isRaised || end.map { $0 <= Instant.now } ?? false
    }
    let identity = makeClient(EventLoop()).identity
    let jobs = max(1, min(options.jobs, cases.count))
    let header = RunHeader(
      version: options.version, client: identity, cases: cases.count, seed: options.seed,
      jobs: jobs, started: WallClock.secondsSince1970)
    report(.runStarted(header))
    var tally = RunTally(planned: cases.count, expected: expected)
    var stoppedEarly = false
    var streak = FaultStreak()

    /// `false` if no more is wanted.
    func tell(_ result: CaseResult) -> Bool {
      let result = tally.take(result)
      report(.caseFinished(result))
      if options.failFast && result.isUnexpectedlyBad && result.index + 1 < cases.count {
        stoppedEarly = true
        return false
      }
      streak.take(result)
      return streak.end == nil
    }

    if jobs == 1 {
      let worker = makeWorker()
      var played = 0
      worker.perform(
        cases, expected: expected, isOver: isOver,
        next: { _ in
          guard !isOver(), played < cases.count else { return nil }
          defer { played += 1 }
          return played
        }, tell: tell)
      worker.stop()
    } else {
      performInParallel(jobs: jobs, isOver: isOver, tell: tell)
    }
    if tally.summary.finished == cases.count { tally.noteStale(wasWhole: options.isWhole) }
    let isCut = tally.summary.finished < cases.count
    tally.end(
      isInterrupted: interruption.isRaised && isCut, stoppedEarly: stoppedEarly,
      ranOutOfTime: end != nil && isCut && !interruption.isRaised && !stoppedEarly
        && streak.end == nil,
      repeatedFault: isCut ? streak.end : nil,
      duration: Instant.now.nanoseconds - began.nanoseconds)
    report(.runFinished(tally.summary))
    return tally.summary
  }

  /// A run that ends with the first failure plays nothing beside it.
  private func makeWorker() -> Worker {
    Worker(options: options, alone: options.failFast, makeClient: makeClient)
  }

  private func performInParallel(
    jobs: Int, isOver: @escaping @Sendable () -> Bool, tell: (CaseResult) -> Bool
  ) {
    let queue = ResultQueue(total: cases.count, workers: jobs)
    let work: @Sendable () -> Void = { [self] in
      let worker = makeWorker()
      worker.perform(
        cases, expected: expected, isOver: isOver,
        next: { isOver() ? nil : queue.take(mayWait: $0) },
        tell: { result in
          queue.put(result)
          return true
        })
      worker.stop()
      queue.leave()
    }
    var threads: [WorkerThread] = []
    for _ in 0..<jobs {
      // A thread that cannot be had is work for the others; without any, this thread does it.
      if let thread = WorkerThread(work) {
        threads.append(thread)
      } else {
        queue.leave()
      }
    }
    if threads.isEmpty {
      let worker = makeWorker()
      worker.perform(
        cases, expected: expected, isOver: isOver,
        next: { isOver() ? nil : queue.take(mayWait: $0) }, tell: tell)
      worker.stop()
      return
    }
    while let result = queue.next() {
      if !tell(result) {
        queue.close()
        // What was in play already is not told of: the run stopped here.
        while queue.next() != nil {}
      }
    }
    for thread in threads { thread.join() }
  }
}
