// SPDX-License-Identifier: Apache-2.0

import JSON
import Scenarios
import Transcripts
@testable import Publishing
@testable import Reporting
import Testing

@Suite("What the matrix says of a client as a whole")
struct MatrixStandingTests {
  /// Clients by their names and versions, each with the letters of its cases of one scenario; a
  /// broken case broke the check.
  static func matrix(
    _ clients: [(name: String, version: String, letters: String)],
    check: String = "1.client.outcome", requirement: String = "R001", cause: String? = nil
  ) -> ClientMatrix {
    let cases = (clients.first?.letters ?? "").indices.enumerated().map { number, _ in
      Sample.played(
        "origin/stays", title: "A login stays",
        coordinates: [.init(key: "way", value: "\(number)")])
    }
    let results = clients.map { name, version, letters in
      var results = ClientResults(
        client: ClientIdentity(name: name, version: version, abilities: []),
        basis: .init(authspec: "0.1.0", catalogue: "c0ffee"), date: "2026-11-25")
      results.scenarios = [
        .init(
          id: "origin/stays",
          cases: letters.enumerated().map { number, letter in
            var outcome = ClientResults.Outcome(
              coordinates: "way=\(number)", verdict: Verdict(letter: letter) ?? .error)
            if outcome.verdict.isBad {
              var finding = ClientResults.CheckFinding(check: check, verdict: outcome.verdict)
              finding.requirements = [requirement]
              finding.cause = cause
              outcome.findings = [finding]
            }
            return outcome
          })
      ]
      return results
    }
    return ClientMatrix(
      results, cases: cases, version: "0.1.0", fingerprint: "c0ffee", context: Sample.context)
  }

  private static func names(_ matrix: ClientMatrix) -> [String] {
    matrix.standings.map { matrix.clients[$0.client].results.client.name }
  }

  @Test("Clients are ordered by the share of what is broken, and one with few cases does not lead")
  func order() {
    let matrix = MatrixStandingTests.matrix([
      // 1 of 2, 2 of 10, 0 of 1, and 1 of 9; few are fewer than 2 of 10.
      ("half", "1", "fpssssssss"), ("fifth", "1", "ffpppppppp"), ("hardly", "1", "psssssssss"),
      ("ninth", "1", "fppppppppi"), ("never", "1", "ssssssssss"),
    ])
    #expect(MatrixStandingTests.names(matrix) == ["ninth", "fifth", "half", "hardly", "never"])
    #expect(matrix.standings.map(\.hasFew) == [false, false, false, true, true])
    #expect(matrix.standings.map(\.counts.figure) == ["1/9", "2/10", "1/2", "0/1", "–"])
    #expect(matrix.standings.map(\.counts.rate) == ["11.1 %", "20.0 %", "50.0 %", "0.0 %", "–"])
    let html = MatrixPage(matrix).html
    #expect(html.contains("fewer than a fifth of all cases were concluded come last"))
    let rows = html.components(separated: "<tr data-group=\"")
    #expect(
      rows.dropFirst().map { $0.hasPrefix("few\" class=\"few\"") } == [
        false, false, false, true, true,
      ])
    #expect(rows[4].contains("hardly") && rows[4].contains("few concluded"))
    let text = MatrixReadme(matrix).markdown
    #expect(text.contains("| topic | ninth 1 | fifth 1 | half 1 | hardly 1\\* | never 1\\* |"))
  }

  @Test(
    "A leak is the worst, and told by what leaks",
    arguments: [
      ("invariant.secrets-stay", "leak.R041", "leak"),
      ("invariant.secrets-stay", "caller-leak.R042", "caller-leak"),
      ("invariant.proxy-separation", "rule.proxy-separation", "no-leak"),
      ("invariant.secrets-stay", "request-content", "no-leak"),
      ("invariant.client-is-sound", "internal-error", "no-leak"),
      ("1.handshakes", "server-accepted", "no-leak"),
      ("1.origin.exchanges", "other-requests", "no-leak"),
      ("1.origin.exchanges", "a-cause-of-a-later-version", "no-leak"),
    ])
  func groups(check: String, cause: String, group: String) throws {
    let matrix = MatrixStandingTests.matrix([("one", "1", "fp")], check: check, cause: cause)
    // The scenario names the cause of its own checks.
    let cause =
      check.hasPrefix("invariant.") || cause == "server-accepted" ? cause : "origin/stays"
    let standing = try #require(matrix.standings.first)
    #expect(standing.group.rawValue == group)
    #expect(standing.causes.map(\.cause.id) == [cause])
    #expect(standing.causes.map(\.cases) == [1])
    #expect(
      MatrixPage(matrix).html.contains(
        "#/cases?client=one-1&amp;cause=\(cause.replacing("/", with: "%2F"))\""))
  }

  @Test("A client that broke nothing leaks nothing, and is said to")
  func nothing() throws {
    let matrix = MatrixStandingTests.matrix([("one", "1", "pp"), ("reference", "1", "pp")])
    #expect(matrix.standings.map(\.group) == [.noLeak, .noLeak])
    let html = MatrixPage(matrix).html
    #expect(html.contains("Nothing is broken"))
    // authspec's own client is shown, and not counted.
    #expect(html.contains("Of 1 client, <b>0 leak a login</b>"))
    #expect(html.contains("<b>1 leaked nothing</b>"))
    #expect(html.contains("authspec's own client"))
  }

  @Test("The opening has the newest version of a client; its view says what changed")
  func versions() throws {
    let matrix = MatrixStandingTests.matrix([
      ("one", "1.10", "fpp"), ("one", "1.9", "ppf"), ("one", "1.9-rc1", "ppp"),
      ("other", "1", "ppp"),
    ])
    let names = matrix.clients.map(\.results.name)
    let newest = try #require(names.firstIndex(of: "one-1.10"))
    let middle = try #require(names.firstIndex(of: "one-1.9"))
    let versions = ClientVersions(matrix)
    #expect(versions.before(newest) == middle)
    #expect(versions.after(middle) == newest)
    #expect(versions.after(newest) == nil)
    let html = MatrixPage(matrix).html
    let opening = html.components(separated: "id=\"topics\"")[0]
    #expect(opening.contains("#/client/one-1.10\""))
    #expect(!opening.contains("#/client/one-1.9\""))
    #expect(html.contains("#/client/one-1.9\""))
    let client = try #require(MatrixTests.data(of: html)["clients"]?.array?[newest])
    #expect(client["before"]?.integer == Int64(middle))
    let changes = try #require(client["changes"])
    #expect(changes["failing"] == .strings(["origin/stays[way=0]"]))
    #expect(changes["passing"] == .strings(["origin/stays[way=2]"]))
    #expect(changes["same"] == .integer(1))
  }

  @Test("Parts of versions are compared as numbers")
  func versionOrder() {
    let sorted = ["1.9-rc1", "1.9", "1.10", "1.10.2", "17.0.21.1"]
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      #expect(
        ClientVersions.parts(of: left).lexicographicallyPrecedes(ClientVersions.parts(of: right)))
    }
    let huge = String(repeating: "9", count: 99)
    #expect(
      ClientVersions.parts(of: "2").lexicographicallyPrecedes(ClientVersions.parts(of: huge)))
  }

  @Test("All verdicts of a client are in the data, with the cause of each finding")
  func reachable() throws {
    let matrix = MatrixStandingTests.matrix(
      [("one", "1", "fpwis")], check: "invariant.secrets-stay", requirement: "R041",
      cause: "leak.R041")
    let data = try MatrixTests.data(of: MatrixPage(matrix).html)
    #expect(data["scenarios"]?.array?.first?["played"] == .strings(["fpwis"]))
    #expect(data["causes"]?.array?.first?.array?.first == .string("leak.R041"))
    #expect(data["blames"] == .array([.array([.integer(0)])]))
    #expect(
      data["clients"]?.array?.first?["causes"] == .array([.array([.integer(0), .integer(1)])]))
    #expect(data["clients"]?.array?.first?["date"] == .string("2026-11-25"))
    let links = try #require(data["links"])
    #expect(links["RFC 7616 3.4"]?.string == "https://www.rfc-editor.org/rfc/rfc7616#section-3.4")
  }

  @Test("Files of scenarios are linked only where it is known where they are")
  func links() {
    let matrix = MatrixStandingTests.matrix([("one", "1", "p")])
    #expect(!MatrixPage(matrix).html.contains("data-root"))
    let links = MatrixLinks(fromPageIn: "./out/Reports/", hasFound: true)
    let html = MatrixPage(matrix, links: links).html
    #expect(html.contains("<html lang=\"en\" data-root=\"../../\">"))
    #expect(html.contains("<a href=\"../../docs/found.md\">"))
    #expect(html.contains("Played by authspec 0.1.0 on 2026-11-25, scenarios"))
    for folder in ["/tmp/Reports", "../Reports"] {
      #expect(MatrixLinks(fromPageIn: folder, hasFound: true).root == nil)
      #expect(MatrixLinks(fromPageIn: folder, hasFound: true).found == nil)
    }
  }
}

extension String {
  fileprivate func components(separated separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
