// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts

/// Passes results from the workers to the reporting thread, in the order of the cases.
///
/// Workers wait when they are far ahead, so that few results are in memory whatever the number of
/// cases and the size of their recordings.
final class ResultQueue: Sendable {
  private struct Queue {
    var waiting: [Int: CaseResult] = [:]
    /// The approximate number of octets that the waiting results take.
    var weight = 0
    var nextToPlay = 0
    var nextToReport = 0
    var workers: Int
    var isClosed = false
  }

  private let queue: Monitor<Queue>
  private let total: Int
  /// The most cases ahead of the oldest unreported one: about as many as are played in a second.
  private static let mostAhead = 4096
  /// The approximate number of octets of waiting results above which no further case is begun.
  private static let mostWeight = 12 << 20

  init(total: Int, workers: Int) {
    self.total = total
    queue = Monitor(Queue(workers: workers))
  }

  /// Returns the next case to play; `nil` if there is none, the queue is closed, or the call would
  /// have to wait.
  func take(mayWait: Bool = true) -> Int? {
    queue.wait { queue in
      guard !queue.isClosed, queue.nextToPlay < total else { return .done(nil) }
      guard queue.nextToPlay - queue.nextToReport < ResultQueue.mostAhead,
        queue.weight < ResultQueue.mostWeight
      else { return mayWait ? .waits : .done(nil) }
      defer { queue.nextToPlay += 1 }
      return .done(queue.nextToPlay)
    }
  }

  /// Adds the result of a case.
  func put(_ result: CaseResult) {
    let weight = result.weight
    queue.change {
      $0.waiting[result.index] = result
      $0.weight += weight
    }
  }

  /// Notes that a worker has ended.
  func leave() { queue.change { $0.workers -= 1 } }

  /// No further case is played.
  func close() { queue.change { $0.isClosed = true } }

  /// Returns the next result in order; `nil` if there will be none. A case that no worker played is
  /// passed over.
  func next() -> CaseResult? {
    queue.wait(wakes: true) { queue in
      if queue.waiting[queue.nextToReport] == nil, queue.workers == 0 {
        guard let first = queue.waiting.keys.min() else { return .done(nil) }
        queue.nextToReport = first
      }
      guard let result = queue.waiting.removeValue(forKey: queue.nextToReport) else {
        return .waits
      }
      queue.nextToReport += 1
      queue.weight -= result.weight
      return .done(result)
    }
  }
}

extension CaseResult {
  /// The approximate number of octets that it takes in memory, apart from its case.
  fileprivate var weight: Int {
    guard let play else { return 512 }
    let responses = play.steps.reduce(0) { sum, step in
      step.requests.reduce(sum) { $0 + $1.outcome.weight }
    }
    return play.recording.exchanges.reduce(2048 + 256 * checks.count + responses) {
      $0 + $1.weight
    }
  }
}

extension Recording.Exchange {
  fileprivate var weight: Int {
    var weight = 1024 + (rawHead?.count ?? 0) + request.fields.octetCount + body.count
    if case .response(let response)? = reply?.content {
      weight += response.head.fields.octetCount + response.body.count
    }
    return weight
  }
}
