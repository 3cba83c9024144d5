// SPDX-License-Identifier: Apache-2.0

import JSON
import Scenarios

/// A list of scenarios, or of their cases.
package struct CaseList {
  private let cases: [Case]
  private let scenarios: [(scenario: Scenario, cases: [Case])]

  /// A list of these cases.
  package init(_ cases: [Case]) {
    self.cases = cases
    scenarios = cases.grouped(by: \.scenario.id).map { ($0.first.scenario, $0.elements) }
  }

  /// An id on each line, of each scenario or of each case.
  package func ids(ofCases: Bool) -> String {
    let ids = ofCases ? cases.map(\.id) : scenarios.map(\.scenario.id)
    return ids.map { Visible.line($0) + "\n" }.joined()
  }

  /// Id, level, number of cases and title of each scenario; or id and level of each case.
  package func text(ofCases: Bool, _ options: TerminalOptions) -> String {
    let lines =
      ofCases
      ? cases.map { played in
        let level = Wrapping.padded(played.scenario.level.rawValue, to: 8)
        return StyledLine((level, .faint), (Visible.line(played.id), .plain))
      }
      : scenarios.flatMap { scenario, cases in
        let count = cases.count > 1 ? ", \(Phrases.count(cases.count, "case"))" : ""
        return [
          StyledLine(
            (Visible.line(scenario.id), .strong),
            ("  \(scenario.level.rawValue)\(count)", .faint))
        ] + StyledLine.indented(Visible.line(scenario.title), width: options.width)
      }
    return options.painted(lines)
      + "\(Phrases.count(scenarios.count, "scenario")), \(Phrases.count(cases.count, "case"))\n"
  }

  /// One JSON object with all scenarios and their cases.
  package var json: String {
    let values = scenarios.map { scenario, cases in
      JSONValue.members([
        "id": scenario.id, "file": scenario.file, "title": scenario.title,
        "level": scenario.level.rawValue, "requirements": scenario.requirements,
        "spec": scenario.spec, "peers": scenario.peers, "tags": scenario.tags,
        "cases": cases.map(\.id),
      ])
    }
    return "{\"format\":1,\"scenarios\":[\n" + values.map(\.text).joined(separator: ",\n")
      + "\n]}\n"
  }
}
