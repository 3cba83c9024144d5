// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// Runs tasks on threads of its own.
///
/// Swift's pool has one thread for each core. A task that blocks its thread, as poll(2) does, keeps
/// it from all other tasks, and a task that waits for such a thread seems to hang.
package final class ThreadExecutor: TaskExecutor {
  private struct Shared: Sendable {
    var jobs: [UnownedJob] = []
    /// The threads that have begun.
    var threads: Set<UInt> = []
  }

  private let shared = Monitor(Shared())

  /// Starts threads that live as long as the process, and first perform `begin`; `nil` if none
  /// could be started.
  package init?(threads count: Int, begin: @escaping @Sendable () -> Void = {}) {
    let threads = (0..<count).compactMap { _ in
      WorkerThread {
        begin()
        self.work()
      }
    }
    if threads.isEmpty { return nil }
  }

  /// Whether the caller runs on one of these threads.
  package var isOnThisThread: Bool {
    shared.change(wakes: { _ in false }) { $0.threads.contains(Self.thisThread) }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    shared.change { $0.jobs.append(job) }
  }

  private func work() {
    shared.change(wakes: { _ in false }) { _ = $0.threads.insert(Self.thisThread) }
    while true {
      let job = shared.wait { shared in
        shared.jobs.isEmpty ? .waits : .done(shared.jobs.removeFirst())
      }
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }

  private static var thisThread: UInt {
    #if canImport(Darwin)
      unsafe UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
