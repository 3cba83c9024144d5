// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts
@testable import Publishing
@testable import Reporting
import Testing

@Suite("Broken cases by level")
struct BrokenLevelTests {
  private static func made(
    _ verdict: Verdict, _ findings: [(Verdict, Level)] = []
  ) -> ClientResults.Outcome {
    ClientResults.Outcome(
      coordinates: "", verdict: verdict,
      findings: findings.map { verdict, level in
        ClientResults.CheckFinding(check: "1.origin", verdict: verdict, level: level.rawValue)
      })
  }

  /// The matrix of clients by name. Letters stand for the cases: `m` and `r` are failures of these
  /// levels, `s` is a warning, `p` passes.
  private static func matrix(_ clients: [(name: String, letters: String)]) -> ClientMatrix {
    let count = clients.first?.letters.count ?? 0
    let cases = (0..<count).map {
      Sample.played("digest/fail", coordinates: [.init(key: "way", value: "\($0)")])
    }
    let results = clients.map { name, letters in
      var results = ClientResults(
        client: ClientIdentity(name: name, version: "1", abilities: []),
        basis: .init(authspec: "0.1.0", catalogue: "c0ffee"))
      let outcomes = letters.enumerated().map { number, letter in
        var outcome =
          switch letter {
          case "m": made(.fail, [(.fail, .robust), (.fail, .must)])
          case "r": made(.fail, [(.fail, .robust)])
          case "s": made(.warn, [(.warn, .should)])
          default: made(.pass)
          }
        outcome.coordinates = "way=\(number)"
        return outcome
      }
      results.scenarios = [.init(id: "digest/fail", cases: outcomes)]
      return results
    }
    return ClientMatrix(
      results, cases: cases, version: "0.1.0", fingerprint: "c0ffee", context: Sample.context)
  }

  @Test(
    "SHOULD is published only where the source has the word for clients",
    arguments: [
      ("R1", Level.should), ("R2", .robust), ("R3", .robust), ("R4", .robust), ("R5", .should),
      ("R9", .should),
    ])
  func claims(_ id: String, _ published: Level) throws {
    let requirements = [
      Sample.requirement("R1", .should, "RFC 9110 11.4", "One."),
      Sample.requirement("R2", .should, "RFC 7616 4", "Two.", basis: .definition),
      Sample.requirement("R3", .should, "RFC 7617 2", "Three.", duty: .caller),
      Sample.requirement("R4", .robust, "RFC 9110 11.5", "Four."),
      Sample.requirement("R5", .must, "RFC 9110 11.6", "Five."),
    ]
    var results = ClientResults(
      client: ClientIdentity(name: "x", version: "1", abilities: []),
      basis: .init(authspec: "0.1.0", catalogue: "c0ffee"))
    var outcome = BrokenLevelTests.made(.warn, [(.warn, .should), (.fail, .must)])
    for index in outcome.findings.indices { outcome.findings[index].requirements = [id] }
    results.scenarios = [.init(id: "digest/fail", cases: [outcome])]
    let claimed = results.claiming(
      only: Dictionary(uniqueKeysWithValues: requirements.map { ($0.id, $0) }))
    let findings = try #require(claimed.scenarios.first?.cases.first).findings
    #expect(findings.map(\.level) == [published.rawValue, "must"])
  }

  @Test("A case counts for its gravest broken check, and once")
  func gravest() {
    func level(_ verdict: Verdict, _ findings: [(Verdict, Level)] = []) -> Level? {
      BrokenLevelTests.made(verdict, findings).brokenLevel
    }
    #expect(level(.fail, [(.fail, .robust), (.fail, .must), (.warn, .should)]) == .must)
    #expect(level(.fail, [(.warn, .should), (.fail, .robust)]) == .robust)
    #expect(level(.warn, [(.note, .must), (.warn, .should)]) == .should)
    #expect(level(.crash) == .robust)
    #expect(level(.timeout, [(.timeout, .robust)]) == .robust)
    #expect(level(.pass, [(.note, .must)]) == nil)
    #expect(level(.inconclusive, [(.warn, .should), (.inconclusive, .must)]) == nil)
    #expect(level(.error) == nil)
  }

  @Test("Clients are ordered by the share of cases that break a MUST, in the table and the opening")
  func order() {
    let matrix = BrokenLevelTests.matrix([
      ("fewest-broken", "mppppppppp"), ("robust", "rrrrrppppp"), ("clean", "rssppppppp"),
      ("worst", "mmpppppppp"),
    ])
    let names = matrix.standings.map { matrix.clients[$0.client].results.client.name }
    #expect(names == ["clean", "robust", "fewest-broken", "worst"])
    let html = MatrixPage(matrix).html
    let places = names.map { html.firstRange(of: "#/client/\($0)-1\"")?.lowerBound }
    #expect(places.allSatisfy { $0 != nil })
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    #expect(html.contains("2 MUST, 20.0 %"))
  }

  @Test("The table has a column for each level, with the share of the concluded cases")
  func columns() throws {
    let matrix = BrokenLevelTests.matrix([("one", "mrrssppppp")])
    let counts = try #require(matrix.standings.first?.counts)
    #expect([Level.must, .should, .robust].map { counts[broken: $0] } == [1, 2, 2])
    let html = MatrixPage(matrix).html
    for head in ["MUST", "SHOULD", "robust"] {
      #expect(html.contains("data-topic=\"\(head)\"><span class=\"head\">\(head)</span></th>"))
    }
    #expect(
      html.contains(
        """
        <td class="bad2 level" data-topic="MUST" data-of="1/10"><a \
        href="#/cases?client=one-1&broken=must" title="1 of 10 concluded cases breaks a MUST" \
        aria-label="one 1, MUST: 1 of 10 concluded cases breaks a MUST">1 \
        <small>10.0 %</small></a></td>
        """))
    #expect(html.contains("data-topic=\"SHOULD\" data-of=\"2/10\">"))
    #expect(html.contains("data-topic=\"robust\" data-of=\"2/10\">"))
    let text = MatrixReadme(matrix).markdown
    #expect(text.contains("| client | MUST | SHOULD | robust | leaks | worst | in cases |\n"))
    #expect(text.contains("| 1 (10.0 %) | 2 (20.0 %) | 2 (20.0 %) | none seen |"))
  }

  @Test("A client of which nothing was concluded has a dash, and not a share of 0 %")
  func nothing() {
    let matrix = MatrixStandingTests.matrix([("one", "1", "ss")])
    #expect(
      MatrixPage(matrix).html.contains(
        "<td class=\"empty level\" data-topic=\"MUST\" data-of=\"0/0\">"))
    #expect(MatrixReadme(matrix).markdown.contains("| – | – | – | too few cases |"))
  }
}
