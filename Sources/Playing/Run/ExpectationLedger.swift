// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// Compares a run's results with the failures that are expected: which occur, which are fixed,
/// which are stale.
struct ExpectationLedger {
  private let entries: [ExpectedFailure]
  /// What is known of each entry so far.
  private(set) var uses: [ExpectationUse]

  init(_ expected: ExpectedFailures?) {
    entries = expected?.entries ?? []
    uses = entries.map { entry in
      let place = "line \(entry.location.line)"
      return ExpectationUse(
        withoutCase: "\(place): there is no case “\(entry.casePatterns)”",
        unmet: "\(place): no check “\(entry.checkPatterns)” comes to “\(entry.verdict.rawValue)” "
          + "any more in “\(entry.casePatterns)”")
    }
  }

  /// Marks the checks of a result that were expected to fail, and those that were and did not.
  mutating func apply(to result: inout CaseResult) {
    guard !entries.isEmpty else { return }
    let id = result.played.id
    for (index, entry) in entries.enumerated() where entry.covers(case: id) {
      uses[index].hasCase = true
      guard result.verdict != .skipped else { continue }
      uses[index].wasPlayed = true
      // A check that failed in some plays only has neither failed as expected nor been fixed.
      let flaky = result.flakiness?.checks.filter { entry.covers(check: $0) } ?? []
      if let flakiness = result.flakiness, !flaky.isEmpty {
        uses[index].wasMet = true
        result.reason = "\(result.reason ?? flakiness.sentence); expected to fail: \(entry.reason)"
      }
      for check in result.checks
      where entry.covers(check: check.descriptor.id) && !flaky.contains(check.descriptor.id) {
        if check.verdict.rawValue == entry.verdict.rawValue {
          if check.verdict.isBad { result.expected[check.descriptor.id] = entry.reason }
          uses[index].wasMet = true
        } else if entry.isExact, !check.verdict.isBad {
          result.unexpectedPasses[check.descriptor.id] = entry.reason
          uses[index].wasMet = true
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
      let use = uses[index]
      if let expires = entry.expires, expires < today, use.hasCase {
        return "line \(entry.location.line): “\(entry.casePatterns)” was to be fixed by \(expires)"
      }
      return wasWhole || (use.hasCase && entry.isExact) ? use.staleness : nil
    }
  }
}
