internal import ClientDrivers
internal import ScenarioLanguage

/// Holds a run's results against the failures that are known: what is expected, what has been mended, what is stale.
struct ExpectationLedger {
  private let entries: [ExpectedFailures.Entry]
  private let patterns: [(played: Glob, check: Glob)]
  /// By entry: a case of the run was meant, and played.
  private var wasPlayed: [Bool]
  /// By entry: a check failed as it says.
  private var wasMet: [Bool]

  init(_ expected: ExpectedFailures?, client: ClientIdentity) {
    entries = expected?.entries ?? []
    patterns = entries.map { (Glob($0.case), Glob($0.check)) }
    wasPlayed = Array(repeating: false, count: entries.count)
    wasMet = Array(repeating: false, count: entries.count)
  }

  /// Marks the checks of a result that were expected to fail, and those that were and did not.
  mutating func apply(to result: inout CaseResult) {
    guard !entries.isEmpty, result.verdict != .skipped else { return }
    let id = result.played.id
    for (index, entry) in entries.enumerated() where patterns[index].played.matches(id) {
      wasPlayed[index] = true
      let isExact = !Glob.isPattern(entry.case) && !Glob.isPattern(entry.check)
      for check in result.checks where patterns[index].check.matches(check.descriptor.id) {
        if check.verdict.isBad {
          result.expected[check.descriptor.id] = entry.reason
          wasMet[index] = true
        } else if isExact {
          result.unexpectedPasses[check.descriptor.id] = entry.reason
          wasMet[index] = true
        }
      }
    }
  }

  /// Entries whose cases were played and in which nothing failed as they say: each as a sentence.
  var stale: [String] {
    entries.indices.filter { wasPlayed[$0] && !wasMet[$0] }.map { index in
      let entry = entries[index]
      return
        "line \(entry.location.line): no check “\(entry.check)” fails any more in “\(entry.case)”"
    }
  }
}
