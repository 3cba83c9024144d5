// SPDX-License-Identifier: Apache-2.0

import JSON
import Playing
import Reporting
import Scenarios
import Trials

/// Which scenarios show a requirement, and which faults break it.
package struct RequirementTable {
  private struct Row {
    let requirement: Requirement
    var scenarios: [String] = []
    var cases = 0
    var faults = 0
    var isMissing: Bool { scenarios.isEmpty }
  }

  private let rows: [Row]

  /// A table of these requirements, in the order of their ids.
  package init(_ requirements: [Requirement], cases: [Case], faults: [ClientChange]) {
    var rows = requirements.sorted { $0.id < $1.id }.map { Row(requirement: $0) }
    let places = Dictionary(
      rows.enumerated().map { ($1.requirement.id, $0) }, uniquingKeysWith: { first, _ in first })
    for played in cases {
      for id in Set(played.scenario.requirements) {
        guard let place = places[id] else { continue }
        rows[place].cases += 1
        // A scenario's cases stand together.
        if rows[place].scenarios.last != played.scenario.id {
          rows[place].scenarios.append(played.scenario.id)
        }
      }
    }
    for fault in faults {
      if let place = places[fault.source] { rows[place].faults += 1 }
    }
    self.rows = rows
  }

  /// The ids of requirements that no scenario shows.
  package var missing: [String] { rows.filter(\.isMissing).map(\.requirement.id) }

  /// A line for each requirement, and a summary.
  package var text: String {
    var text = "id     level   scenarios  cases  faults  source\n"
    for row in rows {
      text += Wrapping.padded(row.requirement.id, to: 7)
      text += Wrapping.padded(row.requirement.level.rawValue, to: 8)
      text += Wrapping.padded("\(row.scenarios.count)", to: 11)
      text += Wrapping.padded("\(row.cases)", to: 7)
      text += Wrapping.padded("\(row.faults)", to: 8)
      text += row.requirement.source
      if row.requirement.observation != nil { text += " - an observation" }
      if row.requirement.sharedFaults != nil { text += " - shared faults" }
      if row.isMissing { text += " - NO SCENARIO" }
      text += "\n"
    }
    let shown = rows.count { !$0.scenarios.isEmpty }
    return text + "\(rows.count) requirements, \(shown) shown by scenarios, "
      + "\(missing.count) without a scenario\n"
  }

  /// A JSON array, an object for each requirement.
  package var json: String {
    let values = rows.map { row in
      let requirement = row.requirement
      return JSONValue.members([
        "id": requirement.id, "level": requirement.level.rawValue, "source": requirement.source,
        "text": requirement.text, "basis": requirement.basis?.rawValue,
        "duty": requirement.duty.rawValue, "sentence": requirement.sentence,
        "scenarios": row.scenarios, "cases": row.cases, "faults": row.faults,
        "observation": requirement.observation, "sharedFaults": requirement.sharedFaults,
      ])
    }
    return JSONValue.array(values).text + "\n"
  }
}
