// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// Refused credentials that are sent again.
extension RepetitionInvariantTests {
  static let refused = "rejected-not-repeated"

  @Test func basicAgain() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ reply: challenge, with: basic }]
      """
    func result(_ second: Octets, _ target: String = "/") throws -> CaseResult {
      try Rehearsal.result(text) { caller in
        caller.send()
        caller.send("GET", "/", [("Authorization", basic())])
        return .response(caller.send("GET", target, [("Authorization", second)]))
      }
    }
    #expect(
      try result(basic()).finding(Self.refused)
        == Finding(
          expected: "other credentials, or none, after these were refused",
          observed: "the same Authorization login again", exchange: 2))
    #expect(try result(basic("alice", "another")).invariant(Self.refused) == .pass)
    #expect(try result(basic(), "/b").invariant(Self.refused) == .pass)
  }

  /// A refusal of which half the head is lost has not reached the client: it may ask again.
  @Test(arguments: [
    ("HTTP/1.1 401 No\\r\\nContent-Length: 0\\r\\n", Verdict.pass),
    ("HTTP/1.1 103 Wait\\r\\n\\r\\nHTTP/1.1 401 No\\r\\nContent-Length: 0\\r\\n", .pass),
    ("HTTP/1.1 401 No\\r\\nContent-Length: 0\\r\\n\\r\\n", .fail),
    ("HTTP/1.1 103 Wait\\r\\n\\r\\nHTTP/1.1 401 No\\nContent-Length: 0\\n\\n", .fail),
  ])
  func halfARefusal(raw: String, verdict: Verdict) throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ reply: raw, raw: "\(raw)", connection: close-silently }]
      """
    let result = try Rehearsal.result(text) { caller in
      for name in ["a", "b"] { caller.send("GET", "/", on: name, [("Authorization", basic())]) }
      return .failure(ClientFailure(kind: .connection, message: "half a head"))
    }
    #expect(result.play?.recording.exchanges.count == 2)
    #expect(result.invariant(Self.refused) == verdict, "\(result.complaints)")
  }

  /// "New values MUST be obtained" (RFC 7616 3.3), but not if the server takes the old ones.
  @Test(arguments: [(200, "R027", ", then accepted"), (401, "R084", ""), (500, "R084", "")])
  func repetition(status: Int, rule: String, ending: String) throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin:
            - { reply: challenge, with: digest, times: 2 }
            - { reply: \(status) }
      """
    let result = try Rehearsal.result(text) { caller in
      let first = caller.send()
      caller.send("GET", "/", [("Authorization", DigestDraft(first).value)])
      return .response(caller.send("GET", "/", [("Authorization", DigestDraft(first).value)]))
    }
    let check = try #require(
      result.checks.first { $0.descriptor.id == "invariant.\(Self.refused)" })
    #expect(check.requirements == [rule])
    #expect(check.finding?.observed == "the same Authorization login again\(ending)")
  }

  static func digestRefused(with second: String) -> String {
    """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin:
          - { when: { credentials: none }, reply: challenge, with: digest }
          - { reply: challenge, with: \(second) }
    """
  }

  static func twice(_ caller: Caller) -> ClientOutcome? {
    let first = DigestDraft(caller.send())
    let second = DigestDraft(caller.send("GET", "/", [("Authorization", first.value)]))
    return .response(caller.send("GET", "/", [("Authorization", second.value)]))
  }

  @Test func digestAgain() throws {
    let wrong = try Rehearsal.result(Self.digestRefused(with: "other"), script: Self.twice)
    #expect(wrong.invariant(Self.refused) == .fail)
    #expect(wrong.finding(Self.refused)?.exchange == 2)
    let stale = try Rehearsal.result(Self.digestRefused(with: "fresh"), script: Self.twice)
    #expect(stale.invariant(Self.refused) == .pass)
    let anotherUser = try Rehearsal.result(Self.digestRefused(with: "other")) { caller in
      let first = DigestDraft(caller.send())
      let second = DigestDraft(caller.send("GET", "/", [("Authorization", first.value)]))
      let bob = second.with {
        $0.user = "bob"
        $0.password = "p%ss w/rd"
      }
      return .response(caller.send("GET", "/", [("Authorization", bob.value)]))
    }
    #expect(anotherUser.invariant(Self.refused) == .pass)
  }

  /// The user was asked, and gave another password for the same name: other credentials.
  @Test func digestWithAnotherPassword() throws {
    let result = try Rehearsal.result(Self.digestRefused(with: "other")) { caller in
      let first = DigestDraft(caller.send()).with { $0.password = "mistyped" }
      let second = DigestDraft(caller.send("GET", "/", [("Authorization", first.value)]))
      return .response(caller.send("GET", "/", [("Authorization", second.value)]))
    }
    #expect(result.invariant(Self.refused) == .pass, "\(result.complaints)")
  }

  /// The answer to a stronger challenge is not the one that was refused.
  @Test func digestWithAnotherAlgorithmOrRealm() throws {
    let text = """
      title: A test
      level: must
      accounts: { alice: { password: open sesame } }
      challenges:
        digest: { scheme: Digest, realm: vault, nonce: n-1, qop: auth, algorithm: MD5 }
        other: { scheme: Digest, realm: attic, nonce: n-3, qop: auth, algorithm: MD5 }

      """ + Self.digestRefused(with: "other")
    let result = try Rehearsal.result(text, script: Self.twice)
    #expect(result.invariant(Self.refused) == .pass)
  }

  @Test func refusedInAnotherStepIsAnotherRequest() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - { request: {}, origin: [{ reply: challenge, with: basic }] }
        - { request: {}, origin: [{ reply: challenge, with: basic }] }
      """
    let result = try Rehearsal.result(text) { $0.login { _ in basic() } }
    #expect(result.invariant(Self.refused) == .pass)
  }

  @Test func noCredentialsAreNoSubject() throws {
    let result = try Rehearsal.result(Self.digest) { .response($0.send()) }
    for name in [Self.refused, "nonce-count", "nonce-stays", "well-formed", "echo"] {
      #expect(result.invariant(name) == nil)
    }
  }
}
