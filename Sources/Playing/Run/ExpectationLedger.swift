import Scenarios
import Transcripts

/// Holds a run's results against the failures that are known: what is expected, what has been
/// mended, what is stale.
struct ExpectationLedger {
  private let entries: [ExpectedFailure]
  /// By entry: a case of the run was meant, whether or not the client could play it.
  private var hasCase: [Bool]
  /// By entry: a case of the run was meant, and played.
  private var wasPlayed: [Bool]
  /// By entry: a check ended as it says.
  private var wasMet: [Bool]

  init(_ expected: ExpectedFailures?) {
    entries = expected?.entries ?? []
    hasCase = Array(repeating: false, count: entries.count)
    wasPlayed = Array(repeating: false, count: entries.count)
    wasMet = Array(repeating: false, count: entries.count)
  }

  /// Marks the checks of a result that were expected to fail, and those that were and did not.
  mutating func apply(to result: inout CaseResult) {
    guard !entries.isEmpty else { return }
    let id = result.played.id
    for (index, entry) in entries.enumerated() where entry.covers(case: id) {
      hasCase[index] = true
      guard result.verdict != .skipped else { continue }
      wasPlayed[index] = true
      // What failed in some plays and not in others has neither failed as expected nor been mended.
      let flaky = result.flakiness?.checks.filter { entry.covers(check: $0) } ?? []
      if let flakiness = result.flakiness, !flaky.isEmpty {
        wasMet[index] = true
        result.reason = "\(result.reason ?? flakiness.sentence); expected to fail: \(entry.reason)"
      }
      for check in result.checks
      where entry.covers(check: check.descriptor.id) && !flaky.contains(check.descriptor.id) {
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

  /// Entries that nothing meets any more, each as a sentence: their cases were played and nothing
  /// in them ended as they say, or there is no such case.
  ///
  /// Only a whole run can tell that of a pattern, and that there is no such case: what was not
  /// selected may be what is meant. An entry whose cases the client cannot play is left alone, as
  /// other versions of it may be able to.
  func stale(wasWhole: Bool) -> [String] {
    entries.indices.compactMap { index in
      let entry = entries[index]
      let place = "line \(entry.location.line)"
      if !hasCase[index] {
        return wasWhole ? "\(place): there is no case “\(entry.casePattern)”" : nil
      }
      guard wasPlayed[index], !wasMet[index], wasWhole || entry.isExact else { return nil }
      return
        "\(place): no check “\(entry.checkPattern)” comes to “\(entry.verdict.rawValue)” any more in “\(entry.casePattern)”"
    }
  }
}
