// SPDX-License-Identifier: Apache-2.0

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
    /// Why its case is bad.
    var cause: FailureCause?
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
  /// The groups of failures, once the run has ended.
  private(set) var groups: [FailureGroup] = []
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
            isFlaky: flaky.contains(check.descriptor.id), cause: result.cause,
            evidence: BaselineCollector.evidence(check)))
      }
    case .runFinished(let summary): groups = summary.groups
    }
  }

  private static func evidence(_ check: Check) -> String {
    check.finding.map { "expected \($0.expected), observed \($0.observed)" }
      ?? check.title
  }
}
