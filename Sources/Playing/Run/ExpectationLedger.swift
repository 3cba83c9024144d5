// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// Compares a run's results with the failures that are expected: which occur, which are fixed,
/// which are stale.
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
      // A check that failed in some plays only has neither failed as expected nor been fixed.
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

  /// The stale entries, each as a sentence: their cases were played and no check ended as expected,
  /// or there is no such case.
  ///
  /// Only a whole run shows that a pattern is stale or that there is no such case, because a case
  /// that was not selected may be meant. An entry whose cases the client cannot play is not stale,
  /// because other versions may be able to play them.
  /// An entry that has expired is stale from the day after.
  func stale(wasWhole: Bool, today: CalendarDate) -> [String] {
    entries.indices.compactMap { index in
      let entry = entries[index]
      let place = "line \(entry.location.line)"
      if let expires = entry.expires, expires < today, hasCase[index] {
        return "\(place): “\(entry.casePatterns)” was to be fixed by \(expires)"
      }
      if !hasCase[index] {
        return wasWhole ? "\(place): there is no case “\(entry.casePatterns)”" : nil
      }
      guard wasPlayed[index], !wasMet[index], wasWhole || entry.isExact else { return nil }
      return
        "\(place): no check “\(entry.checkPatterns)” comes to “\(entry.verdict.rawValue)” any "
        + "more in “\(entry.casePatterns)”"
    }
  }
}
