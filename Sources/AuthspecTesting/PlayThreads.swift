// SPDX-License-Identifier: Apache-2.0

import Platform
internal import LibC
internal import Synchronization

/// Threads to play on, at most one for each core at a time. Playing waits in poll(2), so on a
/// thread of Swift's pool it could block the tasks that it waits for.
enum PlayThreads {
  private static let semaphore = AsyncSemaphore(
    places: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Performs something that blocks, on a thread of its own.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await semaphore.enter()
    let thread = Mutex<WorkerThread?>(nil)
    let value = await withCheckedContinuation { continuation in
      let isStarted = thread.withLock {
        $0 = WorkerThread { continuation.resume(returning: body()) }
        return $0 != nil
      }
      // If no thread can be started, this one is used.
      if !isStarted { continuation.resume(returning: body()) }
    }
    thread.withLock { $0?.join() }
    await semaphore.leave()
    return value
  }
}

/// Admits a limited number of tasks at a time, the others in order of arrival.
private actor AsyncSemaphore {
  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { self.places = places }

  func enter() async {
    if places > 0 {
      places -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() {
    if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
  }
}
