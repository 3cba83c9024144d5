import Platform
import Transcripts

/// Brings results from the workers to whoever tells of them, in the order of the cases.
///
/// Workers wait when they are far ahead, so that memory stays flat whatever the number of cases.
final class ResultQueue: Sendable {
  private struct Queue {
    var waiting: [Int: CaseResult] = [:]
    var nextToPlay = 0
    var nextToTell = 0
    var workers: Int
    var isClosed = false
  }

  private let queue: Monitor<Queue>
  private let total: Int
  private static let mostAhead = 256

  init(total: Int, workers: Int) {
    self.total = total
    queue = Monitor(Queue(workers: workers))
  }

  /// The next case to play; `nil` if there is none, or no more is wanted, or one could be had only
  /// by waiting.
  func take(mayWait: Bool = true) -> Int? {
    queue.wait { queue in
      guard !queue.isClosed, queue.nextToPlay < total else { return .done(nil) }
      guard queue.nextToPlay - queue.nextToTell < ResultQueue.mostAhead else {
        return mayWait ? .waits : .done(nil)
      }
      defer { queue.nextToPlay += 1 }
      return .done(queue.nextToPlay)
    }
  }

  /// Hands in what came of a case.
  func put(_ result: CaseResult) { queue.change { $0.waiting[result.index] = result } }

  /// A worker will hand in nothing more.
  func leave() { queue.change { $0.workers -= 1 } }

  /// No further case is played.
  func close() { queue.change { $0.isClosed = true } }

  /// The next result in order; `nil` if there will be none. A case that no worker played leaves no
  /// gap: what is behind it still comes.
  func next() -> CaseResult? {
    queue.wait(wakes: true) { queue in
      if queue.waiting[queue.nextToTell] == nil, queue.workers == 0 {
        guard let first = queue.waiting.keys.min() else { return .done(nil) }
        queue.nextToTell = first
      }
      guard let result = queue.waiting.removeValue(forKey: queue.nextToTell) else { return .waits }
      queue.nextToTell += 1
      return .done(result)
    }
  }
}
