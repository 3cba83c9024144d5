// SPDX-License-Identifier: Apache-2.0

import Playing
import ScenarioFiles
import Scenarios
@testable import Platform
@testable import Publishing
@testable import Reporting
@testable import Storage
import Testing
import Trials

@Suite("The table of requirements")
struct RequirementTableTests {
  private func table(_ named: [String]) -> RequirementTable {
    let text = """
      - { id: R083, level: may, source: RFC 7616 3.3, text: One. }
      - { id: R084, level: must, source: RFC 7616 3.3, text: Two. }
      - { id: R115, level: must, source: RFC 6750 5.3, text: Three. }
      - { id: R116, level: may, source: RFC 6750 5.3, text: Four., observation: no rule }
      - { id: R117, level: must, source: RFC 6750 3.1, text: Five., shared-faults: seen everywhere }
      """
    let catalogue = Requirement.load(text: Array(text.utf8), file: "r.yaml").0
    let cases = named.map { id in
      var played = Sample.played("digest/x-\(id)")
      played.scenario.requirements = [id]
      return played
    }
    let fault = ClientChange(
      .fault(hangs: false), "staleIgnored", "It ignores stale.", source: "R083")
    return RequirementTable(catalogue, cases: cases, faults: [fault])
  }

  @Test("A requirement without a scenario is missing")
  func missing() {
    #expect(table(["R083"]).missing == ["R084", "R115", "R116", "R117"])
    #expect(table(["R083", "R084", "R084", "R115", "R116", "R117"]).missing == [])
  }

  @Test("Each has a line")
  func text() {
    let lines = table(["R083", "R083", "R116", "R117"]).text.split(separator: "\n")
    #expect(
      lines.dropFirst().map(String.init) == [
        "R083   may     1          2      1       RFC 7616 3.3",
        "R084   must    0          0      0       RFC 7616 3.3 - NO SCENARIO",
        "R115   must    0          0      0       RFC 6750 5.3 - NO SCENARIO",
        "R116   may     1          1      0       RFC 6750 5.3 - an observation",
        "R117   must    1          1      0       RFC 6750 3.1 - shared faults",
        "5 requirements, 3 shown by scenarios, 2 without a scenario",
      ])
  }

  @Test("Programs read the same")
  func json() {
    let json = table([]).json
    #expect(json.contains(#""id":"R115""#))
    #expect(json.contains(#""observation":"no rule""#))
    #expect(json.contains(#""sharedFaults":"seen everywhere""#))
  }
}
