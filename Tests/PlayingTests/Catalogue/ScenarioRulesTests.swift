// SPDX-License-Identifier: Apache-2.0

import ScenarioFiles
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

@Suite("What a scenario may say of itself")
struct ScenarioRulesTests {
  private let rules: ScenarioRules

  init() throws {
    let requirements = Requirement.load(
      text: Array(
        """
        - { id: R001, level: must, source: RFC 9110 11.1, text: One. }
        - { id: R002, level: should, source: RFC 9110 11.2, text: Two. }
        - { id: R003, level: robust, source: RFC 9110 11.3, text: Three. }
        - { id: R005, level: must, source: RFC 6265 5.4, evidence: [cookie], text: Five. }
        """.utf8), file: "r.yaml")
    let behaviours = Behaviour.load(
      text: Array("[{ id: B01, text: One. }, { id: B02, text: Two. }]".utf8),
      file: "b.yaml")
    let leaks = Leak.load(
      text: Array(
        """
        - { id: CVE-2020-0001, client: curl, text: One. }
        - { id: GHSA-aaaa-bbb1-cccc, client: curl, text: Two., unshown: nobody knows how }
        """.utf8), file: "l.yaml")
    try #require(requirements.1 + behaviours.1 + leaks.1 == [])
    rules = ScenarioRules(
      requirements: Dictionary(
        uniqueKeysWithValues: requirements.entries.map { ($0.id, $0) }),
      behaviours: behaviours.entries, leaks: leaks.entries)
  }

  private func messages(
    _ level: Level = .must, _ ids: [String] = [], spec: [String] = [], peers: [String] = [],
    tags: [String] = [], rules: ScenarioRules? = nil
  ) -> [String] {
    var scenario = Scenario(id: "a/b", file: "a/b.yaml", title: "A title", level: level)
    scenario.requirements = ids
    scenario.spec = spec
    scenario.peers = peers
    scenario.tags = tags
    return (rules ?? self.rules).mistakes(of: scenario).map(\.message)
  }

  /// The mistakes of a scenario of level must with this requirement and expectation.
  private func mistakes(
    _ requirement: String, _ expect: String
  ) throws -> [ScenarioMistake] {
    let text = """
      title: A title
      level: must
      requirements: [\(requirement)]
      steps:
        - request: { path: / }
          expect: \(expect)
      """
    let loaded = ScenarioLoader.load(text: Array(text.utf8), id: "a/b", file: "a/b.yaml")
    #expect(loaded.diagnostics == [])
    let scenario = try #require(loaded.scenario)
    return rules.mistakes(of: scenario, rules.checklists(of: scenario, loaded.cases))
  }

  @Test("A behaviour has to be known")
  func behaviours() {
    #expect(messages(peers: ["B01"]) == [])
    #expect(
      messages(peers: ["B03", "B02"]) == ["the behaviour B03 is not in behaviours.yaml"])
  }

  @Test("A tag of a leak has to be known, and one that is unshown has no scenario")
  func leaks() {
    #expect(messages(tags: ["quick", "cve-2020-0001"]) == [])
    #expect(
      messages(tags: ["cve-2020-0002", "ghsa-aaaa-bbb1-cccc"]) == [
        "the leak cve-2020-0002 is not in leaks.yaml",
        "the leak ghsa-aaaa-bbb1-cccc is marked as one that no scenario shows: nobody knows how",
      ])
  }

  @Test("Where nothing is listed, anything may be said")
  func nothingListed() {
    let none = ScenarioRules(requirements: [:])
    #expect(messages(.must, ["R009"], peers: ["B09"], tags: ["cve-2020-0009"], rules: none) == [])
  }

  @Test("A requirement has to be known")
  func known() {
    #expect(messages(.must, ["R001"]) == [])
    #expect(messages(.must, ["R009"]) == ["the requirement R009 is not in requirements.yaml"])
  }

  @Test(
    "Who says must or should names a requirement first that does",
    arguments: [
      (Level.must, ["R001"], [String](), true), (.must, ["R002"], [], false),
      (.must, ["R003"], [], false), (.must, ["R003", "R001"], [], false),
      (.must, ["R001", "R003"], [], true), (.must, ["R003"], ["RFC 9112 9.6"], false),
      (.should, ["R001"], [], true),
      (.should, ["R002"], [], true), (.should, ["R003"], [], false), (.robust, ["R003"], [], true),
      (.robust, ["R001"], [], true), (.may, ["R003"], [], true), (.note, ["R003"], [], true),
      (.must, [], [], true),
    ])
  func grounded(_ level: Level, _ ids: [String], _ spec: [String], _ isRight: Bool) {
    #expect(messages(level, ids, spec: spec).isEmpty == isRight)
  }

  @Test(
    "A requirement is named only where a check can show that it is broken",
    arguments: [
      ("client: { status: 200 }", false), ("never: [ { credentials: any } ]", false),
      ("never: [ { cookie: { a: present } } ]", true),
      ("origin: [ { cookie: { a: absent } } ]", true),
      (
        "one-of: [ { title: a, origin: [ { cookie: { a: absent } } ] }, "
          + "{ title: b, client: { status: 200 } } ]", true
      ),
    ])
  func shown(_ expect: String, _ isShown: Bool) throws {
    #expect(
      try mistakes("R005", "{ \(expect) }").map(\.message)
        == (isShown ? [] : ["no expectation of the scenario can show that R005 is broken"]))
  }

  @Test(
    "A check claims no more than its own requirement asks",
    arguments: [
      ("never: [ { credentials: any, requirement: R003 } ]", ["1.never.1"]),
      ("never: [ { credentials: any, requirement: R003, level: robust } ]", []),
      ("client: { status: 200, requirement: R002 }", ["1.client.outcome"]),
      ("client: { status: 200, requirement: R002, level: should }", []),
      ("{ requirement: R003, client: { status: 200 } }", ["1.client.outcome"]),
      ("{ requirement: R003, level: robust, client: { status: 200 } }", []),
      ("observe: { a: { credentials: any, requirement: R003 } }", []),
      (
        "one-of: [ { title: a, client: { status: 200 } }, { title: b, requirement: R002, client: { error: any } } ]",
        ["1.one-of"]
      ),
    ] as [(String, [String])])
  func checks(_ expect: String, _ wrong: [String]) throws {
    let mistakes = try mistakes("R001", expect.hasPrefix("{") ? expect : "{ \(expect) }")
    #expect(mistakes.count == wrong.count, "\(mistakes)")
    for (mistake, check) in zip(mistakes, wrong) {
      #expect(mistake.message.hasPrefix("check \(check) is of level must"))
    }
  }
}
