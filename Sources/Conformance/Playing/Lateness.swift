internal import ClientDrivers

/// Whether time ran out in a play.
package enum Lateness: Int, Comparable {
  /// Every request came to its end.
  case inTime
  /// The client gave a request up.
  case outOfTime
  /// The client did not come to an end at all.
  case hung

  package static func < (left: Lateness, right: Lateness) -> Bool { left.rawValue < right.rawValue }
}

extension Play {
  /// Whether time ran out for any of its requests.
  package var lateness: Lateness {
    var lateness = Lateness.inTime
    for step in steps {
      for request in step.requests { lateness = max(lateness, request.outcome.lateness) }
    }
    return lateness
  }
}

extension CaseResult {
  /// Whether time ran out for any of its requests.
  package var lateness: Lateness { play?.lateness ?? .inTime }
}

extension ClientOutcome {
  fileprivate var lateness: Lateness {
    switch self {
    case .hung: .hung
    case .failure(let failure): failure.kind == .timeout ? .outOfTime : .inTime
    case .response, .unsupported, .crashed, .faulty: .inTime
    }
  }
}
