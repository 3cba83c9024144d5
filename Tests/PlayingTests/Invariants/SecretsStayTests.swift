// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// A login in any form it could travel in, at a server it was not given for.
@Suite(.onOwnThreads) struct SecretsStayTests {
  /// alice is for the origin, bob for the other; robot is for the origin.
  static func text(_ login: String = "[{ account: bob, for: origin }]", more: String = "") -> String
  {
    """
    servers: { other: {} }
    client: { credentials: \(login)\(more) }
    steps:
      - request: {}
        origin: [{ protect: basic }]
        other: [{ protect: digest }]
    """
  }

  static let pair = Octets("bob:p%ss w/rd").base64

  /// Each way for bob's password to reach the other server.
  static let leaks: [(form: String, place: String, field: (String, Octets)?, target: String)] = [
    ("the password", "X-Note", ("X-Note", "it is p%ss w/rd!"), "/"),
    ("the password, percent-encoded", "the request-target", nil, "/?pw=p%25ss%20w%2Frd"),
    ("the password, percent-encoded", "Referer", ("Referer", "http://bob:p%25ss%20w%2frd@h/"), "/"),
    (
      "user and password in base64", "Authorization", ("Authorization", basic("bob", "p%ss w/rd")),
      "/"
    ),
    ("user and password in base64", "X-Note", ("X-Note", pair), "/"),
  ]

  @Test(arguments: leaks.indices)
  func leak(index: Int) throws {
    let (form, place, field, target) = Self.leaks[index]
    func result(server: String) throws -> CaseResult {
      try Rehearsal.result(Self.text()) { caller in
        caller.send()
        return .response(
          caller.send("GET", target, to: server, field.map { [$0] } ?? []))
      }
    }
    let wrong = try result(server: "other")
    #expect(wrong.invariant("secrets-stay") == .fail, "\(wrong.complaints)")
    #expect(
      wrong.finding("secrets-stay")
        == Finding(
          expected: "nothing of the login of bob at other", observed: "\(form) in \(place)",
          exchange: 1))
    if field?.0 == "Authorization" {
      #expect(try result(server: "origin").invariant("secrets-stay") == .pass)
    }
  }

  @Test func inABody() throws {
    let result = try Rehearsal.result(Self.text()) {
      .response($0.send("POST", "/", to: "other", body: "pw=p%ss w/rd"))
    }
    #expect(result.finding("secrets-stay")?.observed == "the password in the body")
  }

  @Test func token() throws {
    let text = Self.text("[{ account: robot, for: origin }]").replacing("basic", with: "bearer")
    func result(server: String) throws -> CaseResult {
      try Rehearsal.result(text) {
        $0.send()
        return .response(
          $0.send("GET", "/", to: server, [("Authorization", "Bearer mF_9.B5f-4.1JqM")]))
      }
    }
    #expect(
      try result(server: "other").finding("secrets-stay")
        == Finding(
          expected: "nothing of the token of robot at other",
          observed: "the token in Authorization", exchange: 1))
    #expect(try result(server: "origin").invariant("secrets-stay") == .pass)
  }

  @Test func digestThatProvesThePassword() throws {
    func result(_ change: @escaping (inout DigestDraft) -> Void) throws -> CaseResult {
      try Rehearsal.result(Self.text("[{ account: alice, for: origin }]")) {
        let challenge = $0.send(to: "other")
        return .response(
          $0.send(
            "GET", "/", to: "other",
            [("Authorization", DigestDraft(challenge).with(change).value)]))
      }
    }
    let wrong = try result { _ in }
    #expect(
      wrong.finding("secrets-stay")
        == Finding(
          expected: "nothing of the login of alice at other",
          observed: "a Digest made with its password, which can be guessed at offline",
          exchange: 1))
    #expect(try result { $0.password = "something else" }.invariant("secrets-stay") == .pass)
  }

  /// The name may be hashed, or the response made with one more mistake: the proof is the same.
  @Test func digestToAServerThatNeverAsked() throws {
    let result = try Rehearsal.result(Self.text("[{ account: alice, for: origin }]")) { caller in
      let challenge = caller.send()
      var draft = DigestDraft(challenge)
      draft.realm = "vault"
      draft.nonce = "n-1"
      return .response(
        caller.send("GET", "/", to: "other", [("Authorization", draft.value)]))
    }
    #expect(result.invariant("secrets-stay") == .fail, "\(result.complaints)")
  }

  @Test func sharedPasswordIsNotToldApart() throws {
    let text = """
      servers: { other: {} }
      client:
        credentials:
          - { user: one, password: open sesame, for: origin }
          - { user: two, password: open sesame, for: other }
      steps:
        - request: {}
          origin: [{ protect: basic }]
          other: [{ protect: basic }]
      """
    func result(_ value: Octets) throws -> CaseResult {
      try Rehearsal.result(text) {
        $0.send(to: "other")
        return .response($0.send("GET", "/", to: "other", [("Authorization", value)]))
      }
    }
    #expect(try result(basic("two")).invariant("secrets-stay") == .pass)
    #expect(try result(basic("one")).invariant("secrets-stay") == .fail)
    #expect(
      try result("Foo open sesame").invariant("secrets-stay") == .pass)
  }

  // MARK: The caller's own

  @Test(arguments: ["Authorization", "Cookie"])
  func callersHeader(name: String) throws {
    let text = """
      servers: { other: {} }
      steps:
        - request: { headers: { \(name): "Secret 123456" } }
      """
    func result(server: String) throws -> CaseResult {
      try Rehearsal.result(text) {
        $0.send("GET", "/", [(name, "Secret 123456")])
        return .response($0.send("GET", "/", to: server, [(name, "Secret 123456")]))
      }
    }
    #expect(try result(server: "origin").invariant("secrets-stay") == .pass)
    #expect(
      try result(server: "other").finding("secrets-stay")
        == Finding(
          expected: "nothing of the caller's \(name) at other",
          observed: "the caller's \(name) in \(name)", exchange: 1))
  }

  @Test func netrc() throws {
    let text = """
      servers: { other: {} }
      client: { netrc: "machine ${origin.host} login carol password netrc-word\\n" }
      steps:
        - request: {}
          origin: [{ protect: basic }]
      """
    func result(server: String) throws -> CaseResult {
      try Rehearsal.result(text) {
        $0.send()
        return .response(
          $0.send(
            "GET", "/", to: server, [("Authorization", basic("carol", "netrc-word"))]))
      }
    }
    #expect(try result(server: "origin").invariant("secrets-stay") == .pass)
    #expect(
      try result(server: "other").finding("secrets-stay")?.observed
        == "user and password in base64 in Authorization")
  }

  @Test func netrcDefaultIsForEveryHost() throws {
    let text = """
      servers: { other: {} }
      client: { netrc: "machine nowhere login x password yyyyyy\\ndefault login carol password netrc-word" }
      steps: [{ request: {} }]
      """
    func result(_ login: Octets) throws -> CaseResult {
      try Rehearsal.result(text) {
        .response($0.send("GET", "/", to: "other", [("Authorization", login)]))
      }
    }
    #expect(try result(basic("carol", "netrc-word")).invariant("secrets-stay") == .pass)
    #expect(try result(basic("x", "yyyyyy")).invariant("secrets-stay") == .fail)
  }

  @Test func answeredQuestion() throws {
    let text = """
      servers: { other: {} }
      client: { answers: [alice] }
      steps: [{ request: {}, origin: [{ protect: basic }] }]
      """
    func result(server: String) throws -> CaseResult {
      try Rehearsal.result(text) {
        $0.send()
        _ = $0.ask(realm: "vault")
        return .response($0.send("GET", "/", to: server, [("Authorization", basic())]))
      }
    }
    #expect(try result(server: "origin").invariant("secrets-stay") == .pass)
    #expect(try result(server: "other").invariant("secrets-stay") == .fail)
  }

  @Test func passwordWithAnotherName() throws {
    let result = try Rehearsal.result(Self.text()) {
      .response(
        $0.send("GET", "/", to: "other", [("Authorization", basic("carol", "p%ss w/rd"))]))
    }
    #expect(
      result.finding("secrets-stay")
        == Finding(
          expected: "nothing of the login of bob at other",
          observed: "the password in Authorization", exchange: 0))
  }

  @Test func noSubject() throws {
    let result = try Rehearsal.result("steps: [{ request: {} }]") { .response($0.send()) }
    #expect(result.invariant("secrets-stay") == nil)
    let silent = try Rehearsal.result(Self.text()) { _ in .response(ClientResponse(status: 200)) }
    #expect(silent.invariant("secrets-stay") == nil)
  }
}
