// SPDX-License-Identifier: Apache-2.0

import Foundation
import Playing
import ReferenceClient
import Scenarios
import TestThreads
import Testing

/// The pages that are made from the scenarios.
@Suite(.onOwnThreads) struct GeneratedDocsTests {
  @Test("The page of published leaks is what make docs would write")
  func fresh() throws {
    let page = "docs/published-leaks.md"
    let run = try ProgramRun(["leaks"], in: CatalogueFixture.root.path)
    #expect(run.status == 0, "\(run.errors)")
    let kept = try String(contentsOf: CatalogueFixture.root.appending(path: page), encoding: .utf8)
    // Compared first: a difference of two such texts is not to be printed.
    let isFresh = run.output == kept
    #expect(isFresh, "\(page) is stale: make docs writes it again")
  }

  @Test("The page of the catalogue has a row for each scenario, requirement, behaviour and fault")
  func catalogue() throws {
    let place = try Workplace()
    try place.write("killed\tPlace.one: 1 [1→+1]\ta/b: 1.origin.exchanges\n", to: "mutants.txt")
    let run = try ProgramRun(
      [
        "catalogue", "--caught", "Tests/ReferenceClientTests/Fixtures/own-faults.txt",
        "--mutants", "\(place.path)/mutants.txt",
      ], in: CatalogueFixture.root.path)
    #expect(run.status == 0, "\(run.errors)")
    let rows = run.output.split(separator: "\n").filter { $0.hasPrefix("| ") }
    let scenarios = Set(try CatalogueFixture.cases().map(\.scenario.id))
    for id in scenarios {
      #expect(rows.count { $0.contains("](../Scenarios/\(id).yaml)<br>") } == 1, "\(id)")
    }
    let catalogue = try CatalogueFixture.catalogue.get()
    for id in catalogue.requirements.keys + catalogue.behaviours.map(\.id) {
      #expect(rows.count { $0.hasPrefix("| \(id) | ") } == 1, "\(id)")
    }
    for fault in Fault.Name.allCases {
      #expect(rows.count { $0.hasPrefix("| `\(fault.rawValue)` | ") } == 1, "\(fault)")
    }
    #expect(rows.contains("| killed by a check, or by a crash | 1 |"))
  }

  @Test("A leak that has neither a scenario nor a reason is found")
  func leak() throws {
    let place = try Workplace([
      "Scenarios/basic/plain.yaml": Workplace.scenario(),
      "Scenarios/requirements.yaml": "[]\n",
      "Scenarios/leaks.yaml": "- { id: CVE-2020-0001, client: curl, text: One. }\n",
    ])
    let missing = try place.run("leaks")
    #expect(missing.status == 1)
    #expect(missing.output.contains("| CVE-2020-0001 | curl |  | One. | **nothing** |"))
    try place.write(
      "- { id: CVE-2020-0001, client: curl, text: One., unshown: why not }\n",
      to: "Scenarios/leaks.yaml")
    let told = try place.run("leaks")
    #expect(told.status == 0)
    #expect(told.output.contains("| CVE-2020-0001 | curl |  | One. | – why not |"))
  }

  @Test("What is known of the faults has to be readable")
  func caught() throws {
    let place = try Workplace(["Scenarios/basic/plain.yaml": Workplace.scenario()])
    let run = try place.run("catalogue", "--caught", "none.txt")
    #expect(run.status == 2)
    #expect(run.errors.contains("none.txt: No such file or directory"))
  }
}
