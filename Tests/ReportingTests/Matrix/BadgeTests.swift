// SPDX-License-Identifier: Apache-2.0

@testable import Publishing
@testable import Reporting
import Foundation
import Testing

@Suite("Badges")
struct BadgeTests {
  @Test("A badge says how many concluded cases are not broken, in text and title")
  func content() throws {
    let letters = String(repeating: "p", count: 1200) + String(repeating: "f", count: 300) + "is"
    let badge = try #require(
      Badge.all(of: MatrixStandingTests.matrix([("curl", "8.0", letters)])).first)
    #expect(badge.file == "curl.svg")
    #expect(badge.svg.contains("aria-label=\"authspec 1,200/1,500\""))
    #expect(badge.svg.contains(">1,200/1,500</text>"))
    #expect(
      badge.svg.contains(
        """
        <title>authspec 0.1.0: curl 8.0 keeps the rules in 1,200 of 1,500 concluded cases, \
        played on 2026-11-25</title>
        """))
  }

  @Test("A client with few concluded cases, one that leaks, and one that breaks nothing differ")
  func colours() throws {
    let few = Badge.all(of: MatrixStandingTests.matrix([("a", "1", "psssss")]))
    #expect(few.first?.svg.contains("fewer than a fifth of all cases were concluded") == true)
    #expect(few.first?.svg.contains("#1c6238") == false)
    let good = Badge.all(of: MatrixStandingTests.matrix([("a", "1", "pp")]))
    #expect(good.first?.svg.contains("#1c6238") == true)
    let leak = Badge.all(
      of: MatrixStandingTests.matrix(
        [("a", "1", "pf")], check: "invariant.secrets-stay", cause: "leak.R041"))
    #expect(leak.first?.svg.contains("#a31621") == true)
    #expect(leak.first?.title.contains("leaks a login") == true)
  }

  @Test("There is one badge for each client, of its newest version, under a name that stays")
  func newest() {
    let badges = Badge.all(
      of: MatrixStandingTests.matrix([
        ("Go net/http", "1.9", "ff"), ("Go net/http", "1.10", "pf"), ("curl", "8", "pp"),
      ]))
    #expect(badges.map(\.file) == ["Go-net-http.svg", "curl.svg"])
    #expect(badges.first?.svg.contains("Go net/http 1.10") == true)
  }

  @Test("A badge is small and well-formed, whatever a client is called")
  func wellFormed() throws {
    for name in ["<a>&\"'\u{0}\u{202E}", String(repeating: "<", count: 500), "ä ☃"] {
      let badge = try #require(
        Badge.all(of: MatrixStandingTests.matrix([(name, "1", "pf")])).first)
      #expect(badge.svg.utf8.count < 2000)
      let svg = try XMLTree.read(Data(badge.svg.utf8))
      #expect(svg.name == "svg")
      #expect(svg["title"].first?.text.hasPrefix("authspec 0.1.0: ") == true)
    }
  }
}
