// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// State that several threads share. Only one accesses it at a time, and a thread can wait for a
/// condition.
@safe package final class Monitor<Shared: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Accessed only while the mutex is locked.
  private var shared: Shared

  package init(_ shared: Shared) {
    self.shared = shared
    unsafe pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      unsafe pthread_cond_init(condition, nil)
    #else
      // The clock of `Instant`, which is never set.
      var attributes = pthread_condattr_t()
      unsafe pthread_condattr_init(&attributes)
      unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      unsafe pthread_cond_init(condition, &attributes)
      unsafe pthread_condattr_destroy(&attributes)
    #endif
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

  /// The result of an attempt of `wait(wakes:_:)`.
  package enum Attempt<Result> {
    case done(Result)
    /// Try again after the next change.
    case waits
    /// Try again after the next change, or at this time.
    case waitsUntil(Instant)
  }

  /// Waits until an attempt succeeds. With `wakes`, it then wakes the other waiting threads.
  package func wait<Result>(
    wakes: Bool = false, _ attempt: (inout Shared) -> Attempt<Result>
  ) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      switch attempt(&shared) {
      case .done(let result):
        if wakes { unsafe pthread_cond_broadcast(condition) }
        return result
      case .waits: unsafe pthread_cond_wait(condition, mutex)
      case .waitsUntil(let time): sleep(until: time)
      }
    }
  }

  /// Waits for a change or a time. The mutex is locked before and after.
  private func sleep(until time: Instant) {
    #if canImport(Darwin)
      var left = timespec(nanoseconds: max(0, time.nanoseconds(since: .now)))
      _ = unsafe pthread_cond_timedwait_relative_np(condition, mutex, &left)
    #else
      var time = timespec(nanoseconds: time.nanoseconds)
      _ = unsafe pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }
}

extension timespec {
  fileprivate init(nanoseconds: Int64) {
    self.init()
    tv_sec = numericCast(nanoseconds / 1_000_000_000)
    tv_nsec = numericCast(nanoseconds % 1_000_000_000)
  }
}
