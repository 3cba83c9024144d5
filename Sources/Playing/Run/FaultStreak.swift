// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// Consecutive faults of the harness or the driver: if they are all of one kind, the remaining
/// cases would fail in the same way.
struct FaultStreak {
  /// The part that failed.
  private enum Cause {
    /// The servers cannot play the scenario.
    case plan
    /// The servers could not be prepared.
    case setup
    /// A server failed during the play.
    case server
    /// The client's program broke its contract, or failed outside of a request.
    case client

    /// The cause of a result that is at fault.
    init(_ result: CaseResult) {
      guard let recording = result.play?.recording else {
        self = .plan
        return
      }
      self = recording.servers.isEmpty ? .setup : recording.faults.isEmpty ? .client : .server
    }
  }

  /// The number of consecutive faults of one kind that ends a run.
  static let most = 10

  private var cause: Cause?
  private var count = 0
  private var reason = ""

  /// Adds the next result in order; a skipped case is neither a fault nor the end of a streak.
  mutating func take(_ result: CaseResult) {
    switch result.verdict {
    case .skipped: return
    case .pass, .note, .warn, .inconclusive, .fail, .timeout, .crash:
      count = 0
    case .error:
      let cause = Cause(result)
      count = cause == self.cause ? count + 1 : 1
      self.cause = cause
      reason = result.reason ?? result.play?.fault ?? ""
    }
  }

  /// The reason of the last fault, once there are too many; `nil` before.
  var end: String? { count >= FaultStreak.most ? reason : nil }
}
