// SPDX-License-Identifier: Apache-2.0

import Reporting
import Scenarios
import Transcripts

/// The result of playing a case. Its description is the report of `authspec run`.
public struct ScenarioOutcome: Sendable, CustomStringConvertible {
  /// The gravest verdict of the case's checks.
  public let verdict: Verdict
  /// What was expected, the sentence of the RFC, what was observed, and the exchanges.
  public let description: String

  /// `false` for fail, timeout, crash and error; `true` if nothing was broken that must hold.
  public var isGood: Bool { !verdict.isBad }

  /// `false` if the case showed nothing: it was skipped because the client does not claim its
  /// abilities, or its situation never arose.
  public var isConclusive: Bool { verdict != .skipped && verdict != .inconclusive }

  init(_ result: CaseResult?, of played: Case, _ requirements: [String: Requirement]) {
    guard let result else {
      verdict = .error
      description = "\(played.id) was not played"
      return
    }
    verdict = result.verdict
    description = CaseText.text(result, requirements: requirements)
  }
}
