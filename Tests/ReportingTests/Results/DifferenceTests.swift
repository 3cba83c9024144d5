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
    _ cases: KeyValuePairs<String, Verdict>, broken: [String: [String]] = [:],
    causes: [String: String] = [:]
  ) -> ClientResults {
    var results = ClientResults(
      client: .init(name: "curl", version: "8.0", abilities: []),
      basis: ClientResultsTests.noBasis)
    for (id, verdict) in cases {
      var outcome = ClientResults.Outcome(coordinates: "side=origin", verdict: verdict)
      outcome.cause = causes[id]
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
          pass → fail  a/b[side=origin]  GET /vault once more

        newly passing
          fail → pass  a/c[side=origin]

        changed
          inconclusive → skipped  a/d[side=origin]

        1 newly failing, 1 newly passing, 1 changed, 0 added, 0 removed, 1 the same

        """)
  }

  /// Failures of two known causes and of one that is not known.
  private static func caused(_ count: Int = 1) -> DifferenceReport {
    let ids = ["a/b", "a/c", "a/d", "a/e"] + (0..<count).map { "many/case-\($0)" }
    var old = results([:])
    var new = results([:])
    let causes = [
      "a/b": "report", "a/c": "leak.R041", "a/d": "report", "a/e": "unheard-of.cause",
    ]
    for id in ids {
      old.scenarios += results([id: .pass]).scenarios
      new.scenarios += results([id: .fail], causes: causes).scenarios
    }
    return DifferenceReport(from: old, to: new)
  }

  @Test("Failures stand below their causes, the gravest first")
  func causes() throws {
    var options = TerminalOptions()
    options.width = 72
    let lines = DifferenceTests.caused(0).text(options).split(separator: "\n").map(String.init)
    let leak = try #require(lines.firstIndex { $0.hasSuffix("(leak.R041): 1 case") })
    let report = try #require(lines.firstIndex { $0.hasSuffix("(report): 2 cases") })
    let unknown = try #require(lines.firstIndex(of: "  Cause not known: 1 case"))
    #expect(lines[leak + 1] == "    pass → fail  a/c[side=origin]  GET /vault once more")
    #expect(leak < report && report + 3 == unknown)
    #expect(lines[report + 2].contains("a/d[side=origin]"))
  }

  @Test("The table fits the width", arguments: [40, 60, 80, 200])
  func fits(_ width: Int) {
    var old = DifferenceTests.results(["digest/a-name-of-a-scenario-that-is-rather-long": .pass])
    old.scenarios += DifferenceTests.results(["a/b": .pass]).scenarios
    var new = DifferenceTests.results(["digest/a-name-of-a-scenario-that-is-rather-long": .fail])
    new.scenarios += DifferenceTests.results(["a/b": .inconclusive]).scenarios
    new.scenarios[0].cases[0].findings[0].observed =
      "a request without credentials, and after it another one that has them"
    var options = TerminalOptions()
    options.width = width
    let text = DifferenceReport(from: old, to: new).text(options)
    let table = text.split(separator: "\n").drop { !$0.hasPrefix("newly") }
      .prefix { !$0.hasPrefix("1 newly") }
    #expect(table.allSatisfy { $0.count <= width }, "\(text)")
    #expect(table.count >= 4)
    #expect(text.filter { !" \n".contains($0) }.contains("thatisratherlong") == false)
    #expect(text.contains("credentials"))
  }

  @Test("The Markdown has counts, and tables of what fails, passes and has changed")
  func markdown() {
    let old = DifferenceTests.results([
      "a/b": .pass, "a/c": .fail, "a/d": .inconclusive, "a/e": .pass, "a/f": .pass,
    ])
    let new = DifferenceTests.results([
      "a/b": .fail, "a/c": .pass, "a/d": .skipped, "a/e": .pass, "a/g": .pass,
    ])
    #expect(
      DifferenceReport(from: old, to: new).markdown() == """
        ### authspec: curl 8.0 → curl 8.0

        1 newly failing, 1 newly passing, 1 changed, 1 added, 1 removed, 1 the same

        #### 1 newly failing

        | case | before | after | observed |
        | --- | --- | --- | --- |
        | `a/b[side=origin]` | pass | fail | `GET /vault once more` |

        #### 1 newly passing

        | case | before | after | observed |
        | --- | --- | --- | --- |
        | `a/c[side=origin]` | fail | pass |  |

        #### 1 changed

        | case | before | after | observed |
        | --- | --- | --- | --- |
        | `a/d[side=origin]` | inconclusive | skipped |  |

        """)
  }

  @Test("What a peer chose can be no sign, link or mention in the Markdown")
  func hostileMarkdown() {
    var new = DifferenceTests.results(["a/b": .fail])
    new.scenarios[0].cases[0].findings[0].observed = "`x` | @somebody #12\n| y | ``"
    new.client.name = "<b>*curl*"
    let text = DifferenceReport(from: DifferenceTests.results(["a/b": .pass]), to: new).markdown()
    #expect(
      text.contains("| pass | fail | ``` `x` \\| @somebody #12\\x0a\\| y \\| `` ``` |\n"), "\(text)"
    )
    #expect(text.contains("\\<b\\>\\*curl\\*"), "\(text)")
  }

  @Test("The Markdown fits a comment, and what is left out is counted")
  func limit() {
    let report = DifferenceTests.caused(3000)
    let whole = report.markdown()
    // A table has no more than 25 rows.
    #expect(whole.contains("\n#### 3,004 newly failing\n"))
    #expect(whole.hasSuffix("\nNot shown: 2,976 newly failing.\n"), "\(whole.suffix(80))")
    let short = report.markdown(limit: 2000)
    #expect(short.utf8.count <= 2000 && short.utf8.count > 1500)
    let rows = short.split(separator: "\n").count { $0.hasPrefix("| `") }
    #expect(short.hasSuffix("\nNot shown: \(Phrases.count(3004 - rows)) newly failing.\n"))
    #expect(DifferenceTests.caused(10).markdown().contains("Not shown") == false)
    // As much as a comment can hold: many causes, each with many rows.
    var old = DifferenceTests.results([:])
    var new = DifferenceTests.results([:])
    for rule in 0..<400 {
      for number in 0..<30 {
        let id = "many/\(rule)-\(number)"
        old.scenarios += DifferenceTests.results([id: .fail]).scenarios
        new.scenarios +=
          DifferenceTests.results(
            [id: .crash], broken: [id: ["x"]], causes: [id: "rule.r\(rule)"]
          ).scenarios
      }
    }
    let full = DifferenceReport(from: old, to: new).markdown()
    #expect(full.utf8.count <= 60 << 10 && full.utf8.count > 59 << 10)
    #expect(full.contains(" changed.\n"))
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
