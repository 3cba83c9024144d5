// SPDX-License-Identifier: Apache-2.0

import Foundation
import Platform
import Testing

/// Runs each test of a suite on threads that only such tests use.
///
/// Swift's pool has one thread for each core. A test that waits blocks its thread, and two of them
/// block all other tests of a machine with two cores. On these threads the waits overlap. Every
/// suite that starts processes, plays cases, turns a loop or sleeps has this trait.
package struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
  /// As many tests run at once as there are threads: enough for waits to overlap, and few enough
  /// that tests which compute do not all compete for the cores.
  private static let count = ProcessInfo.processInfo.activeProcessorCount + 6

  /// A test begins when another has ended. Else each would begin, and stand behind all others at its
  /// next `await`, with its sockets open.
  private static let turns = TaskSemaphore(count)

  /// `nil` if no thread can be started. Then Swift's pool is used.
  package static let executor = {
    // Some plays have 160 sockets, and shells allow 256 on macOS and 1,024 on Linux.
    ResourceLimit.openFiles.raise(to: 10_240)
    Descriptors.ignoreClosedPipes()
    return ThreadExecutor(threads: count, begin: allowSignals)
  }()

  /// A thread of Swift's pool starts the threads, and blocks most signals. Child processes inherit
  /// that, and some tests end them by a signal.
  @Sendable private static func allowSignals() {
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    TestJournal.note(.waits, test)
    defer { TestJournal.note(.ends, test) }
    try await withTaskExecutorPreference(OwnThreads.executor) {
      // Here, as Swift's pool may be busy when the test ends.
      try await OwnThreads.turns.pass {
        await OwnThreads.begin(test)
        try await function()
      }
    }
  }

  /// Runs on the preferred executor, as a function with `async` that no actor isolates.
  @concurrent private static func begin(_ test: Test) async {
    TestJournal.note(.runs, test)
  }
}

extension Trait where Self == OwnThreads {
  /// Runs the tests on threads that only tests with this trait use, because they wait.
  package static var onOwnThreads: Self { Self() }
}
