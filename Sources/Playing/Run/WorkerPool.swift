// SPDX-License-Identifier: Apache-2.0

import Platform
internal import Synchronization

/// Threads that do the same work in parallel, while the calling thread takes their results.
///
/// Runs, self-tests, tests of mutants, matrices and campaigns get their threads here.
package struct WorkerPool {
  private let threads: [WorkerThread]

  /// Starts up to `count` threads, each of which does `work` once.
  ///
  /// `leave` is called once for each of them, when its work is done or if it cannot be started.
  package init(
    count: Int, work: @escaping @Sendable () -> Void, leave: @escaping @Sendable () -> Void
  ) {
    var threads: [WorkerThread] = []
    for _ in 0..<count {
      let thread = WorkerThread {
        work()
        leave()
      }
      if let thread { threads.append(thread) } else { leave() }
    }
    self.threads = threads
  }

  /// `true` if there is no thread, so that the calling thread has to do the work.
  package var isEmpty: Bool { threads.isEmpty }

  /// Waits until all threads have ended.
  package func join() { for thread in threads { thread.join() } }
}

/// The worker of one thread that does numbered pieces of work.
package typealias PoolWorker<Output> = (perform: (Int) -> Output, end: () -> Void)

extension WorkerPool {
  /// Does `count` pieces of work with several threads. Returns the outputs by number; `nil` for
  /// pieces that were not done because of an interruption.
  ///
  /// `makeWorker` is called once on each thread. Meanwhile `report` is called on the calling
  /// thread, several times a second.
  package static func perform<Output: Sendable>(
    _ count: Int, threads: Int, interruption: Interruption, report: () -> Void = {},
    makeWorker: @escaping @Sendable () -> PoolWorker<Output>
  ) -> [Output?] {
    let numbers = Counter()
    let outputs = Outputs<Output>(count)
    let threads = max(1, min(threads, count))
    let atWork = Counter(threads)
    let work: @Sendable () -> Void = {
      let worker = makeWorker()
      while !interruption.isRaised {
        let number = numbers.add()
        guard number < count else { break }
        outputs.put(worker.perform(number), number)
      }
      worker.end()
    }
    let pool = WorkerPool(count: threads, work: work) { atWork.add(-1) }
    if pool.isEmpty { work() }
    let loop = EventLoop()
    while atWork.value > 0 {
      report()
      loop.turn(until: Instant.now.advanced(byMilliseconds: 20))
    }
    pool.join()
    report()
    return outputs.all
  }

  /// Like the above, for work that needs no worker on each thread.
  package static func perform<Output: Sendable>(
    _ count: Int, threads: Int, interruption: Interruption, report: () -> Void = {},
    work: @escaping @Sendable (Int) -> Output
  ) -> [Output?] {
    perform(
      count, threads: threads, interruption: interruption, report: report,
      makeWorker: { (perform: work, end: {}) })
  }

  private final class Outputs<Output: Sendable>: Sendable {
    private let outputs: Mutex<[Output?]>

    init(_ count: Int) { outputs = Mutex(Array(repeating: nil, count: count)) }

    func put(_ output: Output, _ number: Int) { outputs.withLock { $0[number] = output } }
    var all: [Output?] { outputs.withLock { $0 } }
  }
}

/// A number that several threads count with.
package final class Counter: Sendable {
  private let number: Atomic<Int>

  package init(_ number: Int = 0) { self.number = Atomic(number) }

  /// The number as it is now.
  package var value: Int { number.load(ordering: .acquiring) }

  /// Adds to the number, and returns the number before.
  @discardableResult
  package func add(_ more: Int = 1) -> Int {
    number.wrappingAdd(more, ordering: .acquiringAndReleasing).oldValue
  }
}
