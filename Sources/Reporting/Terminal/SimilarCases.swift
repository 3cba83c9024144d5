// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// Consecutive cases of one scenario that are reported in one line.
struct SimilarCases {
  let verdict: Verdict
  private let scenario: String
  private let firstCase: String
  private let title: String
  private let observed: String?
  private var count = 1

  init(_ result: CaseResult, title: String, observed: String?) {
    verdict = result.verdict
    scenario = result.played.scenario.id
    firstCase = result.played.id
    self.title = title
    self.observed = observed
  }

  /// Adds another case; returns `false` if it does not belong to the group.
  mutating func add(_ result: CaseResult, title: String) -> Bool {
    guard result.verdict == verdict, result.played.scenario.id == scenario, title == self.title
    else { return false }
    count += 1
    return true
  }

  /// The line; for a single case with what was observed.
  var text: String {
    if count > 1 { return "\(Visible.line(scenario)), \(count) cases: \(Visible.line(title))" }
    return "\(Visible.line(firstCase)): \(Visible.line(title))"
      + (observed.map { " (\(Visible.line($0)))" } ?? "")
  }
}
