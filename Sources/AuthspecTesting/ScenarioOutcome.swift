import Reporting
import Scenarios
import Transcripts

/// What playing a case came to. It is described as `authspec run` tells a failure.
public struct ScenarioOutcome: Sendable, CustomStringConvertible {
  /// The gravest verdict of the case's checks.
  public let verdict: Verdict
  /// What should be, which sentence of which RFC says so, what was there instead, and the exchanges.
  public let description: String

  /// True where nothing that must hold was broken: not for fail, timeout, crash and error.
  public var isGood: Bool { !verdict.isBad }

  /// True where the case showed something: not for one that was skipped, as the client does not claim what it takes, and
  /// not where its situation never arose.
  public var isConclusive: Bool { verdict != .skipped && verdict != .inconclusive }

  init(_ result: CaseResult?, of played: Case, _ requirements: [String: RequirementText]) {
    guard let result else {
      verdict = .error
      description = "\(played.id) was not played"
      return
    }
    verdict = result.verdict
    description = CaseText.text(result, requirements: requirements)
  }
}
