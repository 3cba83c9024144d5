// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// never, given, one-of, observe, and what levels make of a broken check.
@Suite(.onOwnThreads) struct StepCheckTests {
  // MARK: never

  static func never(_ never: String) -> String {
    """
    servers: { other: {} }
    client: { credentials: [{ account: alice, for: origin }] }
    steps:
      - request: {}
        origin: [{ protect: basic }]
        expect:
          never: [{ \(never) }]
    """
  }

  static func visits(_ servers: [String]) -> CannedClient.Script {
    { caller in
      for server in servers { caller.send(to: server) }
      return .response(caller.send("GET", "/", [("Authorization", basic())]))
    }
  }

  @Test func neverHolds() throws {
    let result = try Rehearsal.result(
      Self.never("server: other, credentials: any"), script: Self.visits(["origin", "other"]))
    #expect(result.verdict("1.never.1") == .pass)
    #expect(result.verdict == .pass)
  }

  @Test func neverIsBroken() throws {
    let result = try Rehearsal.result(
      Self.never("server: origin, credentials: any, scheme: Basic, title: no Basic"),
      script: Self.visits(["origin"]))
    let check = try #require(result["1.never.1"])
    #expect(check.verdict == .fail)
    #expect(check.descriptor.title == "no Basic")
    #expect(
      check.finding
        == Finding(
          expected: "never: a request with Basic credentials",
          observed: "GET / with valid Basic credentials of alice, answered with 200", exchange: 1,
          deviation: .unexpectedCredentials))
  }

  @Test func neverAboutAServerThatWasNotAskedIsInconclusive() throws {
    let result = try Rehearsal.result(
      Self.never("server: other, credentials: any"), script: Self.visits(["origin"]))
    #expect(result.verdict("1.never.1") == .inconclusive)
    #expect(
      result["1.never.1"]?.finding
        == Finding(expected: "a request to “other” to look at", observed: "there was none"))
    #expect(result.verdict == .inconclusive)
  }

  @Test func neverAboutAnyServer() throws {
    let result = try Rehearsal.result(
      Self.never("path: /secret"), script: Self.visits(["origin", "other"]))
    #expect(result.verdict("1.never.1") == .pass)
    let silent = try Rehearsal.result(Self.never("path: /secret")) { _ in
      .failure(ClientFailure(kind: .url, message: "no"))
    }
    #expect(silent.verdict("1.never.1") == .inconclusive)
    #expect(silent["1.never.1"]?.finding?.expected == "a request to any server to look at")
  }

  @Test func neverLooksAtDetails() throws {
    let text = Self.never("header: { X-A: b }")
    let right = try Rehearsal.result(text) { .response($0.send("GET", "/", [("X-A", "c")])) }
    #expect(right.verdict("1.never.1") == .pass)
    let wrong = try Rehearsal.result(text) { .response($0.send("GET", "/", [("X-A", "b")])) }
    #expect(wrong.verdict("1.never.1") == .fail)
  }

  @Test func neverHasALevelAndARequirementOfItsOwn() throws {
    let result = try Rehearsal.result(
      Self.never("credentials: any, level: should, requirement: R065"),
      script: Self.visits(["origin"]))
    #expect(result.verdict("1.never.1") == .warn)
    #expect(result["1.never.1"]?.descriptor.requirements == ["R065"])
    #expect(result.verdict == .warn)
  }

  /// It is about its own step.
  @Test func neverDoesNotLookAtOtherSteps() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ protect: basic }]
          expect: { never: [{ path: /b }] }
        - request: {}
      """
    let result = try Rehearsal.result(text) {
      .response($0.send("GET", $0.step == 0 ? "/a" : "/b"))
    }
    #expect(result.verdict("1.never.1") == .pass)
  }
}
