// SPDX-License-Identifier: Apache-2.0

@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// Questions of a client that may not ask.
@Suite(.onOwnThreads) struct AsksOnlyWhenAllowedTests {
  static func verdict(
    _ settings: String, abilities: Set<String> = CannedClient.allAbilities,
    script: @escaping CannedClient.Script
  ) throws -> Verdict? {
    try Rehearsal.result(
      """
      client: \(settings)
      steps:
        - request: {}
          origin: [{ when: { path: /login }, reply: challenge, with: basic }]
      """, abilities: abilities, script: script
    ).invariant("asks-only-when-allowed")
  }

  static func asking(_ caller: Caller) -> ClientOutcome? {
    let response = caller.send("GET", "/login")
    caller.ask()
    return .response(response)
  }

  @Test func aQuestionIsAFailure() throws {
    #expect(try Self.verdict("{}", script: Self.asking) == .fail)
    // It need not say that it can.
    #expect(try Self.verdict("{}", abilities: ["basic"], script: Self.asking) == .fail)
  }

  @Test func whoMayAskMay() throws {
    #expect(try Self.verdict("{ answers: [] }", script: Self.asking) == nil)
  }

  @Test func whoAsksNobodyPassesWhereItCouldHaveAsked() throws {
    #expect(try Self.verdict("{}") { .response($0.send("GET", "/login")) } == .pass)
    #expect(try Self.verdict("{}") { .response($0.send("GET", "/")) } == nil)
    #expect(
      try Self.verdict("{}", abilities: ["basic"]) { .response($0.send("GET", "/login")) } == nil)
  }
}
