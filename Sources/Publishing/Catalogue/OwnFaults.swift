// SPDX-License-Identifier: Apache-2.0

import Playing
import Trials

/// The faults that belong to one requirement alone.
///
/// A fault is a requirement's own if a check that names the requirement breaks with it, and every
/// scenario in which a check breaks names the requirement.
package struct OwnFaults: Sendable {
  private var byRequirement: [String: [String]] = [:]
  /// The scenarios that notice the faults of all requirements.
  package private(set) var catches = FaultCatches()

  /// The own faults among `faults`, according to the `catches` of a self-test of the scenarios.
  package init(_ faults: [ClientChange], _ index: CatalogueIndex, _ catches: FaultCatches) {
    for fault in faults {
      let caught = catches.scenarios(catching: fault.name)
      let noticed = caught + catches.scenarios(noticingElsewhere: fault.name)
      let showing = Set(index.scenarios(showing: fault.source))
      if !caught.isEmpty, showing.isSuperset(of: noticed) {
        byRequirement[fault.source, default: []].append(fault.name)
      }
    }
    self.catches = catches.only(of: Set(byRequirement.values.joined()))
  }

  /// The names of a requirement's own faults.
  package func faults(of requirement: String) -> [String] { byRequirement[requirement] ?? [] }
}
