internal import LibC

/// What several threads share: one at a time looks at it, and a thread may wait until it is as it
/// wants it.
@safe package final class Monitor<Shared: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Touched only while the mutex is held.
  private var shared: Shared

  /// A monitor of that.
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

  /// Changes what is shared, and wakes whoever waits; or leaves that to a later change, where
  /// `wakes` says so of this one.
  package func change<Result>(
    wakes: (Shared) -> Bool = { _ in true }, _ body: (inout Shared) -> Result
  ) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    let result = body(&shared)
    if wakes(shared) { unsafe pthread_cond_broadcast(condition) }
    return result
  }

  /// What an attempt came to.
  package enum Attempt<Result> {
    /// To this.
    case done(Result)
    /// To nothing yet: it is made again once something has changed.
    case waits
  }

  /// Waits until an attempt comes to something; `wakes` where others may wait for what it changes.
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
