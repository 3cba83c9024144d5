// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts
@testable import Platform
@testable import Reporting
@testable import Storage
import Testing

@Suite("Failures drawn for an audit")
struct AuditTests {
  /// Results of a client: cases of one scenario, each failed by these checks, by their levels.
  static func results(_ name: String, _ cases: [(String, Verdict, [String])]) -> ClientResults {
    var client = Sample.client
    client.name = name
    client.version = "1.0"
    var results = ClientResults(
      client: client, basis: .init(authspec: "0.1.0", catalogue: "c"))
    let outcomes = cases.map { coordinates, verdict, levels in
      var outcome = ClientResults.Outcome(coordinates: coordinates, verdict: verdict)
      outcome.findings = levels.enumerated().map { index, level in
        var finding = ClientResults.CheckFinding(
          check: "1.origin.\(index)", verdict: level == "should" ? .warn : .fail, title: "It does",
          level: level)
        finding.requirements = ["R083"]
        finding.expected = "nc=1"
        finding.observed = "nc=2 | `x`"
        return finding
      }
      outcome.exchanges = "  origin #1  →  GET /\n             ←  401"
      return outcome
    }
    results.scenarios = [.init(id: "digest/x", cases: outcomes)]
    return results
  }

  static let clients = [
    results(
      "b", [("n=1", .fail, ["must", "robust"]), ("n=2", .fail, ["must"]), ("n=3", .pass, [])]),
    results("a", [("n=1", .pass, []), ("n=2", .warn, ["should"]), ("n=3", .fail, ["must"])]),
  ]

  @Test("Only broken checks of level must are drawn, each once")
  func population() {
    let sample = AuditSample(of: Self.clients, count: 100, seed: 1)
    #expect(sample.population == 3)
    #expect(
      Set(sample.failures.map { "\($0.client) \($0.played)" })
        == ["b 1.0 digest/x[n=1]", "b 1.0 digest/x[n=2]", "a 1.0 digest/x[n=3]"])
    #expect(sample.failures.allSatisfy { $0.finding.level == "must" })
  }

  @Test("Who passes the same case is named, and nobody else")
  func passing() {
    let sample = AuditSample(of: Self.clients, count: 100, seed: 1)
    let passing = Dictionary(uniqueKeysWithValues: sample.failures.map { ($0.played, $0.passing) })
    #expect(passing["digest/x[n=1]"] == ["a 1.0"])
    #expect(passing["digest/x[n=2]"] == [])
    #expect(passing["digest/x[n=3]"] == ["b 1.0"])
  }

  @Test("A seed draws the same failures whatever order the files are read in, another seed others")
  func seeds() {
    let many = (0..<40).map { Self.results("c\($0)", [("n=1", .fail, ["must"])]) }
    let draw = { (seed: UInt64, results: [ClientResults]) in
      AuditSample(of: results, count: 10, seed: seed).failures.map(\.client)
    }
    #expect(draw(7, many) == draw(7, many.reversed()))
    #expect(draw(7, many) != draw(8, many))
    #expect(Set(draw(7, many)).count == 10)
  }

  @Test("A page has what an auditor needs, and an empty place for the verdict")
  func page() {
    var context = Sample.context
    context.requirements["R083"]?.sentence = "The client MUST do so."
    let page = AuditPage(
      AuditSample(of: Self.clients, count: 100, seed: 1), context: context
    ).markdown
    #expect(page.contains("Drawn with seed 1: 3 failures of level must of 3."))
    #expect(page.contains("| digest/x\\[n=1\\] | b 1.0 | R083 |  |  |  |"))
    #expect(page.contains("| sentence | The client MUST do so. |"))
    #expect(page.contains("| observed | nc=2 \\| \\`x\\` |"))
    #expect(page.contains("| passes | a 1.0 |"))
    #expect(page.contains("| passes | no other client; the reference client |"))
    #expect(page.contains("~~~text\n  origin #1  →  GET /\n"))
  }
}
