// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts
@testable import Platform
@testable import Publishing
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
        finding.cause = level == "should" ? nil : "qop"
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
    let sample = AuditSample(of: Self.clients, sizes: .init(must: 100), seed: 1)
    #expect(sample.population.must == 3)
    #expect(
      Set(sample.failures.map { "\($0.client) \($0.played)" })
        == ["b 1.0 digest/x[n=1]", "b 1.0 digest/x[n=2]", "a 1.0 digest/x[n=3]"])
    #expect(sample.failures.allSatisfy { $0.finding.level == "must" })
  }

  @Test("Who passes the same case is named, and nobody else")
  func passing() {
    let sample = AuditSample(of: Self.clients, sizes: .init(must: 100), seed: 1)
    let passing = Dictionary(uniqueKeysWithValues: sample.failures.map { ($0.played, $0.passing) })
    #expect(passing["digest/x[n=1]"] == ["a 1.0"])
    #expect(passing["digest/x[n=2]"] == [])
    #expect(passing["digest/x[n=3]"] == ["b 1.0"])
  }

  @Test("A seed draws the same failures whatever order the files are read in, another seed others")
  func seeds() {
    let many = (0..<40).map { Self.results("c\($0)", [("n=1", .fail, ["must"])]) }
    let draw = { (seed: UInt64, results: [ClientResults]) in
      AuditSample(of: results, sizes: .init(must: 10), seed: seed).failures.map(\.client)
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
      AuditSample(of: Self.clients, sizes: .init(must: 100, rest: 100, causes: 100), seed: 1),
      context: context
    ).markdown
    let opening = """
      Drawn with seed 1: 3 failures of level must of 3, 2 failures of other levels of 2, 2 causes \
      of 2.
      """
    #expect(page.hasPrefix(opening))
    #expect(page.contains("| level | must |"))
    #expect(page.contains("### Failure 5\n"))
    #expect(page.contains("### Cause 1\n"))
    #expect(page.contains("| cause | `qop`: "))
    #expect(page.contains("| sentence | The client MUST do so. |"))
    #expect(page.contains("| observed | nc=2 \\| \\`x\\` |"))
    #expect(page.contains("| passes | a 1.0 |"))
    #expect(page.contains("| passes | no other client; the reference client |"))
    #expect(page.contains("~~~text\n  origin #1  →  GET /\n"))
  }

  @Test("Each client and each topic comes before any of them comes again")
  func coverage() {
    let often = Self.results("often", (0..<200).map { ("n=\($0)", .fail, ["must"]) })
    var rare = Self.results("rare", [("n=1", .fail, ["must"]), ("n=2", .warn, ["should"])])
    rare.scenarios[0].id = "tls/x"
    for seed in UInt64(1)...20 {
      let sample = AuditSample(of: [often, rare], sizes: .init(must: 2), seed: seed)
      #expect(Set(sample.failures.map(\.client)) == ["often 1.0", "rare 1.0"])
    }
  }

  @Test("Failures of other levels come after those of level must, as many as asked for")
  func levels() {
    let sample = AuditSample(of: Self.clients, sizes: .init(must: 2, rest: 1), seed: 1)
    #expect(sample.failures.map(\.isOfMust) == [true, true, false])
    #expect(sample.population.rest == 2)
    #expect(sample.causes == [])
  }

  @Test("A cause has the failures of one client, at most three of them")
  func causes() {
    let many = Self.results("many", (0..<9).map { ("n=\($0)", .fail, ["must"]) })
    let sample = AuditSample(of: Self.clients + [many], sizes: .init(must: 0, causes: 9), seed: 1)
    #expect(Set(sample.causes.map(\.client)) == ["a 1.0", "b 1.0", "many 1.0"])
    for cause in sample.causes {
      #expect(cause.id == "qop")
      #expect(cause.failures.allSatisfy { $0.client == cause.client && $0.finding.cause == "qop" })
      #expect(cause.failures.count == min(cause.count, 3))
    }
    #expect(sample.causes.map(\.count).sorted() == [1, 3, 9])
  }

  @Test("The table has a line for each, with three empty values")
  func table() {
    let sample = AuditSample(of: Self.clients, sizes: .init(must: 9, rest: 9, causes: 9), seed: 1)
    let lines = AuditPage(sample, context: Sample.context).table.split(separator: "\n")
    #expect(lines.count == 1 + 5 + 2)
    #expect(
      lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 9 })
    #expect(lines.dropFirst().allSatisfy { $0.hasSuffix("\t\t\t") })
    #expect(lines.last?.hasPrefix("cause 2\t") == true)
  }
}
