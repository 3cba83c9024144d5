// SPDX-License-Identifier: Apache-2.0

import ScenarioFiles
import Scenarios
import Testing
@testable import Reporting

@Suite("What a client was given, in one line")
struct ClientSetupTests {
  private func text(_ client: String, at line: Int) throws -> String {
    let text = """
      title: A title
      level: note
      accounts:
        alice: { password: a-secret }
        bob: { password: b-secret }
        robot: { token: t-secret }
      servers: { origin: { tls: {} }, other: {} }
      client: \(client)
      steps:
        - request: { path: /one }
          origin: [{ reply: 200 }]
        - request: { path: /two }
          client: { cookies: true }
      """
    let loaded = ScenarioLoader.load(text: Array(text.utf8), id: "a/b", file: "a/b.yaml")
    #expect(loaded.diagnostics == [])
    return ClientSetup(of: try #require(loaded.cases.first), at: line).text
  }

  @Test(
    "Logins, certificates, the way to the server, and what is kept",
    arguments: [
      ("{}", "no login"),
      ("{ credentials: [{ account: alice, for: origin }] }", "alice for origin"),
      (
        "{ credentials: [{ account: alice, for: origin, realm: one, scheme: digest }, { account: robot, for: other }] }",
        "alice for origin in realm one with digest, robot for other"
      ),
      ("{ credentials: [{ account: alice, for: [origin, other] }] }", "alice for origin and other"),
      (
        "{ credentials: [{ user: eve, password: e-secret, for: origin }, { token: x-secret, for: other }] }",
        "eve for origin, a token for other"
      ),
      ("{ answers: [bob, cancel] }", "no login, answers bob, then none if asked"),
      (
        "{ trust: none, revocation-list: true }",
        "no login; trusts no certificate, a revocation list"
      ),
      ("{ redirects: 0, timeout: 300 }", "no login; no redirects, 300 ms for a request"),
      (
        "{ store: true, remember: false, headers: { Authorization: Token c-secret } }",
        "no login; a store of logins, remembers no login, the caller's Authorization"
      ),
    ])
  func settings(_ client: String, _ wanted: String) throws {
    let text = try text(client, at: 11)
    #expect(text == wanted)
    #expect(!text.contains("secret"))
  }

  @Test("The settings are those of the step")
  func steps() throws {
    let alice = "{ credentials: [{ account: alice, for: origin }] }"
    #expect(try text(alice, at: 11) == "alice for origin")
    #expect(try text(alice, at: 12) == "alice for origin; cookies")
  }
}
