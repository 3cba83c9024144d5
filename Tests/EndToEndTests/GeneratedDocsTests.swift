// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

/// The pages in docs that are made from the scenarios.
@Suite(.onOwnThreads) struct GeneratedDocsTests {
  @Test(
    "A generated page is what make docs would write",
    arguments: [
      (
        ["catalogue", "--caught", "docs/caught-faults.txt", "--mutants", "docs/mutants.txt"],
        "docs/catalogue.md"
      ),
      (["leaks"], "docs/published-leaks.md"),
    ])
  func fresh(_ arguments: [String], _ page: String) throws {
    let run = try ProgramRun(arguments, in: CatalogueFixture.root.path)
    #expect(run.status == 0, "\(run.errors)")
    let kept = try String(contentsOf: CatalogueFixture.root.appending(path: page), encoding: .utf8)
    // Compared first: a difference of two such texts is not to be printed.
    let isFresh = run.output == kept
    #expect(isFresh, "\(page) is stale: make docs writes it anew")
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
