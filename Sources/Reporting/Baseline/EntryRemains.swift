// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The part of an entry that is still needed after a run: patterns of the cases that still fail or
/// were not played, and patterns of checks that such a case needs.
struct EntryRemains {
  /// For each pattern of cases, those that replace it; `nil` if it stays.
  private(set) var patterns: [[String]?] = []
  /// For each pattern of checks, an empty list if no case needs it; `nil` if it stays.
  private(set) var checks: [[String]?]
  /// How many of its cases are fixed.
  let fixed: Int

  /// Whether nothing is left of the entry.
  var isEmpty: Bool { patterns.allSatisfy { $0?.isEmpty ?? false } }
  /// Whether the entry stays as it is.
  var isWhole: Bool { (patterns + checks).allSatisfy { $0 == nil } }

  /// - Parameters:
  ///   - run: what the client did.
  ///   - others: cases that were not in the run. A pattern that matches one of them stays.
  ///   - areAll: whether there are no other cases; else a pattern without a case stays.
  init(
    _ entry: ExpectedFailure, after run: BaselineCollector, besides others: [CasePatterns.Member],
    areAll: Bool
  ) {
    let broken = run.broken.filter { entry.covers($0) }
    let failing = Set(broken.map(\.member))
    let isFixed = { member in run.played.contains(member) && !failing.contains(member) }
    var fixed: Set<CasePatterns.Member> = []
    var known = Set(entry.cases.map(\.pattern))
    // Whether every case that the entry may match was played.
    var isJudged = true
    for pattern in entry.cases {
      let own = run.members.filter { pattern.matches($0.id) }
      let gone = own.filter(isFixed)
      let matchesOthers = others.contains { pattern.matches($0.id) }
      if matchesOthers || (own.isEmpty ? !areAll : !own.allSatisfy(run.played.contains)) {
        isJudged = false
      }
      guard own.isEmpty ? areAll : !gone.isEmpty, !matchesOthers else {
        patterns.append(nil)
        continue
      }
      fixed.formUnion(gone)
      let kept = own.filter { !isFixed($0) }
      let narrow = Set(kept.map(\.scenario)).sorted().flatMap { scenario in
        CasePatterns.covering(
          Set(kept), of: (run.members + others).filter { $0.scenario == scenario })
      }
      // Each stands once in the list.
      patterns.append(narrow.filter { known.insert($0).inserted })
    }
    self.fixed = fixed.count
    checks = entry.checks.map { check in
      !isJudged || broken.contains { check.matches($0.check) } ? nil : []
    }
  }
}
