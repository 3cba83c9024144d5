// SPDX-License-Identifier: Apache-2.0

import Judging
import Platform
import Scenarios
import Transcripts

/// Collects from a run what its `expected.yaml` needs.
package final class BaselineCollector: Reporter {
  /// A check that did not pass.
  struct Broken {
    /// The case.
    var member: CasePatterns.Member
    /// The check's id.
    var check: String
    /// How it ended.
    var verdict: Verdict
    /// Whether it was broken in some plays of its case and not in others.
    var isFlaky: Bool
    /// What is wrong with the client, as far as this check shows; of a consequence of another check
    /// why its case is bad.
    var cause: FailureCause?
    /// The requirement that the check shows to be broken, if there is one.
    var requirement: String?
    /// What was expected and observed.
    var evidence: String
  }

  /// The client, once the run has begun.
  private(set) var header: RunHeader?
  /// All cases of the run.
  private(set) var members: [CasePatterns.Member] = []
  /// The cases that were played.
  private(set) var played: Set<CasePatterns.Member> = []
  /// The checks that did not pass.
  private(set) var broken: [Broken] = []
  /// Always `nil`: nothing is written.
  package var failure: FileError? { nil }

  package init() {}

  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header): self.header = header
    case .caseFinished(let result):
      let member = CasePatterns.Member(result.played)
      members.append(member)
      guard result.verdict != .skipped else { return }
      played.insert(member)
      let flaky = result.flakiness?.checks ?? []
      for check in result.checks where check.verdict.isBroken || check.verdict == .inconclusive {
        broken.append(
          Broken(
            member: member, check: check.descriptor.id, verdict: check.verdict,
            isFlaky: flaky.contains(check.descriptor.id),
            cause: check.isConsequence || !check.verdict.isBad
              ? result.cause : FailureCause(check, in: result),
            requirement: check.isAboutTopic ? nil : check.requirements.first,
            evidence: BaselineCollector.evidence(check)))
      }
    case .runFinished: break
    }
  }

  private static func evidence(_ check: Check) -> String {
    check.finding.map { "expected \($0.expected), observed \($0.observed)" }
      ?? check.title
  }
}
