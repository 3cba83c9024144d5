// SPDX-License-Identifier: Apache-2.0

@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// What a client does in cases that take what it only claims to do.
@Suite("A claim that its plain case does not bear out", .onOwnThreads)
struct ClaimDoubtTests {
  static let wrong = [
    UnsupportedCapability(ability: "digest", reason: "expected a login, observed none")
  ]

  static let text = """
    needs: [digest]
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin: [{ protect: digest }]
        expect:
          origin:
            - { credentials: none, replied: challenge }
            - { credentials: valid, replied: 200 }
          client: { status: 200 }
    """

  static func silence(_ caller: Caller) -> ClientOutcome? { .response(caller.send()) }
  static func login(_ caller: Caller) -> ClientOutcome? {
    caller.login { DigestDraft($0).value }
  }

  @Test(
    "Nothing is noted or warned of for want of a login", arguments: ["may", "should", "note"])
  func mildLevels(_ level: String) throws {
    let result = try Rehearsal.result(
      Self.text, level: level, wrongClaims: Self.wrong, script: Self.silence)
    #expect(result.verdict == .inconclusive, "\(result.complaints)")
    #expect(
      result["1.origin.exchanges"]?.finding
        == Finding(
          expected: "a client that can do what it claims: digest",
          observed: "in the plain case of it, expected a login, observed none"))
    let credible = try Rehearsal.result(Self.text, level: level, script: Self.silence)
    #expect(credible.verdict == (level == "should" ? .warn : .note))
  }

  @Test("Doing nothing where nothing is to be done is not passed")
  func restraint() throws {
    let text = """
      needs: [digest]
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ reply: 403, with: digest }]
          expect:
            origin: [{ credentials: none, replied: 403 }]
            client: { status: 403 }
      """
    let result = try Rehearsal.result(text, wrongClaims: Self.wrong, script: Self.silence)
    #expect(result.verdict == .inconclusive)
    let credible = try Rehearsal.result(text, script: Self.silence)
    #expect(credible.verdict == .pass, "\(credible.complaints)")
  }

  @Test("What is broken is broken")
  func broken() throws {
    let result = try Rehearsal.result(Self.text, wrongClaims: Self.wrong, script: Self.silence)
    #expect(result.verdict == .fail)
    #expect(result.verdict("1.client.outcome") == .fail)
  }

  @Test("Cases that do not take it are none of its business, and an invariant had its subject")
  func others() throws {
    let other = [UnsupportedCapability(ability: "bearer", reason: "it did not")]
    let result = try Rehearsal.result(Self.text, wrongClaims: other, script: Self.login)
    #expect(result.verdict == .pass, "\(result.complaints)")
    let doubted = try Rehearsal.result(Self.text, wrongClaims: Self.wrong, script: Self.login)
    #expect(doubted.verdict == .inconclusive)
    #expect(doubted.invariant("nonce-count") == .pass)
  }
}
