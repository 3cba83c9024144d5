// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// The key of a session (RFC 7616 3.4.2), and nonces that come again.
@Suite(.onOwnThreads) struct SessionKeyTests {
  static func scenario(nonce: String) -> String {
    """
    title: A test
    level: must
    accounts: { alice: { password: open sesame } }
    client: { credentials: [alice] }
    challenges:
      first: { scheme: Digest, realm: vault, nonce: "\(nonce)", qop: auth, algorithm: MD5-sess }
    steps:
      - request: {}
        origin: [{ protect: first }]
    """
  }

  /// Digest credentials whose A1 is made with another cnonce than their own.
  static func value(_ draft: DigestDraft, nc: Octets, cnonce: Octets, sessionNonce: Octets)
    -> Octets
  {
    let computation = DigestComputation(
      function: .md5, session: .init(nonce: draft.nonce, cnonce: sessionNonce), user: draft.user,
      realm: draft.realm, password: draft.password, nonce: draft.nonce,
      protection: .init(qop: "auth", nc: nc, cnonce: cnonce), method: "GET", uri: "/", body: nil)
    return draft.with {
      $0.nc = nc
      $0.cnonce = cnonce
      $0.altered = [("response", computation.response)]
    }.value
  }

  @Test(arguments: [
    // cnonce of the second request, cnonce in its A1
    ("client-1", "client-1", Verdict.pass), ("client-2", "client-1", .pass),
    ("client-2", "client-2", .fail),
  ])
  func secondRequest(cnonce: String, sessionNonce: String, verdict: Verdict) throws {
    let result = try Rehearsal.result(Self.scenario(nonce: "n-1")) { caller in
      let draft = DigestDraft(caller.send())
      caller.send(
        "GET", "/",
        [
          (
            "Authorization",
            Self.value(draft, nc: "00000001", cnonce: "client-1", sessionNonce: "client-1")
          )
        ])
      return .response(
        caller.send(
          "GET", "/",
          [
            (
              "Authorization",
              Self.value(
                draft, nc: "00000002", cnonce: Octets(cnonce), sessionNonce: Octets(sessionNonce))
            )
          ]))
    }
    #expect(result.play?.recording.exchanges.last?.status == 200)
    #expect(result.invariant("session-key") == verdict)
    if verdict == .fail {
      #expect(result.finding("session-key")?.diagnosis == "The key of the session was made anew.")
    }
  }

  @Test func oneRequestIsNoSubject() throws {
    let result = try Rehearsal.result(Self.scenario(nonce: "n-1")) { caller in
      let draft = DigestDraft(caller.send())
      return .response(
        caller.send(
          "GET", "/",
          [
            (
              "Authorization",
              Self.value(draft, nc: "00000001", cnonce: "client-1", sessionNonce: "client-1")
            )
          ]))
    }
    #expect(result.invariant("session-key") == nil)
  }

  /// A nonce that a second challenge brings again is a new one to the client: it may begin anew, or
  /// count on.
  @Test(arguments: ["00000001", "00000002"])
  func aNonceThatIsIssuedAgain(nc: String) throws {
    let result = try Rehearsal.result(RepetitionInvariantTests.digest) { caller in
      let draft = DigestDraft(caller.send())
      caller.send("GET", "/", [("Authorization", draft.value)])
      caller.send()
      return .response(
        caller.send("GET", "/", [("Authorization", draft.with { $0.nc = Octets(nc) }.value)]))
    }
    #expect(result.invariant("nonce-count") == .pass)
  }
}
