// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// Compares a run's results with the expected failures: finds those that occur, are fixed or are
/// stale.
struct ExpectationLedger {
  private let entries: [ExpectedFailure]
  /// The uses of each entry so far.
  private(set) var uses: [ExpectationUse]

  init(_ expected: ExpectedFailures?) {
    let file = expected?.file ?? ""
    entries = expected?.entries ?? []
    uses = entries.map { entry in
      func use(_ cases: String) -> ExpectationUse {
        ExpectationUse(
          file: file, line: entry.location.line, withoutCase: "there is no case “\(cases)”",
          unmet: "no check “\(entry.checkPatterns)” comes to “\(entry.verdict.rawValue)” "
            + "any more in “\(cases)”")
      }
      var whole = use(entry.casePatterns)
      if entry.cases.count > 1 { whole.patterns = entry.cases.map { use($0.pattern) } }
      return whole
    }
  }

  /// Marks the checks of a result that were expected to fail, and those that were and did not.
  mutating func apply(to result: inout CaseResult) {
    guard !entries.isEmpty else { return }
    let id = result.played.id
    for (index, entry) in entries.enumerated() where entry.covers(case: id) {
      var use = uses[index].blank
      defer { note(use, of: index, in: id) }
      use.hasCase = true
      guard result.verdict != .skipped else { continue }
      use.wasPlayed = true
      // A check that failed in some plays only has neither failed as expected nor been fixed.
      let flaky = result.flakiness?.checks.filter { entry.covers(check: $0) } ?? []
      if let flakiness = result.flakiness, !flaky.isEmpty {
        use.wasMet = true
        result.isFlakyFailure = false
        result.reason = "\(result.reason ?? flakiness.sentence); expected to fail: \(entry.reason)"
      }
      for check in result.checks
      where entry.covers(check: check.descriptor.id) && !flaky.contains(check.descriptor.id) {
        if check.verdict.rawValue == entry.verdict.rawValue {
          if check.verdict.isBad { result.expected[check.descriptor.id] = entry.reason }
          use.wasMet = true
        } else if entry.isExact, !check.verdict.isBad {
          result.unexpectedPasses[check.descriptor.id] = entry.reason
          use.wasMet = true
        }
      }
    }
  }

  /// Adds a case's use of an entry, and of each of its patterns that matches the case.
  private mutating func note(_ use: ExpectationUse, of index: Int, in id: String) {
    uses[index].add(use)
    for (place, pattern) in entries[index].cases.enumerated()
    where uses[index].patterns.indices.contains(place) && pattern.matches(id) {
      uses[index].patterns[place].add(use)
    }
  }

  /// The stale entries, each as a sentence: their cases were played and no check ended as expected,
  /// or there is no such case.
  ///
  /// Only a whole run shows that a pattern is stale or that there is no such case, because the
  /// pattern may match a case that was not selected. An entry whose cases the client cannot play is
  /// not stale, because other versions may be able to play them. An entry that has expired is stale
  /// from the day after.
  func stale(wasWhole: Bool, today: CalendarDate) -> [String] {
    entries.indices.compactMap { index in
      let entry = entries[index]
      let use = uses[index]
      if let expires = entry.expires, expires < today, use.hasCase {
        return use.placed(
          "“\(entry.casePatterns)” was to be fixed by \(expires): fix it, or set another day")
      }
      return wasWhole || (use.hasCase && entry.isExact) ? use.staleness : nil
    }
  }

  /// The patterns of entries that still occur, each as a sentence, that have no case or only such
  /// as pass now. They hide it if those fail again.
  ///
  /// A part of a run shows it of a pattern that is the id of a case.
  func stalePatterns(wasWhole: Bool) -> [String] {
    zip(entries, uses).flatMap { entry, use in
      if wasWhole { return use.stalePatterns }
      guard use.wasMet else { return [] }
      return zip(entry.cases, use.patterns).compactMap { pattern, use in
        use.hasCase && !pattern.hasWildcard ? use.staleness : nil
      }
    }
  }
}
