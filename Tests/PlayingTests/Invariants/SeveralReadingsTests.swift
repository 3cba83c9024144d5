// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// Where a client may read or choose in more than one way, each of them is right, and no other.
@Suite(.onOwnThreads) struct SeveralReadingsTests {
  private static func refusals(_ lines: [[String]]) -> String {
    var text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin:

      """
    for fields in lines {
      text += "      - times: 1\n        reply: 401\n        headers:\n"
      for field in fields { text += "          - WWW-Authenticate: '\(field)'\n" }
    }
    return text
  }

  private static func send(_ values: [Octets]) -> CannedClient.Script {
    { caller in
      var last = caller.send()
      for value in values { last = caller.send("GET", "/", [("Authorization", value)]) }
      return .response(last)
    }
  }

  @Test func basicInTwoRealmsIsTriedTwice() throws {
    let two = Self.refusals([
      ["Basic realm=\"b\", Basic realm=\"a\""], ["Basic realm=\"b\", Basic realm=\"a\""],
      ["Basic realm=\"b\", Basic realm=\"a\""],
    ])
    let name = "rejected-not-repeated"
    #expect(
      try Rehearsal.result(two, script: Self.send([basic(), basic()])).invariant(name) == .pass)
    #expect(
      try Rehearsal.result(two, script: Self.send([basic(), basic(), basic()])).invariant(name)
        == .fail)
  }

  /// What stands behind the place where the grammar ends may be another realm, but one only.
  @Test func unreadableOfferMayBeAnotherRealm() throws {
    func verdict(_ values: [Octets]) throws -> Verdict? {
      let text = Self.refusals([
        ["Foo\ta, Basic realm=\"b\""], ["Basic realm=\"a\""], ["Basic realm=\"a\""],
        ["Basic realm=\"a\""],
      ])
      return try Rehearsal.result(text, script: Self.send(values))
        .invariant("rejected-not-repeated")
    }
    #expect(try verdict([basic(), basic()]) == .pass)
    #expect(try verdict([basic(), basic(), basic()]) == .fail)
  }

  /// A line may go on with the challenge of the line before it, and offer another realm behind
  /// that.
  @Test(arguments: [("b", true), ("", false)])
  func lineThatGoesOnWithTheOneBefore(realm: String, isAnother: Bool) throws {
    let text = Self.refusals([
      ["Foo a=a", "b=b, Basic realm=\"\(realm)\""], ["Basic realm=\"\""], ["Basic realm=\"\""],
    ])
    let result = try Rehearsal.result(text, script: Self.send([basic(), basic()]))
    #expect(
      result.invariant("rejected-not-repeated") == (isAnother ? .pass : .fail),
      "\(result.complaints)")
  }

  /// The rest of a line that the grammar cannot read may offer another realm.
  @Test func unreadableRefusalRefusesNothingForCertain() throws {
    func verdict(_ second: String) throws -> Verdict? {
      let text = Self.refusals([["Basic realm=\"a\""], [second]])
      return try Rehearsal.result(text, script: Self.send([basic(), basic()]))
        .invariant("rejected-not-repeated")
    }
    #expect(try verdict("Basic realm=\"a\", =") == .pass)
    #expect(try verdict("Basic realm=\"a\"") == .fail)
  }

  private static func digest(_ change: @escaping (inout DigestDraft) -> Void) -> CannedClient.Script
  {
    { caller in
      .response(
        caller.send(
          "GET", "/", [("Authorization", DigestDraft(caller.send()).with(change).value)]))
    }
  }

  /// A fold takes none of the spaces of the one before.
  @Test(arguments: [
    ("a${x0D0A} b", "a b", true), ("a${x0D0A} b", "a   b", true), ("a${x0D0A} b", "ab", false),
    ("a${x0D0A} ${x0D0A} b", "a  b", true), ("a${x0D0A} ${x0D0A} b", "a      b", true),
    ("a${x0D0A} ${x0D0A} b", "a b", false),
  ])
  func foldsInARealm(sent: String, realm: String, isRight: Bool) throws {
    let text = Self.refusals([["Digest realm=\"\(sent)\", nonce=\"n\", qop=\"auth\""]])
    let result = try Rehearsal.result(
      text,
      script: Self.digest {
        $0.realm = Octets(realm)
        $0.nonce = "n"
      })
    #expect(result.invariant("echo") == (isRight ? .pass : .warn), "\(result.complaints)")
  }

  @Test(arguments: [("n-9", true), ("n-8", false)], ["", "a"])
  func nextNonceInALineAsItIs(nonce: (String, Bool), other: String) throws {
    let (nonce, isRight) = nonce
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin:
            - { when: { credentials: none }, reply: challenge, with: digest }
            - reply: 200
              headers: [{ Authentication-Info: "\(other)" }, { Authentication-Info: 'nextnonce="n-9"' }]
      """
    let result = try Rehearsal.result(text) { caller in
      let draft = DigestDraft(caller.send())
      caller.send("GET", "/", [("Authorization", draft.value)])
      let next = draft.with { $0.nonce = Octets(nonce) }
      return .response(caller.send("GET", "/", [("Authorization", next.value)]))
    }
    #expect(result.invariant("echo") == (isRight ? .pass : .warn), "\(result.complaints)")
  }

  /// A client replaces NUL with SP where it does not reject the message (RFC 9110 5.5), and a fold
  /// with one SP or more (RFC 9112 5.2).
  @Test(arguments: [
    ("nextnonce=n-9${x00}", "n-9", true), ("nextnonce=n-9${x00}", "n-8", false),
    (#"nextnonce=\"${x0D0A} n\""#, " n", true), (#"nextnonce=\"${x0D0A} n\""#, "   n", true),
    (#"nextnonce=\"${x0D0A} n\""#, "n", false),
  ])
  func nextNonceBesideAControl(info: String, nonce: String, isRight: Bool) throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin:
            - { when: { credentials: none }, reply: challenge, with: digest }
            - reply: 200
              headers: [{ Authentication-Info: "\(info)" }]
      """
    let result = try Rehearsal.result(text) { caller in
      let draft = DigestDraft(caller.send())
      caller.send("GET", "/", [("Authorization", draft.value)])
      let next = draft.with { $0.nonce = Octets(nonce) }
      return .response(caller.send("GET", "/", [("Authorization", next.value)]))
    }
    #expect(result.invariant("echo") == (isRight ? .pass : .warn), "\(result.complaints)")
  }

  /// nc is a count of requests with the nonce; one without qop has none, and may have been counted.
  @Test(arguments: [("00000001", true), ("00000002", true), ("00000003", false)])
  func requestsWithoutACount(nc: String, isRight: Bool) throws {
    let text = Self.refusals([
      ["Digest realm=\"a\", nonce=\"n\""], ["Digest realm=\"b\", nonce=\"n\", qop=\"auth\""],
    ])
    let result = try Rehearsal.result(text) { caller in
      let first = DigestDraft(caller.send())
      let second = DigestDraft(caller.send("GET", "/", [("Authorization", first.value)]))
      let counted = second.with { $0.nc = Octets(nc) }
      return .response(caller.send("GET", "/", [("Authorization", counted.value)]))
    }
    #expect(result.invariant("nonce-count") == (isRight ? .pass : .fail), "\(result.complaints)")
  }
}
