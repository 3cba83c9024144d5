// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Kerberos
import Platform
import Playing
import ReferenceClient
import ScenarioFiles
import Scenarios
import Testing
import Transcripts

/// Cases of Negotiate, played to the reference client and to libcurl.
@Suite(.enabled(if: (try? RunRealm.current()) != nil, "MIT Kerberos is not installed"))
struct NegotiatePlayTests {
  /// A case in which the client has these tickets, and the server replies with that token.
  private func scenario(
    tickets: String = "[alice]", protect: String = "{ protect: first }",
    expect: String = "{ credentials: valid, scheme: Negotiate, account: alice, replied: 200 }",
    client: String = "{ status: 200 }"
  ) -> String {
    """
    title: Negotiate
    level: must
    needs: [negotiate]
    accounts:
      alice: { principal: alice }
      bob: { principal: bob }
      carol: { principal: carol }
    client: { tickets: \(tickets) }
    challenges:
      first: { scheme: Negotiate }
    steps:
      - request: { path: /report }
        origin: [\(protect)]
        expect:
          origin:
            - { credentials: none, replied: challenge, optional: true }
            - \(expect)
          client: \(client)

    """
  }

  private func play(
    _ text: String, _ faults: Set<Fault.Name> = [], backEnd: BackEnd? = nil
  ) throws -> CaseResult {
    let loaded = ScenarioLoader.load(text: Array(text.utf8), id: "negotiate", file: "negotiate")
    #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
    let plan = CasePlan(try #require(loaded.cases.first), backEnd: backEnd)
    let loop = EventLoop()
    let client = ReferenceClient(loop: loop, faults: faults)
    let player = CasePlayer(loop: loop, client: client, timeout: 5_000)
    defer { player.stop() }
    return player.play(plan).judged(index: 0)
  }

  @Test(arguments: [BackEnd.wire, .microhttpd])
  func aTicketIsAccepted(_ backEnd: BackEnd) throws {
    let result = try play(scenario(), backEnd: backEnd)
    #expect(result.verdict == .pass, "\(result.checks)")
    let findings = result.play?.recording.exchanges.compactMap(\.negotiation) ?? []
    #expect(findings.map(\.principal) == ["alice@AUTHSPEC.TEST"])
    #expect(findings.allSatisfy { $0.isMutual && $0.isWrapped && !$0.isDelegated })
  }

  @Test func anotherPersonIsNotTakenForAlice() throws {
    #expect(try play(scenario(tickets: "[bob]")).verdict == .fail)
  }

  @Test(arguments: ["expired-unseen", "not-yet-valid", "foreign-key"])
  func aWrongTicketIsRefused(_ flaw: String) throws {
    let text = scenario(
      tickets: "[{ account: alice, flaw: \(flaw) }]",
      expect: "{ credentials: invalid, scheme: Negotiate, replied: challenge }",
      client: "{ status: 401 }")
    #expect(try play(text).verdict == .pass)
  }

  @Test(arguments: ["expired", "other-servers"])
  func withoutAUsableTicketNothingIsSent(_ flaw: String) throws {
    let result = try play(scenario(tickets: "[{ account: alice, flaw: \(flaw) }]"))
    #expect(result.verdict == .fail)
    #expect(result.play?.recording.exchanges.map { $0.negotiation == nil } == [true])
  }

  @Test(arguments: ["wrong", "absent"])
  func aServerThatDoesNotProveItselfIsNotBelieved(_ token: String) throws {
    let text = scenario(
      protect: "{ protect: first, token: \(token) }", client: "{ error: authentication }")
    #expect(try play(text).verdict == .pass)
    #expect(try play(text, [.negotiateAnswerNotChecked]).verdict == .fail)
  }

  @Test func aTokenIsNecessary() throws {
    #expect(try play(scenario(), [.negotiateWithoutToken]).verdict == .fail)
  }

  @Test(arguments: [(true, false, Verdict.pass), (false, false, .fail), (true, true, .fail)])
  func whatTheAcceptorFindsIsCompared(
    _ isMutual: Bool, _ isDelegated: Bool, _ verdict: Verdict
  ) throws {
    let text = scenario(
      expect: "{ credentials: valid, mutual: \(isMutual), delegated: \(isDelegated), replied: 200 }"
    )
    #expect(try play(text).verdict == verdict)
  }

  /// In a process with other threads KRB5_CONFIG cannot be set, so the user's configuration
  /// applies.
  @Test func libcurlIsNotPlayedToWithAnotherConfiguration() throws {
    let loaded = ScenarioLoader.load(text: Array(scenario().utf8), id: "n", file: "n")
    let plan = CasePlan(try #require(loaded.cases.first))
    let loop = EventLoop()
    let player = CasePlayer(loop: loop, client: LibcurlClient(loop: loop), timeout: 5_000)
    defer { player.stop() }
    #expect(player.play(plan).judged(index: 0).verdict == .skipped)
  }
}
