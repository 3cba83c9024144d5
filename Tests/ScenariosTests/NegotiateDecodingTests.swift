// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import ScenarioFiles
import Scenarios
import Testing

@Suite struct NegotiateDecodingTests {
  private func load(
    _ client: String, rule: String = "{ protect: first }", server: String = "origin",
    options: String = "{}"
  ) -> LoadResult {
    let text = """
      title: Negotiate
      level: must
      accounts:
        alice: { principal: a }
        bob: { password: b }
      client: \(client)
      challenges:
        first: { scheme: Negotiate }
        basic: { scheme: Basic, realm: r }
      servers: { origin: \(options) }
      steps:
        - request: { path: / }
          \(server): [\(rule)]
          expect:
            origin: [{ credentials: valid, mutual: true, delegated: false, replied: 200 }]

      """
    return ScenarioLoader.load(text: Array(text.utf8), id: "n", file: "n")
  }

  @Test func ticketsAreThoseOfPrincipals() throws {
    let loaded = load("{ tickets: [alice, { account: alice, flaw: foreign-key }] }")
    #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
    let played = try #require(loaded.cases.first)
    #expect(
      played.client.tickets == [
        TicketGrant(principal: "a"), TicketGrant(principal: "a", flaw: .foreignKey),
      ])
    #expect(played.needs.contains("negotiate"))
    let pattern = played.steps[0].expect
    #expect("\(pattern)".contains("isMutual: Optional(true)"))
  }

  @Test func theTokenOfAReplyIsRead() throws {
    let rules = try #require(
      load("{ tickets: [alice] }", rule: "{ protect: first, token: absent }").cases.first?.steps[0]
        .rules["origin"])
    #expect(rules.map(\.reply.token) == [.absent, .right])
  }

  @Test func aLoginBelongsToTheConnectionIfTheServerSaysSo() throws {
    func rules(_ rule: String) throws -> [Rule] {
      let loaded = load("{ tickets: [alice] }", rule: rule)
      #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
      return try #require(loaded.cases.first?.steps[0].rules["origin"])
    }
    #expect(try rules("{ protect: first }").map(\.when.credentials) == [.valid, nil])
    #expect(
      try rules("{ protect: first, bound: request }").map(\.when.credentials) == [.valid, nil])
    #expect(
      try rules("{ protect: first, bound: connection }").map(\.when.credentials)
        == [.valid, .connection, nil])
    #expect(
      !load("{ tickets: [alice] }", rule: "{ protect: basic, bound: connection }").diagnostics
        .isEmpty)
  }

  @Test func whatTheCaseTakesFollowsFromIt() throws {
    let proxied = try #require(
      load("{ tickets: [alice], proxy: proxy, delegate: true }", server: "proxy").cases.first)
    #expect(Set(proxied.needs).isSuperset(of: ["negotiate", "proxy-negotiate", "delegate"]))
    #expect(proxied.client.delegates)
    let plain = try #require(
      load("{ tickets: [{ account: alice, kdc: true }] }", options: "{ legs: 2 }").cases.first)
    #expect(!plain.needs.contains("proxy-negotiate") && !plain.needs.contains("delegate"))
    #expect(plain.client.tickets == [TicketGrant(principal: "a", isForKDC: true)])
    #expect(plain.servers.map(\.takesTwoTokens) == [true])
  }

  @Test(arguments: [
    "{ tickets: [{ account: alice, kdc: true, flaw: expired }] }",
    "{ tickets: [bob] }", "{ tickets: [mallory] }", "{ tickets: [{ flaw: expired }] }",
    "{ tickets: [{ account: alice, flaw: old }] }",
  ])
  func whatIsWrongIsReported(_ client: String) {
    #expect(!load(client).diagnostics.isEmpty)
  }
}
