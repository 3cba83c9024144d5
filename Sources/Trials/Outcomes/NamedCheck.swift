// SPDX-License-Identifier: Apache-2.0

import Playing
import Transcripts

/// A check as the self-test counts it: a check of a scenario in all of its cases, or an invariant
/// in the whole catalogue.
package struct NamedCheck: Hashable, Sendable {
  /// The id of the scenario; `nil` for an invariant.
  package let scenario: String?
  /// The id of the check.
  package let check: String

  init(_ descriptor: CheckDescriptor, in scenario: String) {
    self.scenario = descriptor.location == nil ? nil : scenario
    check = descriptor.id
  }

  init(_ objection: Objection) {
    scenario = objection.isInvariant ? nil : objection.scenario
    check = objection.check
  }
}

extension NamedCheck: Comparable, CustomStringConvertible {
  /// Compares by scenario, then by check.
  package static func < (left: NamedCheck, right: NamedCheck) -> Bool {
    (left.scenario ?? "", left.check) < (right.scenario ?? "", right.check)
  }

  /// `digest/opaque-comes-back: 1.origin.2.opaque`, or `invariant.echo`.
  package var description: String { scenario.map { "\($0): \(check)" } ?? check }
}
