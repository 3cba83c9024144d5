// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets a number of tasks pass at once. The others wait in the order of their coming, without a
/// thread.
package final class TaskSemaphore: Sendable {
  private struct State: Sendable {
    /// How many more tasks may pass.
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// The first of `waiting` that still waits.
    var next = 0
  }

  private let state: Mutex<State>

  /// `count` tasks may pass at once.
  package init(_ count: Int) { state = Mutex(State(free: count)) }

  /// How many tasks wait.
  package var waitingCount: Int { state.withLock { $0.waiting.count - $0.next } }

  /// Performs `body` when it is this task's turn.
  package func pass(_ body: () async throws -> Void) async rethrows {
    await enter()
    defer { leave() }
    try await body()
  }

  private func enter() async {
    await withCheckedContinuation { continuation in
      let passes = state.withLock { state in
        if state.free == 0 {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if passes { continuation.resume() }
    }
  }

  /// Gives the place to the task that has waited longest.
  private func leave() {
    let successor = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.next < state.waiting.count else {
        state.free += 1
        return nil
      }
      state.next += 1
      return state.waiting[state.next - 1]
    }
    successor?.resume()
  }
}
