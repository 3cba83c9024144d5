// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// What a check is about, the same in every run of its case.
package final class CheckDescriptor: Sendable {
  /// Unique in its case and stable: `1.origin.exchanges`, `1.origin.2.nc`, `2.client.status`,
  /// `invariant.nonce-count`.
  package let id: String
  /// What it looks at.
  package let kind: CheckKind
  /// What is right, as one sentence without a full stop.
  package let title: String
  /// How binding it is.
  package let level: Level
  /// The requirement it is about: one for a check of a scenario's, all that it watches for an
  /// invariant.
  package let requirements: [String]
  /// The step it is about, from 0; `nil` for the whole case.
  package let step: Int?
  /// Where the scenario says it; `nil` for an invariant.
  package let location: SourceLocation?

  package init(
    id: String, kind: CheckKind, title: String, level: Level, requirements: [String],
    step: Int? = nil, location: SourceLocation? = nil
  ) {
    self.id = id
    self.kind = kind
    self.title = title
    self.level = level
    self.requirements = requirements
    self.step = step
    self.location = location
  }
}

/// What was wanted and what was there instead.
package struct Finding: Hashable, Sendable {
  /// What was expected.
  package var expected: String
  /// What was observed.
  package var observed: String
  /// Which known mistake explains it, as a sentence.
  package var diagnosis: String?
  /// The exchange it was observed in: index in the recording.
  package var exchange: Int?
  /// The rule that was broken, if the check is about more than one; `nil` for the check's own.
  package var rule: BrokenRule?
  /// The known mistake in the credentials of that exchange.
  package var mistake: Mistake?
  /// How what was sent differs from what was expected.
  package var deviation: Deviation?
  /// Of several ways, what the broken check of the nearest way looks at.
  package var nearest: CheckKind?

  package init(
    expected: String, observed: String, diagnosis: String? = nil, exchange: Int? = nil,
    rule: BrokenRule? = nil, mistake: Mistake? = nil, deviation: Deviation? = nil
  ) {
    self.expected = expected
    self.observed = observed
    self.diagnosis = diagnosis
    self.exchange = exchange
    self.rule = rule
    self.mistake = mistake
    self.deviation = deviation
  }
}

/// One check of one play of a case. Most have no finding: it is kept apart, so that the many are
/// small.
package struct Check: Sendable {
  /// What it is about.
  package var descriptor: CheckDescriptor
  /// Its verdict.
  package var verdict: Verdict
  /// Why, where it did not simply pass.
  package var finding: Finding? {
    get { sharedFinding?.value }
    set { sharedFinding = newValue.map { CopyOnWrite($0) } }
  }
  /// The requirement that was broken, where it is known; else those that the check is about.
  package var requirements: [String] {
    sharedFinding?.rule.map { [$0.requirement] } ?? descriptor.requirements
  }
  /// How binding the rule is that was broken, where it is known; else how binding the check is.
  package var level: Level { sharedFinding?.rule?.level ?? descriptor.level }
  /// It could not be made only because another check of the same case was broken; that one counts,
  /// not this.
  package var isConsequence = false
  private var sharedFinding: CopyOnWrite<Finding>?

  package init(_ descriptor: CheckDescriptor, _ verdict: Verdict, _ finding: Finding? = nil) {
    self.descriptor = descriptor
    self.verdict = verdict
    sharedFinding = finding.map { CopyOnWrite($0) }
  }

  /// Creates a check with a finding.
  package init(
    _ descriptor: CheckDescriptor, _ verdict: Verdict, expected: String, observed: String,
    diagnosis: String? = nil, exchange: Int? = nil, rule: BrokenRule? = nil
  ) {
    let finding = Finding(
      expected: expected, observed: observed, diagnosis: diagnosis, exchange: exchange, rule: rule)
    self.init(descriptor, verdict, finding)
  }
}
