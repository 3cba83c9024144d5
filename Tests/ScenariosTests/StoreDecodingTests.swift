// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import ScenarioFiles
import Scenarios
import Testing

@Suite struct StoreDecodingTests {
  private func load(
    client: String = "{ store: true, credentials: [alice] }", step: String = "",
    expect: String = "{}"
  ) -> LoadResult {
    let text = """
      title: A store
      level: robust
      accounts: { alice: { password: open sesame }, former: { user: alice, password: open barley } }
      challenges: { first: { scheme: Basic, realm: vault } }
      client: \(client)
      steps:
        - request: {}
          origin: [{ protect: first }]
          \(step)
          expect: \(expect)

      """
    return ScenarioLoader.load(text: Array(text.utf8), id: "s", file: "s")
  }

  @Test(
    "What becomes of the files is read",
    arguments: [("broken", StoreState.broken), ("cut", .cut), ("read-only", .readOnly)])
  func states(_ word: String, _ state: StoreState) throws {
    let played = try #require(load(step: "store: \(word)").cases.first)
    #expect(played.steps[0].store == state)
    #expect(played.needs.contains("store") && !played.needs.contains("store-choice"))
  }

  @Test func countsAreRead() throws {
    let played = try #require(load(expect: "{ stored: { alice: 1, former: 0..2 } }").cases.first)
    #expect(played.steps[0].expect.stored.map(\.account.name) == ["alice", "former"])
    #expect(played.steps[0].expect.stored.map(\.count) == [1...1, 0...2])
  }

  @Test(
    "A login that is not to be kept implies an ability",
    arguments: [
      "{ store: true, credentials: [{ account: alice, keep: false }] }",
      "{ store: true, credentials: [{ user: a, password: b, keep: false }] }",
      "{ store: true, answers: [{ account: alice, keep: false }] }",
    ])
  func unkept(_ client: String) throws {
    let loaded = load(client: client)
    #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
    let played = try #require(loaded.cases.first)
    #expect(played.client.logins.map(\.isKept) == [false])
    #expect(played.needs.contains("store-choice"))
  }

  @Test(arguments: [
    ("store: lost", "{}", "\"lost\" is not a state of a store"),
    ("", "{ stored: { carol: 1 } }", "there is no account \"carol\""),
    ("", "{ stored: { alice: some } }", "how often"),
    ("", "{ stored: [alice] }", "a mapping of accounts to how often their logins are kept"),
  ])
  func mistakesAreReported(_ step: String, _ expect: String, _ words: String) throws {
    let loaded = load(step: step, expect: expect)
    #expect(loaded.cases.isEmpty)
    #expect(
      loaded.diagnostics.contains { $0.message.contains(words) },
      "\(loaded.diagnostics.map(\.message))")
  }
}
