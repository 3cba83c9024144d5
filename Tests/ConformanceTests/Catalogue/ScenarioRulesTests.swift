import ScenarioLanguage
import Testing

@testable import Conformance

@Suite("What a scenario may say of itself")
struct ScenarioRulesTests {
  private let requirements: [String: Requirement]

  init() throws {
    let text = """
      - { id: R001, level: must, source: RFC 9110 11.1, text: One. }
      - { id: R002, level: should, source: RFC 9110 11.2, text: Two. }
      - { id: R003, level: robust, source: RFC 9110 11.3, text: Three. }
      - { id: R004, level: must, source: RFC 6750 5.3, needs: [tls, ntlm], text: Four. }
      """
    let (catalogue, diagnostics) = RequirementCatalogue.load(text: Array(text.utf8), file: "r.yaml")
    try #require(diagnostics == [])
    requirements = Dictionary(uniqueKeysWithValues: catalogue.requirements.map { ($0.id, $0) })
  }

  private func messages(
    _ level: Level, _ ids: [String], spec: [String] = []
  ) -> [String] {
    var scenario = Scenario(id: "a/b", file: "a/b.yaml", title: "A title", level: level)
    scenario.requirements = ids
    scenario.spec = spec
    return ScenarioRules.mistakes(of: scenario, requirements: requirements).map(\.message)
  }

  @Test("A requirement has to be known")
  func known() {
    #expect(messages(.must, ["R001"]) == [])
    #expect(messages(.must, ["R009"]) == ["the requirement R009 is not in requirements.yaml"])
  }

  @Test("A requirement for later has no scenario")
  func later() {
    #expect(
      messages(.must, ["R004"]) == [
        "the requirement R004 is marked as one for later, as it needs tls, ntlm"
      ])
  }

  @Test(
    "Who says must or should names a requirement that does, or a specification",
    arguments: [
      (Level.must, ["R001"], [String](), true), (.must, ["R002"], [], false),
      (.must, ["R003"], [], false), (.must, ["R003", "R001"], [], true),
      (.must, ["R003"], ["RFC 9112 9.6"], true), (.should, ["R001"], [], true),
      (.should, ["R002"], [], true), (.should, ["R003"], [], false), (.robust, ["R003"], [], true),
      (.robust, ["R001"], [], true), (.may, ["R003"], [], true), (.note, ["R003"], [], true),
      (.must, [], [], true),
    ])
  func grounded(_ level: Level, _ ids: [String], _ spec: [String], _ isRight: Bool) {
    #expect(messages(level, ids, spec: spec).isEmpty == isRight)
  }
}
