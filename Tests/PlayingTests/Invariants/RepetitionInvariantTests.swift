// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// Nonce counts, requests without end, refused logins, injected lines and unsound clients.
@Suite(.onOwnThreads) struct RepetitionInvariantTests {
  static let digest = """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin: [{ protect: digest }]
    """

  /// Requests with these nonce counts.
  static func counting(_ counts: [Octets]) -> CannedClient.Script {
    { caller in
      let draft = DigestDraft(caller.send())
      var last = ClientResponse(status: 0)
      for nc in counts {
        last = caller.send("GET", "/", [("Authorization", draft.with { $0.nc = nc }.value)])
      }
      return .response(last)
    }
  }

  // MARK: nonce-count

  @Test(arguments: [
    (["00000001"], true), (["00000001", "00000002", "00000003"], true),
    (["00000001", "00000001"], false), (["00000002"], false), (["00000000"], false),
    (["00000001", "00000003"], false), (["00000001", "00000002", "00000001"], false),
    (["00000001", "00000003", "00000002"], false),
  ])
  func counts(counts: [String], isRight: Bool) throws {
    let result = try Rehearsal.result(
      Self.digest, script: Self.counting(counts.map { Octets($0) }))
    #expect(result.invariant("nonce-count") == (isRight ? .pass : .fail))
  }

  @Test func wordsOfACount() throws {
    let again = try Rehearsal.result(
      Self.digest, script: Self.counting(["00000001", "00000001"]))
    #expect(
      again.finding("nonce-count")
        == Finding(
          expected: "another nc for each request with nonce “n-1”",
          observed: "nc=00000001 a second time", exchange: 2))
    let gap = try Rehearsal.result(
      Self.digest, script: Self.counting(["00000001", "00000003"]))
    #expect(
      gap.finding("nonce-count")
        == Finding(
          expected: "nc=00000002 with nonce “n-1”", observed: "nc=00000003", exchange: 2))
  }

  @Test func aNewNonceCountsFromOne() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin:
            - { when: { credentials: valid, nonce: n-2 }, reply: 200 }
            - { when: { credentials: valid, nonce: n-1 }, reply: challenge, with: fresh }
            - { reply: challenge, with: digest }
      """
    func result(_ nc: Octets) throws -> CaseResult {
      try Rehearsal.result(text) { caller in
        let first = DigestDraft(caller.send())
        let second = DigestDraft(caller.send("GET", "/", [("Authorization", first.value)]))
        return .response(
          caller.send("GET", "/", [("Authorization", second.with { $0.nc = nc }.value)]))
      }
    }
    #expect(try result("00000001").invariant("nonce-count") == .pass)
    #expect(try result("00000002").invariant("nonce-count") == .fail)
  }

  @Test func aLostConnectionLeavesAGap() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin:
            - { when: { credentials: valid, nc: 2 }, reply: nothing, connection: reset }
            - { protect: digest }
      """
    #expect(
      try Rehearsal.result(text, script: Self.counting(["00000001", "00000002", "00000004"]))
        .invariant("nonce-count") == .pass)
    // The same count twice is a replay even so, unless it was the one that was lost.
    #expect(
      try Rehearsal.result(
        text, script: Self.counting(["00000001", "00000002", "00000003", "00000003"])
      ).invariant("nonce-count") == .fail)
    // A lost connection is no leave to begin anywhere.
    #expect(
      try Rehearsal.result(text, script: Self.counting(["00000001", "00000002", "00000001"]))
        .invariant("nonce-count") == .fail)
  }

  @Test func requestsAtOnceMayOvertakeEachOther() throws {
    let text = Self.digest.replacing("request: {}", with: "request: { count: 3 }")
    // One challenge for all: each further one would bring the nonce anew.
    var draft = DigestDraft(ClientResponse(status: 401))
    func result(_ counts: [Octets]) throws -> CaseResult {
      try Rehearsal.result(text) { caller in
        if caller.number == 0 { draft = DigestDraft(caller.send(on: "0")) }
        return .response(
          caller.send(
            "GET", "/", on: "\(caller.number)",
            [("Authorization", draft.with { $0.nc = counts[caller.number] }.value)]))
      }
    }
    #expect(
      try result(["00000002", "00000001", "00000003"]).invariant("nonce-count") == .pass)
    #expect(
      try result(["00000001", "00000002", "00000002"]).invariant("nonce-count") == .fail)
  }

  @Test func countsAreNoSubjectWithoutNc() throws {
    let text = """
      title: A test
      level: must
      accounts: { alice: { password: open sesame } }
      challenges: { digest: { scheme: Digest, realm: vault, nonce: n-1 } }

      """ + Self.digest
    let result = try Rehearsal.result(text) { $0.login { DigestDraft($0).value } }
    #expect(result.play?.recording.exchanges.last?.status == 200)
    #expect(result.invariant("nonce-count") == nil)
  }

  // MARK: bounded

  @Test(arguments: [(160, Verdict.pass), (161, .fail)])
  func bounded(count: Int, verdict: Verdict) throws {
    let result = try Rehearsal.result("steps: [{ request: {} }]") { caller in
      for _ in 0..<count { caller.send() }
      return .response(ClientResponse(status: 200))
    }
    #expect(result.invariant("bounded") == verdict)
    if verdict == .fail {
      #expect(
        result.finding("bounded")
          == Finding(expected: "at most 160 requests", observed: "161 requests"))
    }
  }

  @Test func boundGrowsWithTheCallersRequests() throws {
    let result = try Rehearsal.result("steps: [{ request: { count: 2 } }]") { caller in
      for _ in 0..<(caller.number == 0 ? 161 : 1) { caller.send() }
      return .response(ClientResponse(status: 200))
    }
    #expect(result.invariant("bounded") == .pass)
  }

  @Test func nothingSentIsNoSubject() throws {
    let result = try Rehearsal.result("steps: [{ request: {} }]") { _ in
      .response(ClientResponse(status: 200))
    }
    #expect(result.invariant("bounded") == nil)
    #expect(result.invariant("client-is-sound") == .pass)
  }
}
