// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// Consecutive faults of the harness or the driver: if they are all of one kind, the remaining
/// cases would fail in the same way.
struct FaultStreak {
  /// How many consecutive faults of one kind end a run.
  static let most = 10

  private var kind = ""
  private var count = 0
  private var reason = ""

  /// Adds the next result in order; a skipped case is neither a fault nor the end of a streak.
  mutating func take(_ result: CaseResult) {
    switch result.verdict {
    case .skipped: return
    case .pass, .note, .warn, .inconclusive, .fail, .timeout, .crash:
      count = 0
    case .error:
      let words = result.reason ?? result.play?.fault ?? ""
      let kind = FaultStreak.kind(of: words)
      count = kind == self.kind ? count + 1 : 1
      self.kind = kind
      reason = words
    }
  }

  /// The reason of the last fault, once there are too many; `nil` before.
  var end: String? { count >= FaultStreak.most ? reason : nil }

  /// The first line without its numbers, which are those of ports, processes and ids.
  private static func kind(of reason: String) -> String {
    String(reason.prefix { !$0.isNewline }.filter { !$0.isNumber })
  }
}
