// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// What goes in clear, where a nonce goes, and how credentials are written.
@Suite(.onOwnThreads) struct CredentialsInvariantTests {
  static func text(
    _ challenge: String, account: String = "alice", more: String = ""
  ) -> String {
    """
    client: { credentials: [\(account)]\(more) }
    steps:
      - request: {}
        origin: [{ protect: \(challenge) }]
    """
  }

  // MARK: clear-only-where-offered

  static let clear = "clear-only-where-offered"

  @Test func basicAfterBasic() throws {
    let result = try Rehearsal.result(Self.text("basic")) { $0.login { _ in basic() } }
    #expect(result.invariant(Self.clear) == .pass)
  }

  @Test func basicUnasked() throws {
    func result(more: String = "", abilities: [String] = []) throws -> CaseResult {
      try Rehearsal.result(
        Self.text("basic", more: more),
        abilities: CannedClient.allAbilities.union(abilities)
      ) { .response($0.send("GET", "/", [("Authorization", basic())])) }
    }
    #expect(
      try result().finding(Self.clear)
        == Finding(
          expected: "Basic credentials only after a Basic challenge",
          observed: "Basic credentials to origin, which had offered nothing", exchange: 0))
    // Where it may be sent unasked, there is nothing to hold.
    #expect(try result(more: ", preemptive: true").invariant(Self.clear) == nil)
    #expect(try result(abilities: ["basic-unasked"]).invariant(Self.clear) == nil)
  }

  @Test func basicAfterDigestOnly() throws {
    let result = try Rehearsal.result(Self.text("digest")) { $0.login { _ in basic() } }
    #expect(result.invariant(Self.clear) == .fail)
    #expect(
      result.finding(Self.clear)?.observed
        == "Basic credentials to origin, which had offered only Digest")
  }

  @Test func basicAfterBearerOnly() throws {
    let result = try Rehearsal.result(Self.text("bearer")) { $0.login { _ in basic() } }
    #expect(result.invariant(Self.clear) == .fail)
  }

  @Test func basicAfterAPhantomInsideAQuotedString() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin:
            - { when: { credentials: any }, reply: 200 }
            - { reply: challenge, with: phantom }
      """
    let phantom = """
      title: A test
      level: must
      accounts: { alice: { password: open sesame } }
      challenges: { phantom: { header: 'Newauth title="x, Basic realm=\\"evil\\"", Digest realm="vault", nonce="n-1", qop="auth"' } }

      """
    let wrong = try Rehearsal.result(phantom + text) { $0.login { _ in basic() } }
    #expect(wrong.invariant(Self.clear) == .fail)
    #expect(
      wrong.finding(Self.clear)?.observed
        == "Basic credentials to origin, which had offered only Digest, Newauth")
    let right = try Rehearsal.result(phantom + text) { $0.login { DigestDraft($0).value } }
    #expect(right.invariant(Self.clear) == nil)
  }

  /// What another server, or the proxy, offered is no offer.
  @Test func basicOfferedElsewhere() throws {
    let text = """
      servers: { other: {} }
      client: { credentials: [{ account: alice, for: [origin, other] }] }
      steps:
        - request: {}
          origin: [{ protect: basic }]
          other: [{ protect: digest }]
      """
    let result = try Rehearsal.result(text) { caller in
      caller.send()
      return .response(caller.send("GET", "/", to: "other", [("Authorization", basic())]))
    }
    #expect(result.invariant(Self.clear) == .fail)
  }

  @Test func tokenUnasked() throws {
    let bearer: Octets = "Bearer mF_9.B5f-4.1JqM"
    let wrong = try Rehearsal.result(Self.text("digest", account: "robot")) {
      $0.login { _ in bearer }
    }
    #expect(wrong.invariant(Self.clear) == .fail)
    let right = try Rehearsal.result(Self.text("bearer", account: "robot")) {
      $0.login { _ in bearer }
    }
    #expect(right.invariant(Self.clear) == .pass)
  }

  @Test func callersOwnLineIsTheCallers() throws {
    let result = try Rehearsal.result(
      """
      steps: [{ request: { headers: { Authorization: "Basic YTpi" } } }]
      """
    ) { .response($0.send("GET", "/", [("Authorization", "Basic YTpi")])) }
    #expect(result.invariant(Self.clear) == nil)
    #expect(result.invariant("well-formed") == nil)
  }

  // MARK: nonce-stays

  @Test func nonceAtAnotherServer() throws {
    let text = """
      servers: { other: {} }
      client: { credentials: [{ account: alice, for: [origin, other] }] }
      steps:
        - request: {}
          origin: [{ protect: digest }]
          other: [{ protect: other }]
      """
    func result(answering challenger: String) throws -> CaseResult {
      try Rehearsal.result(text) { caller in
        let replies = ["origin": caller.send(), "other": caller.send(to: "other")]
        guard let reply = replies[challenger] else { return nil }
        return .response(
          caller.send("GET", "/", to: "other", [("Authorization", DigestDraft(reply).value)]))
      }
    }
    #expect(try result(answering: "other").invariant("nonce-stays") == .pass)
    #expect(
      try result(answering: "origin").finding("nonce-stays")
        == Finding(
          expected: "nonce “n-1” only at origin", observed: "it was sent to other", exchange: 2))
    let basicOnly = try Rehearsal.result(Self.text("basic")) { $0.login { _ in basic() } }
    #expect(basicOnly.invariant("nonce-stays") == nil)
    // With one server there is no other to send it to.
    let alone = try Rehearsal.result(Self.text("digest")) { $0.login { DigestDraft($0).value } }
    #expect(alone.invariant("nonce-stays") == nil)
  }
}
