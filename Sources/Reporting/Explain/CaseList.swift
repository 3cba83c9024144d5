// SPDX-License-Identifier: Apache-2.0

import JSON
import Scenarios

/// A list of scenarios, or of their cases.
package struct CaseList {
  private let cases: [Case]
  private let scenarios: [(scenario: Scenario, count: Int)]

  /// A list of these cases, which are in the order of their scenarios.
  package init(_ cases: [Case]) {
    self.cases = cases
    var scenarios: [(scenario: Scenario, count: Int)] = []
    for played in cases {
      if let last = scenarios.indices.last, scenarios[last].scenario.id == played.scenario.id {
        scenarios[last].count += 1
      } else {
        scenarios.append((played.scenario, 1))
      }
    }
    self.scenarios = scenarios
  }

  /// An id on each line, of each scenario or of each case.
  package func ids(ofCases: Bool) -> String {
    let ids = ofCases ? cases.map(\.id) : scenarios.map(\.scenario.id)
    return ids.map { Visible.line($0) + "\n" }.joined()
  }

  /// Id, level, number of cases and title of each scenario; or id and level of each case.
  package func text(ofCases: Bool, _ options: TerminalOptions) -> String {
    let painter = TerminalPainter(isColoured: options.isColoured)
    var text = ""
    if ofCases {
      for played in cases {
        var line = StyledLine()
        line.append(Wrapping.padded(played.scenario.level.rawValue, to: 8), .faint)
        line.append(Visible.line(played.id))
        text += painter.paint(line)
      }
    } else {
      for (scenario, count) in scenarios {
        var line = StyledLine(Visible.line(scenario.id), .strong)
        line.append("  \(scenario.level.rawValue)", .faint)
        if count > 1 { line.append(", \(Phrases.count(count, "case"))", .faint) }
        text += painter.paint(line)
        for line in StyledLine.indented(Visible.line(scenario.title), width: options.width) {
          text += painter.paint(line)
        }
      }
    }
    return text
      + "\(Phrases.count(scenarios.count, "scenario")), \(Phrases.count(cases.count, "case"))\n"
  }

  /// One JSON object with all scenarios and their cases.
  package var json: String {
    var byScenario: [String: [String]] = [:]
    for played in cases { byScenario[played.scenario.id, default: []].append(played.id) }
    let values = scenarios.map { scenario, _ in
      JSONValue.members([
        "id": scenario.id, "file": scenario.file, "title": scenario.title,
        "level": scenario.level.rawValue, "requirements": scenario.requirements,
        "spec": scenario.spec, "peers": scenario.peers, "tags": scenario.tags,
        "cases": byScenario[scenario.id] ?? [],
      ])
    }
    return "{\"format\":1,\"scenarios\":[\n" + values.map(\.text).joined(separator: ",\n")
      + "\n]}\n"
  }
}
