// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// What has to come back where a challenge cannot be read to its end.
@Suite(.onOwnThreads) struct EchoOfMalformedLinesTests {
  /// The answer has an opaque "o" that a reader by the grammar never gets to see where the comma is
  /// missing.
  private func verdict(_ line: String) throws -> Verdict? {
    let text = """
      title: A test
      level: must
      client: { credentials: [alice] }
      challenges: { odd: { header: '\(line)' } }
      accounts: { alice: { password: open sesame } }
      steps:
        - request: {}
          origin:
            - { when: { credentials: any }, reply: 200 }
            - { reply: challenge, with: odd }
      """
    return try Rehearsal.result(text) { caller in
      let draft = DigestDraft(caller.send()).with {
        $0.realm = "vault"
        $0.nonce = "n-1"
        $0.opaque = "o"
      }
      return .response(caller.send("GET", "/", [("Authorization", draft.value)]))
    }.invariant("echo")
  }

  @Test func aLineThatCannotBeReadToItsEndHasMoreThanOneReading() throws {
    let challenge = "Digest realm=\"vault\", nonce=\"n-1\", qop=\"auth\""
    #expect(try verdict(challenge + ", opaque=\"o\"") == .pass)
    #expect(try verdict(challenge + ", Digest realm=\"x\" opaque=\"o\"") == .pass)
    #expect(try verdict(challenge) == .warn)
  }
}
