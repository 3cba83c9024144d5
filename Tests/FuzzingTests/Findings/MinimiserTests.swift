// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Fuzzing
import Testing

@Suite("Minimising an input")
struct MinimiserTests {
  @Test("Replies, lines, challenges, parameters and octets are removed if they are not needed")
  func smaller() {
    let input = FuzzInput(
      text: """
        :close
        WWW-Authenticate: Digest realm="vault", nonce="n-1", qop="auth"
        WWW-Authenticate: Newauth realm="a, Basic b", title="x", NTLM abc==
        Set-Cookie: a=b

        HTTP/1.1 302 Found
        Location: /next

        """)
    let minimiser = Minimiser(input) { candidate in
      candidate.replies.contains { $0.challengeLines.contains { $0.contains(", Basic") } }
    }
    #expect(minimiser.smallest().text == "WWW-Authenticate: , Basic\n")
  }

  @Test("An input that cannot be smaller stays")
  func stays() {
    let input = FuzzInput(challenges: ["Basic realm=\"a\""])
    #expect(Minimiser(input) { $0 == input }.smallest() == input)
  }

  @Test("Numbers of trials are limited")
  func limited() {
    var trials = 0
    let minimiser = Minimiser(InputGenerator(seed: 1).input(1), maxTrials: 10) { _ in
      trials += 1
      return false
    }
    _ = minimiser.smallest()
    #expect(trials <= 10)
  }
}
