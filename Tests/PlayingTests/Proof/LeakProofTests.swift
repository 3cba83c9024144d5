// SPDX-License-Identifier: Apache-2.0

import ScenarioFiles
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
@testable import Trials
import Testing

@Suite("Published leaks on two versions of a client")
struct LeakProofTests {
  private static func entry(_ more: String = "") throws -> ProofEntry {
    let text =
      "- { id: CVE-2018-18074, vulnerable: requests@2.19.1, clean: requests@2.20.0\(more) }"
    let (proofs, diagnostics) = ProofEntry.load(text: Array(text.utf8), file: "proof.yaml")
    #expect(diagnostics.isEmpty)
    return try #require(proofs.first)
  }

  /// The verdicts of cases, and the checks that were broken.
  private static func play(
    _ entry: ProofEntry, tags: [String] = ["cve-2018-18074"],
    _ cases: KeyValuePairs<String, (Verdict, broken: [String])>
  ) -> LeakPlay {
    var play = LeakPlay(entry)
    for (index, (way, came)) in cases.enumerated() {
      var scenario = Scenario(id: "redirect/x", file: "x.yaml", title: "x", level: .must)
      scenario.tags = tags
      let place = SourceLocation(line: 1, column: 1)
      let played = Case(
        scenario: scenario, coordinates: [.init(key: "way", value: way)], servers: [],
        client: ClientSettings(), steps: [], location: place)
      let checks = came.broken.map { id in
        Check(
          CheckDescriptor(id: id, kind: .exchanges, title: "x", level: .must, requirements: []),
          .fail,
          Finding(expected: "nothing", observed: "a password"))
      }
      play.take(
        .caseFinished(CaseResult(index: index, played: played, verdict: came.0, checks: checks)))
    }
    return play
  }

  private static func outcome(
    _ entry: ProofEntry, _ vulnerable: KeyValuePairs<String, (Verdict, broken: [String])>,
    _ clean: KeyValuePairs<String, (Verdict, broken: [String])>
  ) -> LeakProof {
    LeakProof(entry, text: "x", vulnerable: play(entry, vulnerable), clean: play(entry, clean))
  }

  @Test("A leak is shown where one version leaks and the other, in the same cases, does not")
  func shown() throws {
    let proof = LeakProofTests.outcome(
      try LeakProofTests.entry(), ["a": (.fail, ["x"]), "b": (.pass, [])],
      ["a": (.pass, []), "b": (.inconclusive, [])])
    #expect(proof.outcome == .shown)
    #expect(proof.isAsClaimed)
    #expect(proof.vulnerable.concluded == 2)
    #expect(proof.clean.concluded == 1)
    #expect(proof.vulnerable.first?.objection.played == "redirect/x[way=a]")
    #expect(proof.vulnerable.first?.objection.finding?.observed == "a password")
  }

  @Test("A version that is said to leak and does not shows nothing")
  func unseen() throws {
    let proof = LeakProofTests.outcome(
      try LeakProofTests.entry(), ["a": (.inconclusive, [])], ["a": (.pass, [])])
    #expect(proof.outcome == .unseen)
    #expect(!proof.isAsClaimed)
  }

  @Test("A version that leaks although it is said not to is reported with its cases")
  func unmended() throws {
    let proof = LeakProofTests.outcome(
      try LeakProofTests.entry(), ["a": (.fail, ["x"]), "b": (.fail, ["x"])],
      ["a": (.pass, []), "b": (.fail, ["x"])])
    #expect(proof.outcome == .unmended(["redirect/x[way=b]"]))
  }

  @Test(
    "A version that never came to the situation shows nothing",
    arguments: [Verdict.inconclusive, .skipped, .error, .crash, .timeout])
  func inconclusive(_ verdict: Verdict) throws {
    let proof = LeakProofTests.outcome(
      try LeakProofTests.entry(), ["a": (.fail, ["x"])], ["a": (verdict, [])])
    #expect(proof.outcome == .inconclusive(["redirect/x[way=a]"]))
    let missing = LeakProofTests.outcome(try LeakProofTests.entry(), ["a": (.fail, ["x"])], [:])
    #expect(missing.outcome == .inconclusive(["redirect/x[way=a]"]))
  }

  @Test("Only the named checks and cases count, and only scenarios with the leak's tag")
  func narrowed() throws {
    let entry = try LeakProofTests.entry(#", check: "invariant.*", cases: ["*way=a]"]"#)
    let proof = LeakProofTests.outcome(
      entry, ["a": (.fail, ["invariant.secrets-stay"])],
      ["a": (.fail, ["1.origin.exchanges"]), "b": (.fail, ["invariant.secrets-stay"])])
    #expect(proof.outcome == .shown)
    let untagged = LeakProofTests.play(
      entry, tags: ["leak"], ["a": (.fail, ["invariant.secrets-stay"])])
    #expect(untagged.leaking.isEmpty)
    #expect(untagged.concluded == 0)
  }

  @Test("An explanation holds as long as the leak is not shown, and no longer")
  func explained() throws {
    let entry = try LeakProofTests.entry(", unshown: it takes TLS")
    let unseen = LeakProofTests.outcome(entry, ["a": (.pass, [])], ["a": (.pass, [])])
    #expect(unseen.outcome == .unseen)
    #expect(unseen.isAsClaimed)
    let shown = LeakProofTests.outcome(entry, ["a": (.fail, ["x"])], ["a": (.pass, [])])
    #expect(shown.outcome == .shown)
    #expect(!shown.isAsClaimed)
  }

  @Test("A fault of the harness is no leak")
  func fault() throws {
    let entry = try LeakProofTests.entry()
    var play = LeakPlay(entry)
    var scenario = Scenario(id: "a/b", file: "x.yaml", title: "x", level: .must)
    scenario.tags = ["cve-2018-18074"]
    let played = Case(
      scenario: scenario, servers: [], client: ClientSettings(), steps: [],
      location: SourceLocation(line: 1, column: 1))
    let check = Check(
      CheckDescriptor(id: "x", kind: .exchanges, title: "x", level: .must, requirements: []), .error
    )
    play.take(
      .caseFinished(CaseResult(index: 0, played: played, verdict: .error, checks: [check])))
    #expect(play.leaking.isEmpty)
    #expect(play.concluded == 0)
  }
}
