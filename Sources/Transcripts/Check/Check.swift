// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// The parts of a check that are the same in every run of its case.
package final class CheckDescriptor: Sendable {
  /// Unique in its case and stable: `1.origin.exchanges`, `1.origin.2.nc`, `2.client.status`,
  /// `invariant.nonce-count`.
  package let id: String
  package let kind: CheckKind
  /// The expected behaviour, as a sentence without a full stop.
  package let title: String
  package let level: Level
  /// The requirements that it checks: one for a check of a scenario, several for some invariants.
  package let requirements: [String]
  /// The step, from 0; `nil` for the whole case.
  package let step: Int?
  /// Its location in the scenario; `nil` for an invariant.
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

/// The difference between what was expected and what was observed.
package struct Finding: Hashable, Sendable {
  package var expected: String
  package var observed: String
  /// A sentence about the mistake that explains it.
  package var diagnosis: String?
  /// The index of the exchange in the recording.
  package var exchange: Int?
  /// The broken rule, if the check is about several; `nil` for the check's own.
  package var rule: BrokenRule?
  /// The known mistake in the credentials of that exchange.
  package var mistake: Mistake?
  /// How what was sent differs from what was expected.
  package var deviation: Deviation?
  /// For several ways: the kind of the broken check in the nearest way.
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

/// One check of one play of a case. The finding is stored separately, as most checks have none.
package struct Check: Sendable {
  package var descriptor: CheckDescriptor
  package var verdict: Verdict
  /// The reason for the verdict; `nil` for most checks that passed.
  package var finding: Finding? {
    get { sharedFinding?.value }
    set { sharedFinding = newValue.map { CopyOnWrite($0) } }
  }
  /// The broken requirement, if it is known, and none if no sentence is about what was observed;
  /// otherwise all requirements of the check.
  package var requirements: [String] {
    guard let rule = sharedFinding?.rule else { return descriptor.requirements }
    return rule.requirement.map { [$0] } ?? []
  }
  /// `true` if no sentence of a specification is about what was observed.
  package var isWithoutRule: Bool {
    sharedFinding?.rule.map { $0.requirement == nil } ?? false
  }
  /// `true` if its requirement is what the scenario is about, and it is not known whether it is the
  /// one that is broken.
  package var isAboutTopic: Bool { sharedFinding?.rule?.isTopic ?? false }
  /// The level of the broken rule, if it is known; otherwise the level of the check.
  package var level: Level { sharedFinding?.rule?.level ?? descriptor.level }
  /// `true` if it could not be made only because another check of the case was broken, which counts
  /// instead.
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
