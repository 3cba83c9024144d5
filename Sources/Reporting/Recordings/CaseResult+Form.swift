// SPDX-License-Identifier: Apache-2.0

import JSON
import Scenarios
import Transcripts

/// A result without its case, its place and its play.
extension CaseResult: JSONConvertible, JSONFormed {
  package static let form = JSONForm(
    CaseResult(
      index: 0,
      played: Case(
        scenario: Scenario(id: "", file: "", title: "", level: .note), servers: [],
        client: ClientSettings(), steps: [], location: SourceLocation(line: 1, column: 1)),
      verdict: .pass, checks: []),
    .must("verdict", \.verdict), .must("checks", \.checks), .may("reason", \.reason),
    .may("flaky", \.flakiness), .may("dismissed", \.dismissed),
    .may("flakyFails", \.isFlakyFailure), .may("expected", \.expected),
    .may("unexpectedPasses", \.unexpectedPasses))
}

extension Flakiness: JSONConvertible, JSONFormed {
  package static let form = JSONForm(
    Flakiness(), .must("plays", \.plays), .must("brokenPlays", \.brokenPlays),
    .must("checks", \.checks), .must("outcomes", \.outcomes))
}

extension Flakiness.Outcome: JSONConvertible, JSONFormed {
  package static let form = JSONForm(
    Flakiness.Outcome(verdict: .pass, broken: [], plays: 0), .must("verdict", \.verdict),
    .must("plays", \.plays), .must("broken", \.broken))
}
