// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Testing

@Suite struct NegotiateDecodingTests {
  private func load(_ client: String, rule: String = "{ protect: first }") -> LoadResult {
    let text = """
      title: Negotiate
      level: must
      accounts:
        alice: { principal: a }
        bob: { password: b }
      client: \(client)
      challenges:
        first: { scheme: Negotiate }
      steps:
        - request: { path: / }
          origin: [\(rule)]
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

  @Test(arguments: [
    "{ tickets: [bob] }", "{ tickets: [mallory] }", "{ tickets: [{ flaw: expired }] }",
    "{ tickets: [{ account: alice, flaw: old }] }",
  ])
  func whatIsWrongIsReported(_ client: String) {
    #expect(!load(client).diagnostics.isEmpty)
  }
}
