// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Scenarios
@testable import Platform
@testable import Reporting
@testable import Storage
import Testing

@Suite("Who says so")
struct GroundsTests {
  private static let context: ReportContext = {
    var context = ReportContext()
    for (id, level) in [("R001", Level.must), ("R002", .should), ("R003", .robust), ("R004", .may)]
    {
      context.requirements[id] = Sample.requirement(
        id, level, "RFC 9110 11.\(id.suffix(1))", "It does so.")
    }
    return context
  }()

  private func lines(_ level: Level, _ ids: [String], _ specifications: [String] = []) -> [String] {
    RequirementCitation(
      level, requirements: ids, specifications: specifications, context: GroundsTests.context
    ).lines.map { "\($0.label) \($0.text)" }
  }

  @Test("A requirement is told with its own level")
  func own() {
    #expect(
      lines(.must, ["R001", "R002", "R004"]) == [
        "MUST RFC 9110 11.1 (R001): It does so.", "SHOULD RFC 9110 11.2 (R002): It does so.",
        "MAY RFC 9110 11.4 (R004): It does so.",
      ])
  }

  @Test("Nothing is told as more binding than the check is")
  func weaker() {
    #expect(lines(.should, ["R001"]) == ["SHOULD RFC 9110 11.1 (R001): It does so."])
    #expect(lines(.note, ["R001"]) == ["NOTE RFC 9110 11.1 (R001): It does so."])
  }

  @Test("What is robust is never told as a specification's word", arguments: Level.allCases)
  func robust(_ level: Level) {
    let told =
      lines(level, ["R003"]) + lines(.robust, ["R001", "R002", "R003", "R004"], ["RFC 9112 6.3"])
    for line in told {
      #expect(line.hasPrefix("ROBUST beyond RFC ") || line.hasPrefix("NOTE "), "\(line)")
    }
  }

  @Test("A specification is told where no requirement asks as much as the check")
  func specification() {
    #expect(lines(.must, [], ["RFC 9112 9.6"]) == ["MUST RFC 9112 9.6"])
    #expect(lines(.must, ["R001"], ["RFC 9112 9.6"]) == ["MUST RFC 9110 11.1 (R001): It does so."])
    #expect(
      lines(.must, ["R003"], ["RFC 9112 9.6"]) == [
        "ROBUST beyond RFC 9110 11.3 (R003): It does so.", "MUST RFC 9112 9.6",
      ])
  }

  @Test("What a source defines, and whom else it binds, is told so and not as its MUST")
  func basis() {
    var context = Self.context
    context.requirements["R005"] = Sample.requirement(
      "R005", .robust, "RFC 9110 11.2", "It does so.", basis: .definition)
    context.requirements["R006"] = Sample.requirement(
      "R006", .should, "RFC 7617 2", "It refuses.", basis: .definition, duty: .caller)
    func line(_ level: Level, _ id: String) -> [String] {
      RequirementCitation(level, requirements: [id], specifications: [], context: context).lines.map
      {
        "\($0.label) \($0.text)"
      }
    }
    #expect(line(.robust, "R005") == ["DEFINED RFC 9110 11.2 (R005): It does so."])
    #expect(line(.note, "R005") == ["NOTE RFC 9110 11.2 (R005): It does so."])
    #expect(line(.should, "R006") == ["CALLER RFC 7617 2 (R006): It refuses."])
  }

  @Test("A check that quotes only the scenario's topic prints ABOUT and a title of its own")
  func topic() {
    let scenario = Scenario(id: "a/b", file: "a/b.yaml", title: "A title", level: .robust)
    func told(_ rule: BrokenRule?) -> (String, [String]) {
      var finding = Sample.finding
      finding.rule = rule
      finding.deviation = .challengeUnanswered
      let check = Check(Sample.descriptor(), .fail, finding)
      let lines = RequirementCitation(of: check, in: scenario, context: Self.context).lines
      return (check.title, lines.map { "\($0.label) \($0.text)" })
    }
    #expect(told(nil).0 == "The nonce count starts at 00000001")
    // Another rule than that of the title is broken.
    #expect(
      told(BrokenRule("R003", .robust)) == (
        "The challenge is answered", ["ROBUST beyond RFC 9110 11.3 (R003): It does so."]
      ))
    #expect(
      told(BrokenRule("R003", .robust, isTopic: true)) == (
        "The challenge is answered", ["ABOUT RFC 9110 11.3 (R003): It does so."]
      ))
    #expect(told(BrokenRule(nil, .robust)) == ("The challenge is answered", []))
  }

  @Test("A requirement that nobody knows is told by its id")
  func unknown() {
    #expect(lines(.must, ["R999"]) == ["MUST R999"])
  }

  @Test(
    "A broken rule of soundness is a failure in the reports, and no violation of a specification")
  func reports() throws {
    let result = Sample.result(0, "digest/fail", .fail, level: .robust)
    let block = FailureBlock(context: Sample.context, width: 100, glyphs: .ascii)
    let text = block.lines(of: result).map(\.text).joined()
    #expect(text.contains("ROBUST    beyond RFC 7616 3.4 (R083)"))
    #expect(!text.contains("MUST"))
    guard case .failure(let type, _) = JUnitOutcome(result) else {
      Issue.record("no failure")
      return
    }
    #expect(type == "ROBUST")
  }
}
