// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// Whether time ran out in a play.
package enum TimeoutStatus: Int, Comparable {
  /// Every request ended.
  case inTime
  /// The client gave a request up.
  case outOfTime
  /// The client hung.
  case hung

  package static func < (left: TimeoutStatus, right: TimeoutStatus) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Transcript {
  /// Whether time ran out for any of its requests.
  package var lateness: TimeoutStatus {
    var lateness = TimeoutStatus.inTime
    for step in steps {
      for request in step.requests { lateness = max(lateness, request.outcome.lateness) }
    }
    return lateness
  }
}

extension CaseResult {
  /// Whether time ran out for any of its requests.
  package var lateness: TimeoutStatus { play?.lateness ?? .inTime }
}

extension ClientOutcome {
  fileprivate var lateness: TimeoutStatus {
    switch self {
    case .hung: .hung
    case .failure(let failure): failure.kind == .timeout ? .outOfTime : .inTime
    case .response, .unsupported, .crashed, .faulty: .inTime
    }
  }
}
