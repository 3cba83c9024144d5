// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios
import Transcripts

/// Gathers from a run what an `expected.yaml` has to say about it.
package final class BaselineCollector: Reporter {
  /// A check that did not pass.
  struct Broken {
    /// The case.
    var member: CasePatterns.Member
    /// The case's id.
    var id: String
    /// The check's id.
    var check: String
    /// How it ended.
    var verdict: Verdict
    /// Why its case is bad.
    var cause: FailureCause?
    /// What was expected and observed.
    var evidence: String
  }

  /// The client, once the run has begun.
  private(set) var header: RunHeader?
  /// All cases of the run.
  private(set) var members: [CasePatterns.Member] = []
  /// The ids of the cases that were played.
  private(set) var played: [String] = []
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
      let id = result.played.id
      played.append(id)
      for check in result.checks where check.verdict.isBroken || check.verdict == .inconclusive {
        broken.append(
          Broken(
            member: member, id: id, check: check.descriptor.id, verdict: check.verdict,
            cause: result.cause, evidence: BaselineCollector.evidence(check)))
      }
    case .runFinished(let summary): groups = summary.groups
    }
  }

  private static func evidence(_ check: Check) -> String {
    check.finding.map { "expected \($0.expected), observed \($0.observed)" }
      ?? check.descriptor.title
  }
}
