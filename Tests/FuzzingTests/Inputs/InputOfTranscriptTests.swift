// SPDX-License-Identifier: Apache-2.0

import Transcripts
import HTTPAuth
import Platform
import Playing
import ReferenceClient
@testable import Fuzzing
import TestThreads
import Testing

@Suite("An input made of a transcript", .onOwnThreads)
struct InputOfTranscriptTests {
  @Test(
    "has the servers' replies",
    arguments: [
      "WWW-Authenticate: Basic realm=\"a, b\"\n",
      "WWW-Authenticate: Digest realm=a, nonce=b, qop=\"auth\"\nX-A: b\n\nHTTP/1.1 403\n",
      ":proxy\nProxy-Authenticate: Basic realm=gate\n\nWWW-Authenticate: Basic realm=vault\n",
      "WWW-Authenticate: Basic realm=a\n\n:again\nWWW-Authenticate: Digest realm=a, nonce=b\n",
    ])
  func replies(text: String) throws {
    let input = FuzzInput(text: Octets(text))
    let loop = EventLoop()
    let client = ReferenceClient(loop: loop)
    let live = CasePlayer(loop: loop, client: client, timeout: 2000)
    defer { live.stop() }
    let play = live.play(InputCase(abilities: client.identity.abilities).plan(input).plan)
      .transcript
    let made = try #require(FuzzInput(play))
    let again = live.play(InputCase(abilities: client.identity.abilities).plan(made).plan)
      .transcript
    #expect(play.recording.exchanges.map(\.reply) == again.recording.exchanges.map(\.reply))
    #expect(made.replies.flatMap(\.challengeLines) == input.replies.flatMap(\.challengeLines))
  }
}
