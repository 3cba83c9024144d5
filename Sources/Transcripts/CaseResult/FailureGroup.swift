// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The cases of a run that have one cause.
package struct FailureGroup: Sendable {
  package let cause: FailureCause
  /// The case with the fewest steps and exchanges.
  package private(set) var smallest: CaseResult
  /// The check of the smallest case that shows the cause; `nil` if no check could be made.
  package private(set) var check: Check?
  /// The ids of its cases, in the order of the run.
  package private(set) var cases: [String] = []
  private var broken: [String: Int] = [:]

  /// Creates a group of one case.
  package init(_ cause: FailureCause, shownBy check: Check?, of result: CaseResult) {
    self.cause = cause
    self.check = check
    smallest = result
    count(result, check)
  }

  /// Adds another case of the same cause.
  package mutating func add(_ result: CaseResult, shownBy check: Check?) {
    count(result, check)
    guard result.size < smallest.size else { return }
    smallest = result
    self.check = check
  }

  /// The broken requirements with the number of cases of each, the most frequent first.
  package var requirements: [(id: String, cases: Int)] {
    broken.map { (id: $0.key, cases: $0.value) }.sorted { (-$0.cases, $0.id) < (-$1.cases, $1.id) }
  }

  /// Returns the group with `smallest` and `check` replaced.
  package func showing(_ smallest: CaseResult, by check: Check?) -> FailureGroup {
    var group = self
    group.smallest = smallest
    group.check = check
    return group
  }

  private mutating func count(_ result: CaseResult, _ check: Check?) {
    cases.append(result.played.id)
    if let requirement = check?.requirements.first { broken[requirement, default: 0] += 1 }
  }
}

extension CaseResult {
  /// The size of the case: compared by steps, then by exchanges.
  fileprivate var size: (steps: Int, exchanges: Int) {
    (play?.steps.count ?? 0, play?.recording.exchanges.count ?? 0)
  }
}
