// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// State that several threads share. One at a time accesses it, and a thread can wait for a
/// condition.
@safe package final class Monitor<Shared: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Accessed only while the mutex is locked.
  private var shared: Shared

  package init(_ shared: Shared) {
    self.shared = shared
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Changes the state and wakes the waiting threads, unless `wakes` returns `false`.
  package func change<Result>(
    wakes: (Shared) -> Bool = { _ in true }, _ body: (inout Shared) -> Result
  ) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    let result = body(&shared)
    if wakes(shared) { unsafe pthread_cond_broadcast(condition) }
    return result
  }

  package enum Attempt<Result> {
    case done(Result)
    /// The attempt is repeated after the next change.
    case waits
  }

  /// Waits until an attempt succeeds. With `wakes` it then wakes the other waiting threads.
  package func wait<Result>(
    wakes: Bool = false, _ attempt: (inout Shared) -> Attempt<Result>
  ) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if case .done(let result) = attempt(&shared) {
        if wakes { unsafe pthread_cond_broadcast(condition) }
        return result
      }
      unsafe pthread_cond_wait(condition, mutex)
    }
  }
}
