internal import ScenarioLanguage

/// Holds a run's results against the failures that are known: what is expected, what has been mended, what is stale.
struct ExpectationLedger {
  private let entries: [ExpectedFailure]
  /// By entry: a case of the run was meant, and played.
  private var wasPlayed: [Bool]
  /// By entry: a check ended as it says.
  private var wasMet: [Bool]

  init(_ expected: ExpectedFailures?) {
    entries = expected?.entries ?? []
    wasPlayed = Array(repeating: false, count: entries.count)
    wasMet = Array(repeating: false, count: entries.count)
  }

  /// Marks the checks of a result that were expected to fail, and those that were and did not.
  mutating func apply(to result: inout CaseResult) {
    guard !entries.isEmpty, result.verdict != .skipped else { return }
    let id = result.played.id
    for (index, entry) in entries.enumerated() where entry.covers(case: id) {
      wasPlayed[index] = true
      for check in result.checks where entry.covers(check: check.descriptor.id) {
        if check.verdict.rawValue == entry.verdict.rawValue {
          if check.verdict.isBad { result.expected[check.descriptor.id] = entry.reason }
          wasMet[index] = true
        } else if entry.isExact, !check.verdict.isBad {
          result.unexpectedPasses[check.descriptor.id] = entry.reason
          wasMet[index] = true
        }
      }
    }
  }

  /// Entries whose cases were played and in which nothing ended as they say: each as a sentence.
  func stale(patternsToo: Bool) -> [String] {
    entries.indices.filter {
      wasPlayed[$0] && !wasMet[$0] && (patternsToo || entries[$0].isExact)
    }.map { index in
      let entry = entries[index]
      return
        "line \(entry.location.line): no check “\(entry.checkPattern)” comes to “\(entry.verdict.rawValue)” any more in “\(entry.casePattern)”"
    }
  }
}
