// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// What a run leaves of an entry's patterns: those of cases cover the cases that still fail and those
/// that were not played, and none that passes; those of checks are still needed by a case.
struct EntryRemains {
  /// What takes the place of each pattern of cases; `nil` where it stays.
  private(set) var patterns: [[String]?] = []
  /// Nothing for each pattern of checks that no case needs; `nil` where it stays.
  private(set) var checks: [[String]?]
  /// How many of its cases are fixed.
  let fixed: Int

  /// Nothing is left of it.
  var isEmpty: Bool { patterns.allSatisfy { $0?.isEmpty ?? false } }
  /// It stays as it is.
  var isWhole: Bool { (patterns + checks).allSatisfy { $0 == nil } }

  /// - Parameters:
  ///   - run: what the client did.
  ///   - others: cases that the run did not have. A pattern that means one of them stays.
  ///   - areAll: there are no more; if there may be, a pattern without a case stays.
  init(
    _ entry: ExpectedFailure, after run: BaselineCollector, besides others: [CasePatterns.Member],
    areAll: Bool
  ) {
    let broken = run.broken.filter { entry.covers($0) }
    let failing = Set(broken.map(\.member))
    let isFixed = { member in run.played.contains(member) && !failing.contains(member) }
    var fixed: Set<CasePatterns.Member> = []
    var known = Set(entry.cases.map(\.pattern))
    // Every case that it may mean was played.
    var isJudged = true
    for pattern in entry.cases {
      let own = run.members.filter { pattern.matches($0.id) }
      let gone = own.filter(isFixed)
      let meansOthers = others.contains { pattern.matches($0.id) }
      if meansOthers || (own.isEmpty ? !areAll : !own.allSatisfy(run.played.contains)) {
        isJudged = false
      }
      guard own.isEmpty ? areAll : !gone.isEmpty, !meansOthers else {
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
