// SPDX-License-Identifier: Apache-2.0

import JSON
import Transcripts
@testable import Platform
@testable import Reporting
@testable import Storage
import Testing

@Suite("What has changed between two runs")
struct DifferenceTests {
  private static func results(
    _ cases: KeyValuePairs<String, Verdict>, broken: [String: [String]] = [:]
  ) -> ClientResults {
    var results = ClientResults(
      client: .init(name: "curl", version: "8.0", abilities: []),
      basis: ClientResultsTests.noBasis)
    for (id, verdict) in cases {
      var outcome = ClientResults.Outcome(coordinates: "side=origin", verdict: verdict)
      outcome.findings = (broken[id] ?? (verdict.isBad ? ["1.origin.exchanges"] : [])).map {
        var finding = ClientResults.CheckFinding(check: $0, verdict: .fail)
        finding.observed = "GET /vault once more"
        return finding
      }
      results.scenarios.append(.init(id: id, cases: [outcome]))
    }
    return results
  }

  @Test(
    "Each pair of verdicts is sorted",
    arguments: [
      (Verdict.pass, Verdict.fail, "newlyFailing"), (.skipped, .crash, "newlyFailing"),
      (.inconclusive, .timeout, "newlyFailing"), (.warn, .fail, "newlyFailing"),
      (.fail, .pass, "newlyPassing"), (.crash, .warn, "newlyPassing"),
      (.fail, .note, "newlyPassing"), (.fail, .inconclusive, "changed"),
      (.fail, .skipped, "changed"), (.fail, .crash, "changed"), (.pass, .warn, "changed"),
      (.skipped, .pass, "changed"), (.pass, .pass, "same"), (.fail, .fail, "same"),
    ])
  func sorted(_ before: Verdict, _ after: Verdict, _ wanted: String) {
    let difference = ResultsDifference(
      from: DifferenceTests.results(["a/b": before]), to: DifferenceTests.results(["a/b": after]))
    var found: [String] = []
    for (name, changes) in [
      ("newlyFailing", difference.newlyFailing), ("newlyPassing", difference.newlyPassing),
      ("changed", difference.changed), ("added", difference.added),
      ("removed", difference.removed),
    ] where !changes.isEmpty {
      found.append(name)
      #expect(changes.map(\.id) == ["a/b[side=origin]"])
      #expect(changes.first?.before == before)
      #expect(changes.first?.after == after)
    }
    if difference.same == 1 { found.append("same") }
    #expect(found == [wanted])
  }

  @Test("A failure by other checks is a change")
  func otherChecks() {
    let difference = ResultsDifference(
      from: DifferenceTests.results(["a/b": .fail], broken: ["a/b": ["x", "y"]]),
      to: DifferenceTests.results(["a/b": .fail], broken: ["a/b": ["y", "z"]]))
    #expect(difference.newlyFailing.isEmpty)
    #expect(difference.changed.first?.broken == ["z"])
    #expect(difference.changed.first?.mended == ["x"])
  }

  @Test("What is there in one only is added or removed, and fails nothing newly")
  func addedAndRemoved() {
    let difference = ResultsDifference(
      from: DifferenceTests.results(["a/b": .pass, "a/c": .pass]),
      to: DifferenceTests.results(["a/b": .pass, "a/d": .fail]))
    #expect(difference.added.map(\.id) == ["a/d[side=origin]"])
    #expect(difference.removed.map(\.id) == ["a/c[side=origin]"])
    #expect(difference.newlyFailing.isEmpty)
    #expect(difference.same == 1)
  }

  @Test("The text tells each change below its kind")
  func text() {
    let old = DifferenceTests.results([
      "a/b": .pass, "a/c": .fail, "a/d": .inconclusive, "a/e": .pass,
    ])
    let new = DifferenceTests.results([
      "a/b": .fail, "a/c": .pass, "a/d": .skipped, "a/e": .pass,
    ])
    var options = TerminalOptions()
    options.width = 80
    let text = DifferenceReport(from: old, to: new)
      .text(options)
    #expect(
      text == """
        from  curl 8.0: 4 cases
        to    curl 8.0: 4 cases

        newly failing
          pass → fail             a/b[side=origin]
              observed  GET /vault once more

        newly passing
          fail → pass             a/c[side=origin]

        changed
          inconclusive → skipped  a/d[side=origin]

        1 newly failing, 1 newly passing, 1 changed, 0 added, 0 removed, 1 the same

        """)
  }

  @Test("The JSON tells the same")
  func json() throws {
    let old = DifferenceTests.results(["a/b": .pass, "a/c": .fail])
    let new = DifferenceTests.results(["a/b": .fail, "a/c": .fail])
    let text = DifferenceReport(from: old, to: new).json
    let value = try JSONParser.value(of: Array(text.utf8))
    #expect(value["newlyFailing"]?.array?.first?["id"]?.string == "a/b[side=origin]")
    #expect(
      value["newlyFailing"]?.array?.first?["broken"]?.array == [.string("1.origin.exchanges")])
    #expect(value["changed"]?.array == [])
    #expect(value["same"]?.integer == 1)
    #expect(value["from"]?["version"]?.string == "8.0")
  }
}
