// SPDX-License-Identifier: Apache-2.0

import Scenarios
@testable import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// A check of several rules reports the one that was broken, at that rule's level.
@Suite(.onOwnThreads) struct BrokenRuleTests {
  private static func digest(_ change: @escaping @Sendable (inout DigestDraft) -> Void) throws
    -> CaseResult
  {
    try Rehearsal.result(CredentialsInvariantTests.text("digest")) {
      $0.login { DigestDraft($0).with(change).value }
    }
  }

  @Test func oneFieldLine() throws {
    let result = try Rehearsal.result(CredentialsInvariantTests.text("basic")) {
      $0.send()
      return .response(
        $0.send("GET", "/", [("Authorization", basic()), ("authorization", basic())]))
    }
    #expect(result.rule("well-formed") == "R097 must")
    #expect(result["invariant.well-formed"]?.requirements == ["R097"])
    #expect(result["invariant.well-formed"]?.level == .must)
  }

  @Test(arguments: [
    ("Digest username=\"alice", "R140 robust"), ("Basic YWxpY2U=", "R053 robust"),
  ])
  func form(value: String, rule: String) throws {
    let result = try Rehearsal.result(CredentialsInvariantTests.text("basic")) {
      $0.login { _ in Octets(value) }
    }
    #expect(result.rule("well-formed") == rule)
    #expect(result.invariant("well-formed") == .fail)
  }

  /// A rule that binds the caller is a warning, and nothing graver that comes later is hidden by
  /// it.
  @Test func controlCharacter() throws {
    let tab = Octets("alice:open\tsesame").base64
    let credentials = Octets(Array("Basic ".utf8) + tab.array)
    let result = try Rehearsal.result(CredentialsInvariantTests.text("basic")) {
      $0.login { _ in credentials }
    }
    #expect(result.invariant("well-formed") == .warn)
    #expect(result.rule("well-formed") == "R055 should")
    let both = try Rehearsal.result(CredentialsInvariantTests.text("basic")) {
      $0.send()
      $0.send("GET", "/", [("Authorization", credentials)])
      return .response($0.send("GET", "/", [("Authorization", "Basic YWxpY2U=")]))
    }
    #expect(both.invariant("well-formed") == .fail)
    #expect(both.rule("well-formed") == "R053 robust")
  }

  @Test func quotes() throws {
    #expect(
      try Self.digest { $0.otherwiseQuoted = ["realm"] }.rule("well-formed") == "R094 must")
    let result = try Self.digest { $0.otherwiseQuoted = ["qop"] }
    #expect(result.invariant("well-formed") == .pass)
  }

  /// Every kind of mistake in the form of credentials has a rule, of a level that can be told.
  @Test(arguments: FormViolation.Kind.allCases)
  func kinds(_ kind: FormViolation.Kind) {
    let rule = FormViolation(kind: kind, sentence: "", requirement: "").rule
    #expect(rule.requirement?.hasPrefix("R") == true)
    #expect(rule.level != .may && rule.level != .note)
  }

  // MARK: What is wrong with credentials that had to be valid

  static let text = """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin: [{ protect: digest }]
        expect:
          origin: [{ credentials: none }, { credentials: valid, replied: 200 }]
    """

  private static func answer(_ value: @escaping @Sendable (ClientResponse) -> Octets, level: String)
    throws
    -> Check
  {
    let result = try Rehearsal.result(text, level: level) { $0.login { value($0) } }
    return try #require(result["1.origin.exchanges"])
  }

  @Test func opaqueIsAWarning() throws {
    let check = try Self.answer({ DigestDraft($0).with { $0.opaque = nil }.value }, level: "must")
    #expect(check.verdict == .warn, "\(check)")
    #expect(check.requirements == ["R077"])
    #expect(check.level == .should)
  }

  @Test func nothingIsToldAsMoreThanTheCheckClaims() throws {
    let check = try Self.answer(
      { DigestDraft($0).with { $0.uri = "/other" }.value }, level: "should")
    #expect(check.verdict == .warn)
    #expect(check.requirements == ["R092"])
    #expect(check.level == .should)
  }

  @Test func aWrongPasswordBreaksTheChecksOwn() throws {
    let check = try Self.answer({ DigestDraft($0).with { $0.password = "x" }.value }, level: "must")
    #expect(check.verdict == .fail)
    #expect(check.requirements == [])
    #expect(check.level == .must)
  }

  // MARK: Several ways

  @Test func ofSeveralWaysTheNearestTells() throws {
    let text = """
      requirements: [R001]
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ protect: basic }]
          expect:
            one-of:
              - title: it logs in
                requirement: R002
                origin: [{ credentials: none }, { credentials: valid }, { credentials: valid }]
                client: { status: 200 }
              - { title: it fails, requirement: R003, origin: [], client: { error: any } }
      """
    let result = try Rehearsal.result(text) { .response($0.send()) }
    let check = try #require(result["1.one-of"])
    #expect(check.verdict == .fail)
    #expect(check.requirements == ["R003"] || check.requirements == ["R002"])
    #expect(check.descriptor.requirements == ["R001"])
  }

  /// A check names one requirement: its own, that of its expectations, or the scenario's first.
  @Test func oneRequirement() throws {
    let played = try Rehearsal.played(
      """
      requirements: [R001, R002]
      steps:
        - request: {}
          expect:
            requirement: R003
            never: [{ credentials: any }, { credentials: valid, requirement: R004 }]
            client: { status: 200, requirement: R005, level: should }
            observe: { a: { credentials: any, requirement: R006 } }
        - request: {}
          expect: { level: may, client: { status: 200 } }
      """)
    let checks = Checklist(played.steps, of: played.scenario).steps.flatMap(\.descriptors)
    let told = Dictionary(
      uniqueKeysWithValues: checks.map { ($0.id, "\($0.requirements) \($0.level.rawValue)") })
    #expect(
      told == [
        "1.never.1": "[\"R003\"] must", "1.never.2": "[\"R004\"] must",
        "1.client.outcome": "[\"R005\"] should", "1.observe.1": "[\"R006\"] note",
        "2.client.outcome": "[\"R001\"] may",
      ])
  }
}
