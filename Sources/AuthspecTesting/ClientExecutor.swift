// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing

/// Runs a client's asynchronous functions on threads of its own.
///
/// In a suite that runs in parallel, other tests may keep the threads of Swift's pool busy. A
/// client that gets no thread would be reported as hanging.
final class ClientExecutor: TaskExecutor {
  /// The executor of all clients; `nil` if no thread can be started. Then Swift's pool is used.
  static let shared: ClientExecutor? = {
    let executor = ClientExecutor()
    return executor.start(4) ? executor : nil
  }()

  private let jobs = Monitor<[UnownedJob]>([])

  /// Starts threads that live as long as the process; `false` if none could be started.
  private func start(_ count: Int) -> Bool {
    let threads = (0..<count).compactMap { _ in
      WorkerThread {
        while true {
          let job = self.jobs.wait { jobs in jobs.isEmpty ? .waits : .done(jobs.removeFirst()) }
          unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
      }
    }
    return !threads.isEmpty
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.change { $0.append(job) }
  }
}
