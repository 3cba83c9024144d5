// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// Logins that belong to connections (MS-NTHT 2.2.1).
@Suite(.onOwnThreads) struct ConnectionLoginStaysTests {
  private static let scenario = """
    title: A test
    level: robust
    accounts:
      alice: { password: open sesame, domain: AUTHSPEC }
      bob: { password: close sesame, domain: AUTHSPEC }
    client: { credentials: [alice] }
    challenges:
      ntlm: { scheme: NTLM, nonce: 0123456789abcdef }
    steps:
      - request: {}
        origin: [{ protect: ntlm }]
      - client: { credentials: [bob] }
        request: {}
        origin: [{ protect: ntlm }]
    """

  private static let message1 = NTLMNegotiateMessage(flags: [.unicode, .ntlm, .extendedSecurity])

  /// The value of a field with a message.
  private static func field(_ message: [UInt8]) -> Octets {
    Octets("NTLM \(Octets(message).base64)")
  }

  /// Message 3 to the message 2 of a response.
  private static func message3(
    to response: ClientResponse, user: Octets, password: Octets
  ) throws -> [UInt8] {
    let line = try #require(response.fields.first("WWW-Authenticate"))
    let token = try #require(Octets(base64: Octets(line.bytes.dropFirst(5))))
    let challenge = try NTLMChallengeMessage(parsing: token.array)
    let key = NTLMComputation.keyV2(
      passwordHash: NTLMComputation.passwordHash(password), user: user, domain: "AUTHSPEC")
    let blob = NTLMComputation.blobV2(
      time: 1, clientNonce: [1, 2, 3, 4, 5, 6, 7, 8],
      information: try #require(challenge.information))
    return NTLMAuthenticateMessage(
      flags: challenge.flags, lmResponse: [],
      ntResponse: NTLMComputation.proofV2(key: key, nonce: challenge.nonce, blob: blob) + blob,
      domain: NTLMText.utf16("AUTHSPEC"), user: NTLMText.utf16(user)
    ).octets
  }

  /// Logs in on a connection, with message 3 on another if that is named; returns the response.
  private static func login(
    _ caller: Caller, user: Octets, password: Octets, on name: String,
    finishingOn other: String? = nil
  ) -> ClientResponse {
    let challenge = caller.send(
      on: name, [("Authorization", field(message1.octets))])
    guard let message = try? message3(to: challenge, user: user, password: password) else {
      Issue.record("there is no message 2")
      return challenge
    }
    return caller.send(on: other ?? name, [("Authorization", field(message))])
  }

  @Test("A login on one connection, and another user's on another, are right")
  func right() throws {
    let result = try Rehearsal.result(Self.scenario, level: "robust") { caller in
      let isFirst = caller.step == 0
      let response = Self.login(
        caller, user: isFirst ? "alice" : "bob",
        password: isFirst ? "open sesame" : "close sesame", on: isFirst ? "a" : "b")
      // The user's own connection.
      #expect(caller.send(on: isFirst ? "a" : "b").status == 200)
      return .response(response)
    }
    #expect(result.invariant("connection-login-stays") == .pass, "\(result.complaints)")
  }

  @Test("The connection of alice is none of bob's")
  func anotherUser() throws {
    let result = try Rehearsal.result(Self.scenario, level: "robust") { caller in
      if caller.step == 0 {
        return .response(Self.login(caller, user: "alice", password: "open sesame", on: "a"))
      }
      return .response(caller.send(on: "a"))
    }
    #expect(result.invariant("connection-login-stays") == .fail)
    #expect(result.rule("connection-login-stays") == "R346 robust")
  }

  @Test("A login that is opened anew on her connection is none of alice's")
  func openedAnew() throws {
    let result = try Rehearsal.result(Self.scenario, level: "robust") { caller in
      let isFirst = caller.step == 0
      return .response(
        Self.login(
          caller, user: isFirst ? "alice" : "bob",
          password: isFirst ? "open sesame" : "close sesame", on: "a"))
    }
    #expect(result.invariant("connection-login-stays") == .pass, "\(result.complaints)")
  }

  @Test("A message 2 that the server has broken may be answered")
  func brokenMessage2() throws {
    let nonce = "nonce: 0123456789abcdef"
    let broken = Self.scenario.replacing(nonce, with: nonce + ", broken: not-base64")
    let result = try Rehearsal.result(broken, level: "robust") { caller in
      _ = caller.send(on: "a", [("Authorization", Self.field(Self.message1.octets))])
      let message = NTLMAuthenticateMessage(
        flags: [.unicode], lmResponse: [], ntResponse: [1], domain: [],
        user: NTLMText.utf16("alice"))
      return .response(caller.send(on: "a", [("Authorization", Self.field(message.octets))]))
    }
    #expect(result.invariant("connection-login-stays") == .pass, "\(result.complaints)")
  }

  @Test("A login is not finished on another connection")
  func anotherConnection() throws {
    let result = try Rehearsal.result(Self.scenario, level: "robust") { caller in
      .response(
        Self.login(
          caller, user: "alice", password: "open sesame", on: "a\(caller.step)",
          finishingOn: "b\(caller.step)"))
    }
    #expect(result.invariant("connection-login-stays") == .fail)
    #expect(result.rule("connection-login-stays") == "R331 robust")
  }

  @Test("Without such a login there is no subject")
  func noSubject() throws {
    let result = try Rehearsal.result(Self.scenario, level: "robust") { caller in
      .response(caller.send())
    }
    #expect(result.invariant("connection-login-stays") == nil)
  }
}
