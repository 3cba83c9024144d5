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

  @Test("Only as many tasks pass a semaphore at once as it has places")
  func semaphore() async {
    let semaphore = TaskSemaphore(2)
    let passed = Monitor((inside: 0, most: 0, order: [Int]()))
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          await semaphore.pass {
            passed.change { passed in
              passed.inside += 1
              passed.most = max(passed.most, passed.inside)
              passed.order.append(number)
            }
            for _ in 0..<10 { await Task.yield() }
            passed.change { $0.inside -= 1 }
          }
        }
      }
    }
    let (inside, most, order) = passed.change { $0 }
    #expect(inside == 0)
    #expect(most == 2)
    #expect(order.sorted() == Array(0..<50))
  }

  @Test("A semaphore's place goes to the task that has waited longest")
  func order() async {
    let semaphore = TaskSemaphore(1)
    let order = Monitor([Int]())
    let (isHeld, isOver) = (Monitor(false), Monitor(false))
    await withTaskGroup { group in
      group.addTask {
        await semaphore.pass {
          isHeld.change { $0 = true }
          while !isOver.change({ $0 }) { await Task.yield() }
        }
      }
      while !isHeld.change({ $0 }) { await Task.yield() }
      // Each begins to wait before the next one exists.
      for number in 0..<20 {
        group.addTask { await semaphore.pass { order.change { $0.append(number) } } }
        while semaphore.waitingCount <= number { await Task.yield() }
      }
      isOver.change { $0 = true }
    }
    #expect(order.change { $0 } == Array(0..<20))
  }
}
