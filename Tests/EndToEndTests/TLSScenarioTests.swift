// SPDX-License-Identifier: Apache-2.0

import Clients
@testable import Platform
@testable import Playing
import Scenarios
import TestThreads
import Testing
@testable import Transcripts

/// The scenarios about TLS, with libcurl as it is and with a libcurl that verifies nothing.
@Suite(.onOwnThreads) struct TLSScenarioTests {
  /// Of a libcurl as it is, for several tests.
  private static let verified = Result { try results(verifies: true) }

  private static func results(verifies: Bool) throws -> [CaseResult] {
    let loop = EventLoop()
    let client = LibcurlClient(loop: loop)
    client.verifiesServers = verifies
    let player = CasePlayer(loop: loop, client: client, timeout: 2_000)
    defer { player.stop() }
    return try CatalogueFixture.cases().filter { $0.scenario.id.hasPrefix("tls/") }
      .filter { $0.needs.allSatisfy(Abilities.presumed(of: client.identity.abilities).contains) }
      .map { player.play(CasePlan($0)).judged() }
  }

  /// What libcurl is known to get wrong: Clients/libcurl/expected.yaml.
  private static let known: Set<String> = [
    "tls/name-in-common-name-alone-is-refused", "tls/truncated-body-is-no-whole-one",
    "tls/client-certificate-does-not-follow-a-redirect",
    "tls/certificate-is-shown-before-the-login-is-sent",
  ]

  @Test func libcurlPassesAllButWhatIsKnown() throws {
    let results = try Self.verified.get()
    #expect(results.count >= 80)
    for result in results where !Self.known.contains(result.played.scenario.id) {
      #expect([.pass, .note].contains(result.verdict), "\(result.played.id)")
    }
  }

  /// The scenarios that a client which verifies nothing fails.
  @Test func aClientThatVerifiesNothingIsFound() throws {
    let failed = Set(
      try Self.results(verifies: false).filter { $0.verdict == .fail }.map(\.played.scenario.id))
    let expected: Set<String> = [
      "tls/certificate-for-another-use-is-refused", "tls/certificate-of-another-address-is-refused",
      "tls/certificate-of-another-host-is-refused", "tls/certificate-of-unknown-issuer-is-refused",
      "tls/expired-certificate-is-refused", "tls/trusted-certificates-replace-others",
    ]
    #expect(failed.isSuperset(of: expected), "\(expected.subtracting(failed).sorted())")
    // What is no matter of verification holds all the same.
    for id in ["tls/right-server-is-used", "tls/wrong-key-is-refused-by-its-pin"] {
      #expect(!failed.contains(id))
    }
  }

  /// Nothing of a login, nor of a request, reaches a server that is refused.
  @Test func noRequestComesToAServerThatIsRefused() throws {
    for result in try Self.verified.get() {
      guard let play = result.play else { continue }
      for (connection, handshake) in play.recording.handshakes where handshake.end != .completed {
        #expect(!play.recording.exchanges.contains { $0.connection == connection })
      }
      #expect(play.recording.faults.isEmpty)
    }
  }
}
