// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension Invariants {
  /// A client asks for credentials only if its session allows it. The subject is a challenge to a
  /// client that can ask, or a question.
  static let asksOnlyWhenAllowed = Invariant(
    .asksOnlyWhenAllowed, "A client that was told to ask nobody for credentials asks nobody",
    requirements: ["R162"]
  ) { evidence in
    let canAsk = evidence.play.client.abilities.contains(.ask)
    var hasSubject = false
    for (step, settings) in evidence.expectations.settingsInSteps.enumerated()
    where settings.answers == nil && evidence.play.steps.indices.contains(step) {
      if let first = evidence.play.steps[step].questions.first?.question {
        return .broken(
          expected: "no question for credentials: the session does not allow any",
          observed: "a question about \(first.url ?? "a \(first.target.rawValue)")")
      }
      guard canAsk, !hasSubject else { continue }
      hasSubject = evidence.exchanges.contains {
        $0.step == step && ($0.status == 401 || $0.status == 407)
      }
    }
    return hasSubject ? .held : .noSubject
  }
}
