// SPDX-License-Identifier: Apache-2.0

@testable import Publishing
@testable import Reporting
import Playing
import Trials

/// The faults that belong to one requirement alone.
///
/// A fault is a requirement's own if a check that names the requirement breaks with it, and every
/// scenario in which a check breaks names the requirement.
struct OwnFaults: Sendable {
  private var byRequirement: [String: [String]] = [:]

  /// Those of these faults, as a self-test of the scenarios has found out.
  init(_ faults: [PlantedFault], _ index: CatalogueIndex, _ catches: FaultCatches) {
    for fault in faults {
      let caught = catches.scenarios(catching: fault.name)
      let noticed = caught + catches.scenarios(noticingElsewhere: fault.name)
      let showing = Set(index.scenarios(showing: fault.requirement))
      if !caught.isEmpty, showing.isSuperset(of: noticed) {
        byRequirement[fault.requirement, default: []].append(fault.name)
      }
    }
  }

  /// The names of a requirement's own faults.
  func faults(of requirement: String) -> [String] { byRequirement[requirement] ?? [] }
}
