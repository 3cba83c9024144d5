#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Hands out the numbers of inputs to workers and takes what came of them, in order.
///
/// Inputs are made in rounds of fixed length. Those of a round are made from the corpus as it was when the round before the
/// last was merged: the last may still be in play. So an input is the same whatever the number of workers, and no worker
/// waits for the end of a round.
@safe final class RoundBoard: @unchecked Sendable {
  /// Inputs in a round.
  static let roundLength: UInt64 = 256

  /// A piece of work.
  struct Work: Sendable {
    /// The number of the input.
    var index: UInt64
    /// The corpus that it is made from.
    var corpus: [FuzzInput]
  }

  /// What came of it.
  struct Output: Sendable {
    /// The input.
    var input: FuzzInput
    /// What the target did with it.
    var observation: Observation
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Everything below is touched only while the mutex is held.
  private var waiting: [UInt64: Output] = [:]
  private var next: UInt64 = 0
  private var merged: UInt64 = 0
  /// The corpora of the rounds that may be played now.
  private var corpora: [UInt64: [FuzzInput]]
  private var workers: Int
  private var isClosed = false
  private let total: UInt64

  /// A board for so many inputs; the first two rounds are made from a corpus that is there already.
  init(total: UInt64, workers: Int, corpus: [FuzzInput]) {
    self.total = total
    self.workers = workers
    corpora = [0: corpus, 1: corpus]
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// The next input to be made and shown; nil when there is none, or no more is wanted.
  func take() -> Work? {
    locked {
      while !isClosed, next < total {
        if let corpus = corpora[next / RoundBoard.roundLength] {
          defer { next += 1 }
          return Work(index: next, corpus: corpus)
        }
        wait()
      }
      return nil
    }
  }

  /// Hands in what came of an input.
  func put(_ output: Output, of index: UInt64) {
    locked {
      waiting[index] = output
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

  /// No further input is shown.
  func close() {
    locked {
      isClosed = true
      wakeAll()
    }
  }

  /// What came of the next input in order; nil when there will be none.
  func nextOutput() -> Output? {
    locked {
      while true {
        if let output = waiting.removeValue(forKey: merged) {
          merged += 1
          return output
        }
        if workers == 0 || merged >= total { return nil }
        wait()
      }
    }
  }

  /// The round that `merged` inputs complete is over: the round after the next is made from this corpus.
  func endRound(_ round: UInt64, corpus: [FuzzInput]) {
    locked {
      corpora[round] = nil
      corpora[round + 2] = corpus
      wakeAll()
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
