// SPDX-License-Identifier: Apache-2.0

import AuthspecTesting
import Transcripts
import Foundation
import Testing

/// Plays authspec's scenarios to the client.
@Suite("Logging in")
struct LoginTests {
  @Test(
    "What the RFCs ask of a client, it does",
    arguments: try ScenarioCase.all([
      "basic/empty-realm-is-a-realm", "basic/login-is-encoded-octet-for-octet",
      "redirect/credentials-do-not-follow-to-another-origin",
    ]))
  func asTheRFCsAsk(_ played: ScenarioCase) async {
    let outcome = await played.play(timeout: 30_000) { FetcherUnderTest.client(on: $0) }
    #expect(outcome.isGood, "\(outcome)")
  }

  @Test("A scenario of one's own, beside the test")
  func ownScenario() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scenarios")
    for played in try ScenarioCase.all(in: folder.path) {
      let outcome = await played.play(timeout: 30_000) { FetcherUnderTest.client(on: $0) }
      #expect(outcome.verdict == .pass, "\(outcome)")
    }
  }
}
