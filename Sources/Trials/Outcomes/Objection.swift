// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

/// A check that holds for a client and does not hold for the changed client.
package struct Objection: Hashable, Sendable {
  /// The id of the scenario.
  package let scenario: String
  /// The id of the case.
  package let played: String
  /// The id of the check; empty if the case has no check.
  package let check: String
  /// The verdict of the check, or of a case without a check.
  package let verdict: Verdict
  /// The requirement that was broken, and for a check of a scenario those that the check is about.
  package private(set) var requirements: [String] = []
  /// The requirements that reports quote.
  package private(set) var quoted: [String] = []
  /// The level at which they are quoted.
  package private(set) var level = Level.must
  /// The check is an invariant, which is the same in all scenarios.
  package private(set) var isInvariant = false
  /// What was expected and what was observed, if a report is to say it.
  package private(set) var finding: Finding?
  /// The change may cause it: a warning about a SHOULD that a variant breaks, or a check about what
  /// a variant does not do.
  package private(set) var isAllowed = false

  /// A verdict of a case without further details.
  init(_ played: Case, check: String = "", _ verdict: Verdict, _ finding: Finding? = nil) {
    scenario = played.scenario.id
    self.played = played.id
    self.check = check
    self.verdict = verdict
    self.finding = finding
  }

  /// A check of a case.
  init(_ played: Case, _ check: Check, finding: Finding? = nil, isAllowed: Bool = false) {
    self.init(played, check: check.descriptor.id, check.verdict, finding)
    self.isAllowed = isAllowed
    isInvariant = check.descriptor.location == nil
    quoted = check.requirements
    level = check.level
    requirements = quoted
    if !isInvariant {
      requirements += check.descriptor.requirements.filter { !quoted.contains($0) }
    }
  }
}
