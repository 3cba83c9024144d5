// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// Cnonces that come back with another nonce.
@Suite(.onOwnThreads) struct CnonceInvariantTests {
  static func renewed(_ algorithm: String) -> String {
    """
    title: A test
    level: must
    accounts: { alice: { password: open sesame } }
    client: { credentials: [alice] }
    challenges:
      first: { scheme: Digest, realm: vault, nonce: n-1, qop: auth, algorithm: \(algorithm) }
      fresh: { scheme: Digest, realm: vault, nonce: n-2, qop: auth, algorithm: \(algorithm), stale: true }
    steps:
      - request: {}
        origin:
          - { when: { credentials: valid, nonce: n-2 }, reply: 200 }
          - { when: { credentials: valid, nonce: n-1 }, reply: challenge, with: fresh }
          - { reply: challenge, with: first }
    """
  }

  /// The first answer has one cnonce, the answer to the renewed nonce another, or the same.
  static func answering(_ first: Octets, _ second: Octets) -> CannedClient.Script {
    { caller in
      let draft = DigestDraft(caller.send()).with { $0.cnonce = first }
      let renewed = DigestDraft(caller.send("GET", "/", [("Authorization", draft.value)]))
        .with { $0.cnonce = second }
      return .response(caller.send("GET", "/", [("Authorization", renewed.value)]))
    }
  }

  @Test func withAnotherNonce() throws {
    let other = try Rehearsal.result(
      Self.renewed("SHA-256"), script: Self.answering("client-1", "client-2"))
    #expect(other.invariant("client-nonce") == .pass)
    let same = try Rehearsal.result(
      Self.renewed("SHA-256"), script: Self.answering("client-1", "client-1"))
    #expect(same.invariant("client-nonce") == .fail)
    #expect(
      same.finding("client-nonce")
        == Finding(
          expected: "another cnonce for another nonce",
          observed: "cnonce “client-1” a second time", exchange: 2))
  }

  @Test func theKeyOfASessionKeepsItsCnonce() throws {
    let result = try Rehearsal.result(
      Self.renewed("SHA-256-sess"), script: Self.answering("client-1", "client-1"))
    #expect(result.play?.recording.exchanges.last?.status == 200)
    #expect(result.invariant("client-nonce") == .pass)
  }

  @Test func withOneNonceItMayComeAgain() throws {
    let result = try Rehearsal.result(
      RepetitionInvariantTests.digest,
      script: RepetitionInvariantTests.counting(["00000001", "00000002"]))
    #expect(result.invariant("client-nonce") == .pass)
  }

  @Test func itHasEightOctetsOrMore() throws {
    func result(_ cnonce: Octets) throws -> CaseResult {
      try Rehearsal.result(RepetitionInvariantTests.digest) {
        $0.login { DigestDraft($0).with { $0.cnonce = cnonce }.value }
      }
    }
    #expect(try result("12345678").invariant("client-nonce") == .pass)
    #expect(try result("1234567").invariant("client-nonce") == .fail)
  }
}
