// SPDX-License-Identifier: Apache-2.0

import Foundation
import Platform
import TestThreads
import Testing

@Suite("Tests with threads of their own", .onOwnThreads)
struct OwnThreadsTests {
  @Test("A function that does not suspend runs there")
  func synchronous() {
    #expect(OwnThreads.executor?.isOnThisThread == true)
  }

  @Test("A function that suspends runs there, also afterwards")
  func asynchronous() async {
    await Task.yield()
    #expect(OwnThreads.executor?.isOnThisThread == true)
  }

  /// Each waits until all have begun. On a pool with one thread for each core the last would never
  /// begin.
  @Test("More waits than the machine has cores overlap")
  func overlap() async throws {
    let count = ProcessInfo.processInfo.activeProcessorCount + 1
    let begun = Monitor(0)
    let test = try #require(Test.current)
    try await withThrowingTaskGroup { group in
      for _ in 0..<count {
        group.addTask {
          try await OwnThreads.onOwnThreads.provideScope(for: test, testCase: nil) {
            begun.change { $0 += 1 }
            begun.wait { $0 == count ? .done(()) : .waits }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(begun.change { $0 } == count)
  }
}
