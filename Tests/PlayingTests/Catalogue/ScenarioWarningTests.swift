// SPDX-License-Identifier: Apache-2.0

import Playing
import ScenarioFiles
import Scenarios
import Testing

/// What `check` warns of: what can be played and is hardly meant.
@Suite struct ScenarioWarningTests {
  private func warnings(
    rules: String = "- { protect: first }", challenge: String = "scheme: Basic, realm: vault",
    expect: String = "expect: { client: { status: 200 } }", matrix: String = ""
  ) throws -> [String] {
    let text = """
      title: A login gets through
      level: must
      \(matrix)
      accounts: { alice: { password: open sesame } }
      client: { credentials: [alice] }
      challenges:
        first: { \(challenge) }
      steps:
        - request: { path: / }
          origin:
            \(rules)
          \(expect)
      """
    let loaded = ScenarioLoader.load(text: Array(text.utf8), id: "x", file: "x.yaml")
    try #require(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
    return ScenarioWarning.all(of: loaded.cases).map(\.description)
  }

  @Test func aSoundScenarioHasNone() throws {
    #expect(try warnings() == [])
    #expect(try warnings(rules: "- { times: 1, reply: 200 }\n      - { protect: first }") == [])
    #expect(try warnings(expect: "expect: { observe: { seen: { path: / } } }") == [])
  }

  @Test func aRuleBehindOneThatTakesAll() throws {
    let rules = "- { protect: first }\n      - { when: { path: / }, reply: 204 }"
    let found = try warnings(rules: rules)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("x.yaml:12:") == true, "\(found)")
    #expect(
      found.first?.hasSuffix(
        """
        : warning: this rule is never played: one before it takes every request
              = put it before that one, or give that one when: or times:
        """) == true, "\(found)")
    // Where another case plays it, it is there for that one.
    let some = "- { times: \"${n}\", reply: 200 }\n      - { reply: 204 }"
    #expect(try warnings(rules: some, matrix: "matrix: { n: [1, 2] }") == [])
  }

  @Test func aScenarioThatExpectsNothing() throws {
    let found = try warnings(expect: "")
    #expect(found.count == 1)
    #expect(found.first?.contains("warning: this scenario expects nothing") == true)
  }

  @Test(
    "A name that is one slip away from a known one",
    arguments: [
      ("scheme: Digset, realm: vault, nonce: n", "the scheme \"Digset\""),
      ("scheme: Basic, relam: vault", "the parameter \"relam\""),
      ("scheme: Digest, realm: vault, nonce: n, algoritm: MD5", "the parameter \"algoritm\""),
    ])
  func slip(_ challenge: String, _ words: String) throws {
    let found = try warnings(challenge: challenge)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains("\(words) of a challenge is nearly ") == true)
  }

  @Test(
    "A name that is known, or made up",
    arguments: [
      "scheme: basic, REALM: vault", "scheme: NewAuth, realm: vault",
      "scheme: Bearer, realm: vault, scope: a, error: invalid_token",
      "scheme: Digest, realm: vault, nonce: n, x: y, colour: red",
    ])
  func noSlip(_ challenge: String) throws { #expect(try warnings(challenge: challenge) == []) }
}
