// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// A client that is declared to send Basic unasked is not at fault for that, and shows nothing
/// about challenges by it.
@Suite(.onOwnThreads) struct UnaskedBasicTests {
  static let declared = CannedClient.allAbilities.union(["basic-unasked"])

  static let asked = """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin: [{ protect: basic }]
        expect:
          origin:
            - { credentials: none, replied: challenge }
            - { credentials: valid, replied: 200 }
          client: { status: 200 }
    """

  static func unasked(_ value: Octets = basic()) -> CannedClient.Script {
    { .response($0.send("GET", "/", [("Authorization", value)])) }
  }

  @Test func nothingIsSeenOfTheChallenge() throws {
    let result = try Rehearsal.result(
      Self.asked, abilities: Self.declared, script: Self.unasked())
    #expect(result.verdict("1.origin.exchanges") == .inconclusive)
    #expect(result.verdict == .inconclusive, "\(result.complaints)")
    // Who is not declared to do so is at fault.
    let other = try Rehearsal.result(Self.asked, script: Self.unasked())
    #expect(other.verdict("1.origin.exchanges") == .fail)
  }

  @Test func whoWaitsAllTheSameIsJudged() throws {
    let right = try Rehearsal.result(Self.asked, abilities: Self.declared) {
      $0.login { _ in basic() }
    }
    #expect(right.verdict == .pass, "\(right.complaints)")
    let wrong = try Rehearsal.result(Self.asked, abilities: Self.declared) {
      $0.login { _ in basic("alice", "wrong") }
    }
    #expect(wrong.verdict("1.origin.exchanges") == .fail)
  }

  /// Only where nothing was to be sent: that the credentials are right is asked of it as of any
  /// other.
  @Test func wrongCredentialsAreAFailure() throws {
    let text = Self.asked.replacing(
      "{ credentials: none, replied: challenge }",
      with: "{ credentials: none, replied: challenge, optional: true }")
    let wrong = try Rehearsal.result(
      text, abilities: Self.declared, script: Self.unasked(basic("alice", "wrong")))
    #expect(wrong.verdict("1.origin.exchanges") == .fail, "\(wrong.complaints)")
    let right = try Rehearsal.result(text, abilities: Self.declared, script: Self.unasked())
    #expect(right.verdict == .pass, "\(right.complaints)")
  }

  /// How it ends says nothing either, where the server wanted something else.
  @Test func serverThatWantsSomethingElse() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ protect: digest }]
          expect:
            origin:
              - { credentials: valid, replied: 200 }
            client: { status: 200 }
      """
    let result = try Rehearsal.result(text, abilities: Self.declared, script: Self.unasked())
    #expect(result.verdict("1.origin.exchanges") == .inconclusive)
    #expect(result.verdict("1.client.outcome") == .inconclusive)
    let crashed = try Rehearsal.result(text, abilities: Self.declared) {
      _ = $0.send("GET", "/", [("Authorization", basic())])
      return .crashed("SIGSEGV")
    }
    #expect(crashed.verdict("1.client.outcome") == .crash)
  }

  /// A server that the login was not given for is another matter.
  @Test func strangersAreALeak() throws {
    let text = """
      servers: { other: {} }
      client: { credentials: [{ account: alice, for: origin }] }
      steps:
        - request: {}
          origin: [{ reply: redirect, to: other }]
          expect:
            other: [{ credentials: none, replied: 200 }]
            never: [{ server: other, credentials: any }]
      """
    let result = try Rehearsal.result(text, abilities: Self.declared) {
      $0.send()
      return .response($0.send("GET", "/", to: "other", [("Authorization", basic())]))
    }
    #expect(result.verdict("1.other.exchanges") == .fail)
    #expect(result.verdict("1.never.1") == .fail)
    #expect(result.invariant("secrets-stay") == .fail)
  }

  @Test func neverAndAbsentFields() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ reply: 403, with: basic }]
          expect:
            origin: [{ header: { Authorization: absent }, replied: 403 }]
            never: [{ server: origin, credentials: any }]
      """
    let result = try Rehearsal.result(text, abilities: Self.declared, script: Self.unasked())
    #expect(result.verdict("1.origin.1.header.authorization") == .inconclusive)
    #expect(result.verdict("1.never.1") == .inconclusive)
    // A challenge that does not ask (not on a 401) makes no difference, whenever it came.
    let later = try Rehearsal.result(
      text.replacing("origin: [{ header", with: "origin: [{}, { header"), abilities: Self.declared
    ) {
      $0.send()
      return .response($0.send("GET", "/", [("Authorization", basic())]))
    }
    #expect(later.verdict("1.never.1") == .inconclusive, "\(later.complaints)")
  }

  @Test func neverAfterAnAnswer() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ protect: basic }]
          expect: { never: [{ server: origin, credentials: any }] }
      """
    let result = try Rehearsal.result(text, abilities: Self.declared) { $0.login { _ in basic() } }
    #expect(result.verdict("1.never.1") == .fail)
  }

  @Test func severalWays() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ protect: basic }]
          expect:
            one-of:
              - title: it answers
                origin:
                  - { credentials: none, replied: challenge }
                  - { credentials: valid, replied: 200 }
                client: { status: 200 }
              - title: it gives up
                origin: [{ credentials: none, replied: challenge }]
                client: { status: 401 }
      """
    let result = try Rehearsal.result(text, abilities: Self.declared, script: Self.unasked())
    #expect(result.verdict("1.one-of") == .inconclusive, "\(result.complaints)")
    let wrong = try Rehearsal.result(text, abilities: Self.declared) {
      $0.login { _ in basic("alice", "wrong") }
    }
    #expect(wrong.verdict("1.one-of") == .fail)
  }
}
