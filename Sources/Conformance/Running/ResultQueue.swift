#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Brings results from the workers to whoever tells of them, in the order of the cases.
///
/// Workers wait when they are far ahead, so that memory stays flat whatever the number of cases.
@safe final class ResultQueue: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Everything below is touched only while the mutex is held.
  private var waiting: [Int: CaseResult] = [:]
  private var nextToPlay = 0
  private var nextToTell = 0
  private var workers: Int
  private var isClosed = false
  private let total: Int
  private static let mostAhead = 256

  init(total: Int, workers: Int) {
    self.total = total
    self.workers = workers
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// The next case to play; nil when there is none, or no more is wanted, or one could be had only by waiting.
  func take(mayWait: Bool = true) -> Int? {
    locked {
      while !isClosed, nextToPlay < total, nextToPlay - nextToTell >= ResultQueue.mostAhead {
        guard mayWait else { return nil }
        wait()
      }
      guard !isClosed, nextToPlay < total else { return nil }
      defer { nextToPlay += 1 }
      return nextToPlay
    }
  }

  /// Hands in what came of a case.
  func put(_ result: CaseResult) {
    locked {
      waiting[result.index] = result
      wakeAll()
    }
  }

  /// A worker will hand in nothing more.
  func leave() {
    locked {
      workers -= 1
      wakeAll()
    }
  }

  /// No further case is played.
  func close() {
    locked {
      isClosed = true
      wakeAll()
    }
  }

  /// The next result in order; nil when there will be none. A case that no worker played leaves no gap: what is behind it still comes.
  func next() -> CaseResult? {
    locked {
      while true {
        if let result = waiting.removeValue(forKey: nextToTell) {
          nextToTell += 1
          wakeAll()
          return result
        }
        if workers == 0 {
          guard let first = waiting.keys.min() else { return nil }
          nextToTell = first
          continue
        }
        wait()
      }
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }

  private func wait() { unsafe pthread_cond_wait(condition, mutex) }
  private func wakeAll() { unsafe pthread_cond_broadcast(condition) }
}
