import Transcripts

/// Faults of the harness or the driver that follow one another: where they are all of one kind, the
/// cases that are left would come to nothing else.
struct FaultStreak {
  /// So many faults of one kind in a row end a run.
  static let most = 10

  private var kind = ""
  private var count = 0
  private var reason = ""

  /// Takes the next result in order; a case that was skipped is neither a fault nor the end of a
  /// streak.
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
