// SPDX-License-Identifier: Apache-2.0

import Transcripts
import HTTPAuth
import Platform
import Playing
import ReferenceClient
@testable import Fuzzing
import TestThreads
import Testing

@Suite("Several clients", .onOwnThreads)
struct DisagreementTests {
  private static let abilities: Set<String> = ["basic", "digest", "by-challenge"]

  /// The faultless client, and one with these faults.
  private static func target(_ faults: Set<Fault.Name>) -> DisagreementTarget {
    func member(_ name: String, _ faults: Set<Fault.Name>) -> DisagreementTarget.Member {
      let whole = ReferenceClient(loop: EventLoop()).identity.abilities
      return (
        name: name,
        target: ClientTarget(timeout: 10_000, wrongClaims: whole.subtracting(abilities)) {
          ReferenceClient(loop: $0, faults: faults)
        }
      )
    }
    return DisagreementTarget(
      [member("right", []), member("other", faults)], abilities: abilities)
  }

  private static func campaign(
    _ faults: Set<Fault.Name>, runs: UInt64, findings: Int?
  ) -> CampaignSummary {
    var options = CampaignOptions()
    options.seed = 1
    options.runs = runs
    options.findings = findings
    return Campaign(
      options: options, scope: InputScope(abilities: abilities), seeds: [],
      makeTarget: { target(faults) }
    ).perform(interruption: Interruption()) { _ in }
  }

  @Test("agree if they are the same")
  func alike() {
    let summary = Self.campaign([], runs: 600, findings: nil)
    #expect(summary.findings.map(\.sentence) == [])
    #expect(summary.examined == [.disagreement])
    #expect(summary.progress.signatures > 50)
  }

  @Test("disagree over a comma in quotes, and the grammar's reading is quoted")
  func quotedComma() throws {
    let target = Self.target([.splitAtQuotedCommas])
    defer { target.stop() }
    let input = FuzzInput(challenges: [#"Foo a="b, Basic realm=c, d""#])
    let failure = try #require(target.observe(input, lookingFor: nil).failures.first)
    #expect(
      failure.signature.symptoms == [
        Symptom(.understanding, "right none"),
        Symptom(.understanding, "other invalid basic schemeNotOffered"),
      ])
    #expect(
      failure.sentence == """
        Expected one understanding, by the grammar Foo a="b, Basic realm=c, d", which must not be answered; \
        observed right: no answer; other: basic, schemeNotOffered.
        """)
    #expect(failure.isGrave)
    #expect(
      target.observe(FuzzInput(challenges: ["Basic realm=b"]), lookingFor: nil).failures == [])
  }

  @Test("disagree over a small input in the end")
  func smallest() throws {
    let summary = Self.campaign([.splitAtQuotedCommas], runs: 4_000, findings: 1)
    let finding = try #require(summary.findings.first)
    #expect(finding.failure.signature.oracle == .disagreement)
    #expect(finding.input.text.count < 60, "\(finding.input.text.latin1)")
    #expect(finding.input.text.contains(","))
    #expect(finding.isStable)
  }

  @Test("are quoted no longer than a line")
  func longValues() throws {
    let target = Self.target([.splitAtQuotedCommas])
    defer { target.stop() }
    let input = FuzzInput(challenges: [#"Foo a="${900*x}, Basic realm=c, d""#])
    let failure = try #require(target.observe(input, lookingFor: nil).failures.first)
    #expect(failure.sentence.contains(#"Foo a="xxx"#))
    #expect(failure.sentence.contains("(926 octets)"))
    #expect(failure.sentence.count < 300)
  }

  @Test("lead to a finding for each grouping")
  func places() {
    let input = FuzzInput(challenges: ["Basic"])
    func id(_ answers: String...) -> String {
      FuzzFinding(
        failure: OracleFailure(
          signature: FailureSignature(.disagreement, answers.map { Symptom(.understanding, $0) }),
          expected: "", observed: ""),
        features: [.commaInQuotes], input: input, original: input, run: 0,
        isStable: true
      ).id
    }
    #expect(id("a none", "b crashed") != id("a crashed", "b none"))
  }
}
