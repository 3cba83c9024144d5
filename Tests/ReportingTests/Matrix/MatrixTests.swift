// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Scenarios
import Transcripts
@testable import Platform
@testable import Publishing
@testable import Reporting
@testable import Storage
import Foundation
import Testing

@Suite("The matrix of clients")
struct MatrixTests {
  /// Two clients that were played three cases of two topics; the second was not played the last.
  static func sample(_ change: (inout [ClientResults]) -> Void = { _ in }) -> ClientMatrix {
    let cases = ["origin", "proxy"].map { side in
      Sample.played("digest/fail", coordinates: [.init(key: "side", value: side)])
    }
    let other = Sample.played(
      "basic/odd", title: "An odd <name> is \"kept\" & sent", level: .should)
    var results = [("wget", "1.21.3"), ("curl", "8.0")].map { name, version in
      var failed = ClientResults.Outcome(coordinates: "side=proxy", verdict: .fail)
      var finding = ClientResults.CheckFinding(
        check: "1.origin.2.nc", verdict: .fail, title: "The nonce count rises", level: "must")
      finding.observed = "</script><b>"
      failed.findings = [finding]
      failed.exchanges = "  origin #1  →  GET /report\n             ←  401"
      var results = ClientResults(
        client: ClientIdentity(name: name, version: version, abilities: ["digest"]),
        basis: .init(authspec: "0.1.0", catalogue: "c0ffee"))
      results.scenarios = [
        .init(id: "basic/odd", cases: [.init(coordinates: "", verdict: .warn)]),
        .init(
          id: "digest/fail",
          cases: [.init(coordinates: "side=origin", verdict: .pass), failed]),
      ]
      return results
    }
    results[1].scenarios.removeFirst()
    change(&results)
    return ClientMatrix(
      results, cases: [other] + cases, version: "0.1.0", fingerprint: "c0ffee",
      context: Sample.context, lines: ["digest/fail": ["level: must", "steps:"]])
  }

  static func data(of html: String) throws -> JSONValue {
    let start = try #require(html.range(of: #"id="data">"#)?.upperBound)
    let end = try #require(html[start...].range(of: "</script>")?.lowerBound)
    let packed = try #require(Octets(base64: Octets(String(html[start..<end])))).array
    return try JSONParser.value(of: try #require(Zlib.expanded(packed)))
  }

  @Test("Cases are counted by client and topic, those that were not played apart")
  func counts() {
    let matrix = MatrixTests.sample()
    #expect(matrix.clients.map(\.results.client.name) == ["curl", "wget"])
    #expect(matrix.topics == ["basic", "digest"])
    #expect(matrix.caseCount == 3)
    #expect(matrix.counts(client: 1, topic: "digest")[.fail] == 1)
    #expect(matrix.counts(client: 1, topic: "digest")[.pass] == 1)
    #expect(matrix.counts(client: 1, topic: "basic")[.warn] == 1)
    #expect(matrix.counts(client: 0, topic: "basic").missing == 1)
    #expect(matrix.counts(client: 0, topic: "basic").concluded == 0)
    #expect(matrix.counts(client: 1).bad == 1)
    #expect(matrix.counts(client: 1).concluded == 3)
    #expect(matrix.clients.allSatisfy { $0.isCurrent && $0.strays == 0 })
  }

  @Test("Results of earlier scenarios are told as such, and cases that are no more are counted")
  func earlier() {
    let matrix = MatrixTests.sample { results in
      results[0].basis.catalogue = "other"
      results[0].scenarios.append(
        .init(id: "gone/now", cases: [.init(coordinates: "", verdict: .fail)]))
    }
    #expect(matrix.clients.map(\.isCurrent) == [true, false])
    #expect(matrix.clients.map(\.strays) == [0, 1])
    #expect(matrix.counts(client: 1).bad == 1)
    #expect(MatrixPage(matrix).html.contains("earlier scenarios"))
    #expect(MatrixReadme(matrix).markdown.contains("some cases are missing: wget 1.21.3."))
  }

  @Test("The page says in words what each cell shows, and links to its cases")
  func cells() {
    let html = MatrixPage(MatrixTests.sample()).html
    #expect(
      html.contains(
        """
        <a href="#/cases?client=wget-1.21.3&topic=digest" title="1 failed, 1 passed" \
        aria-label="wget 1.21.3, digest: 1 failed, 1 passed">1/2</a>
        """))
    #expect(html.contains(#"aria-label="curl 8.0, basic: 1 not played">–</a>"#))
    #expect(html.contains(#"<td class="bad3" data-topic="digest">"#))
    #expect(html.contains(#"<td class="warned" data-topic="basic">"#))
    #expect(html.contains(#"<td class="empty" data-topic="basic">"#))
  }

  @Test("The page needs nothing but itself")
  func alone() {
    let html = MatrixPage(MatrixTests.sample()).html
    // Addresses of RFCs are in the data, and a link loads nothing.
    for wanted in ["http://", "https://", "src=", "@import", "url("] {
      #expect(!html.contains(wanted), "\(wanted)")
    }
    #expect(html.hasPrefix("<!DOCTYPE html>"))
    #expect(html.contains("prefers-color-scheme: dark"))
  }

  @Test("The page's data say what every case came to, and each text once")
  func pageData() throws {
    let html = MatrixPage(MatrixTests.sample()).html
    // What a client sent ends no element: it is in the data, and those are packed.
    #expect(!html.contains("</script><b>"))
    let data = try MatrixTests.data(of: html)
    let scenarios = try #require(data["scenarios"]?.array)
    #expect(scenarios.map { $0["id"]?.string } == ["basic/odd", "digest/fail"])
    #expect(scenarios.first?["played"]?.array == [.string("-"), .string("w")])
    let digest = try #require(scenarios.last)
    #expect(digest["played"]?.array == [.string("pf"), .string("pf")])
    #expect(digest["cases"]?.array == [.string("side=origin"), .string("side=proxy")])
    let findings = data["findings"]?.array?.last?.array
    #expect(findings?.count == 1)
    #expect(data["texts"]?.array?.last?.array?.count == 1)
    let details = JSONValue.array([
      .integer(1), .integer(1), .array([.integer(0)]), .integer(0), .integer(-1),
    ])
    #expect(data["details"]?.array?.last?.array?.last == details)
    #expect(findings?.first?["observed"]?.string == "</script><b>")
    #expect(digest["lines"]?.array == [.string("level: must"), .string("steps:")])
    #expect(data["requirements"]?["R083"]?.array?.first == .string("must"))
    #expect(data["clients"]?.array?.first?["name"]?.string == "curl-8.0")
  }

  @Test("The page says how a client is installed and selected, by the name of its folder")
  func playedAgain() throws {
    let sample = MatrixTests.sample {
      $0[0].client.name = "GNU Wget"
      $0[0].basis.definition = "d1ce"
      $0[1].client.name = "libcurl"
    }
    let other = MatrixTests.sample { $0[0].basis.definition = "changed" }
    func names(_ matrix: ClientMatrix) throws -> [[String?]] {
      let matrix = ClientMatrix(
        matrix.clients.map(\.results), cases: matrix.rows.flatMap(\.cases), version: "0.1.0",
        fingerprint: "c0ffee", context: Sample.context, folders: ["d1ce": "wget"],
        builtIn: ["libcurl"])
      let clients = try #require(MatrixTests.data(of: MatrixPage(matrix).html)["clients"]?.array)
      return clients.map { [$0["selection"]?.string, $0["folder"]?.string] }
    }
    // One with a folder, and one that is a part of authspec.
    #expect(try names(sample) == [["wget", "wget"], ["libcurl", nil]])
    // Names that clients give themselves are not those of their folders.
    #expect(try names(other) == [[nil, nil], [nil, nil]])
    let html = MatrixPage(sample).html
    #expect(html.contains("make clients CLIENTS="))
    #expect(html.contains("--no-expected"))
  }

  @Test("The same results make the same page, in whatever order they come")
  func deterministic() {
    let one = MatrixTests.sample()
    let other = MatrixTests.sample { $0.reverse() }
    #expect(MatrixPage(one).html == MatrixPage(other).html)
    #expect(MatrixReadme(one).markdown == MatrixReadme(other).markdown)
  }

  @Test("The summary counts by client and by topic")
  func summary() {
    let text = MatrixReadme(MatrixTests.sample()).markdown
    #expect(text.contains("| client | failed | passed | warned |\n|---|---:|---:|---:|\n"))
    #expect(text.contains("| [wget 1.21.3](clients/wget-1.21.3.txt) | 1 | 1 | 1 |"))
    #expect(text.contains("| topic | wget 1.21.3 | curl 8.0 |"))
    #expect(text.contains("| basic | 0/1 | – |"))
    #expect(text.contains("| digest | 1/2 | 1/2 |"))
  }

  @Test("A fault of a driver hides nowhere: in the summary, on the page, among what is broken")
  func faults() {
    let matrix = MatrixTests.sample { $0[0].scenarios[1].cases[0].verdict = .error }
    let text = MatrixReadme(matrix).markdown
    #expect(text.contains("| client | failed | at fault | passed | warned |\n"))
    #expect(text.contains("| [wget 1.21.3](clients/wget-1.21.3.txt) | 1 | 1 | 0 | 1 |"))
    #expect(text.contains("| digest | 2/2 | 1/2 |"))
    let page = MatrixPage(matrix).html
    #expect(page.contains("aria-label=\"wget 1.21.3, digest: 1 failed, 1 at fault\""))
  }

  @Test("No name of a client becomes a tag, a cell or a link")
  func hostileNames() {
    let matrix = MatrixTests.sample { $0[0].client.name = "<img src=x>|[a](b)\"'\u{202E}" }
    let html = MatrixPage(matrix).html
    #expect(!html.contains("<img"))
    #expect(!html.contains("\u{202E}"))
    #expect(html.contains("&lt;img src=x&gt;|[a](b)&quot;'\\xe2\\x80\\xae"))
    let text = MatrixReadme(matrix).markdown
    #expect(text.contains(#"\<img src=x\>\|\[a\](b)"#))
  }

  @Test("What is published is small: a client's results below 75 kB, everything below 5 MB")
  func published() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Reports")
    var total = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path == "index.html" || path.hasPrefix("clients/") || path.hasPrefix("badges/") {
      let file = folder.appending(path: path).path
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      let size = try #require(attributes[.size] as? Int)
      if path.hasPrefix("clients/"), path.hasSuffix(".txt") { #expect(size < 75_000, "\(path)") }
      if path.hasPrefix("badges/") { #expect(size < 2_000, "\(path)") }
      total += size
    }
    #expect(total < 5_000_000)
  }
}
