// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// What is looked at besides Digest fields.
extension DetailCheckTests {
  // MARK: The rest of the request

  @Test func header() throws {
    func result(_ wanted: String, _ lines: [(String, Octets)]) throws -> CaseResult {
      try Rehearsal.result(Self.text("header: { X-Colour: \(wanted) }")) { caller in
        let value = DigestDraft(caller.send()).value
        return .response(caller.send("GET", "/", [("Authorization", value)] + lines))
      }
    }
    let id = "1.origin.2.header.x-colour"
    #expect(try result("red", [("x-colour", "red")]).verdict(id) == .pass)
    #expect(try result("red", [("X-Colour", "blue"), ("X-Colour", "red")]).verdict(id) == .pass)
    Self.expect(
      try result("red", [("X-Colour", "blue")]), "header.x-colour", expected: "X-Colour: “red”",
      observed: "X-Colour: “blue”")
    Self.expect(
      try result("red", []), "header.x-colour", expected: "X-Colour: “red”",
      observed: "no X-Colour")
    #expect(try result("absent", []).verdict(id) == .pass)
    Self.expect(
      try result("absent", [("X-Colour", "red")]), "header.x-colour", expected: "no X-Colour",
      observed: "X-Colour: “red”")
  }

  /// What nothing may be must not be, on none of several lines.
  @Test func headerOnSeveralLines() throws {
    func result(_ wanted: String, _ values: [Octets]) throws -> Verdict? {
      try Rehearsal.result(Self.text("header: { X-Colour: \(wanted) }")) { caller in
        let value = DigestDraft(caller.send()).value
        return .response(
          caller.send(
            "GET", "/", [("Authorization", value)] + values.map { ("X-Colour", $0) }))
      }.verdict("1.origin.2.header.x-colour")
    }
    #expect(try result("{ not: red }", ["blue", "green"]) == .pass)
    #expect(try result("{ not: red }", ["blue", "red"]) == .fail)
    #expect(try result("{ not: red }", ["red", "blue"]) == .fail)
    #expect(try result("absent", ["red", "blue"]) == .fail)
    #expect(try result("{ contains: ee }", ["blue", "green"]) == .pass)
    #expect(try result("{ contains: ee }", ["blue", "red"]) == .fail)
  }

  @Test func cookie() throws {
    func result(_ wanted: String, _ line: Octets?) throws -> CaseResult {
      try Rehearsal.result(Self.text("cookie: { session: \(wanted) }")) { caller in
        let value = DigestDraft(caller.send()).value
        let lines: [(String, Octets)] = line.map { [("Cookie", $0)] } ?? []
        return .response(caller.send("GET", "/", [("Authorization", value)] + lines))
      }
    }
    let id = "1.origin.2.cookie.session"
    #expect(try result("abc", "a=b; session=abc; c=d").verdict(id) == .pass)
    Self.expect(
      try result("abc", "sessionx=abc; session=abd"), "cookie.session",
      expected: "cookie session: “abc”", observed: "cookie session: “abd”")
    Self.expect(
      try result("abc", nil), "cookie.session", expected: "cookie session: “abc”",
      observed: "no cookie session")
    #expect(try result("absent", "a=b").verdict(id) == .pass)
    #expect(try result("absent", "a=b; session=").verdict(id) == .fail)
  }

  @Test func bodyOfTheStep() throws {
    func result(_ wanted: String, _ body: Octets?) throws -> CaseResult {
      let text = Self.text(
        "body: \(wanted)", request: "{ method: POST, body: \"some text\" }")
      return try Rehearsal.result(text) { caller in
        let value = DigestDraft(caller.send("POST", "/", body: caller.request.body)).with {
          $0.method = "POST"
        }.value
        return .response(caller.send("POST", "/", [("Authorization", value)], body: body))
      }
    }
    #expect(try result("step", "some text").verdict("1.origin.2.body") == .pass)
    Self.expect(
      try result("step", "some tex"), "body",
      expected: "the body the client was given: “some text”", observed: "“some tex”")
    Self.expect(
      try result("step", ""), "body", expected: "the body the client was given: “some text”",
      observed: "no body")
    #expect(try result("empty", "").verdict("1.origin.2.body") == .pass)
    Self.expect(
      try result("empty", "x"), "body", expected: "no body", observed: "“x”")
    #expect(try result("other", "other").verdict("1.origin.2.body") == .pass)
    Self.expect(
      try result("other", "another"), "body", expected: "the body: “other”",
      observed: "the body: “another”")
  }

  @Test func connection() throws {
    func result(_ wanted: String, second: String) throws -> CaseResult {
      try Rehearsal.result(Self.text("connection: \(wanted)")) { caller in
        let value = DigestDraft(caller.send(on: "one")).value
        return .response(caller.send("GET", "/", on: second, [("Authorization", value)]))
      }
    }
    #expect(try result("same", second: "one").verdict("1.origin.2.connection") == .pass)
    Self.expect(
      try result("same", second: "two"), "connection",
      expected: "the connection of the request before it", observed: "a new connection")
    #expect(try result("new", second: "two").verdict("1.origin.2.connection") == .pass)
    Self.expect(
      try result("new", second: "one"), "connection", expected: "a new connection",
      observed: "a connection that was used before")
  }

  @Test func anotherConnectionThatIsNotNew() throws {
    let text = """
      steps:
        - request: {}
          expect:
            origin: [{}, {}, { connection: same }]
      """
    let result = try Rehearsal.result(text) { caller in
      caller.send(on: "one")
      caller.send(on: "two")
      return .response(caller.send(on: "one"))
    }
    #expect(
      result["1.origin.3.connection"]?.finding
        == Finding(
          expected: "the connection of the request before it", observed: "another connection",
          exchange: 2))
  }

  @Test func target() throws {
    let text = Self.text("target: /a", request: "{ path: /a }")
    let right = try Rehearsal.result(text) {
      $0.login("/a") { DigestDraft($0, uri: "/a").value }
    }
    #expect(right.verdict("1.origin.2.target") == .pass)
    let wrong = try Rehearsal.result(text) { caller in
      let value = DigestDraft(caller.send("GET", "/a"), uri: "/a").value
      return .response(caller.send("GET", "/%61", [("Authorization", value)]))
    }
    Self.expect(
      wrong, "target", expected: "the request-target: “/a”",
      observed: "the request-target: “/%61”")
  }

  @Test func version() throws {
    func result(_ version: String) throws -> CaseResult {
      try Rehearsal.result(Self.text("version: HTTP/1.1")) { caller in
        let value = DigestDraft(caller.send()).value
        return .response(
          caller.send("GET", "/", [("Authorization", value)], version: version))
      }
    }
    #expect(try result("HTTP/1.1").verdict("1.origin.2.version") == .pass)
    Self.expect(
      try result("HTTP/1.0"), "version", expected: "the protocol version: “HTTP/1.1”",
      observed: "the protocol version: “HTTP/1.0”")
  }

  // MARK: What kind of request it is

  @Test(arguments: [
    ("method: POST", "POST", "/", true), ("method: POST", "post", "/", false),
    ("path: /a", "GET", "/a", true), ("path: /a", "GET", "/a?b", false),
    ("path: \"/a*\"", "GET", "/a?b", true), ("path: \"/a*\"", "GET", "/b", false),
    ("credentials: any", "GET", "/", false), ("credentials: valid", "GET", "/", false),
    ("credentials: invalid", "GET", "/", false), ("credentials: none", "GET", "/", true),
    ("scheme: Basic", "GET", "/", false), ("account: alice", "GET", "/", false),
  ])
  func kind(pattern: String, method: String, target: String, isRight: Bool) throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ when: { path: /login }, reply: challenge, with: basic }]
          expect: { origin: [{ \(pattern) }] }
      """
    let result = try Rehearsal.result(text) { .response($0.send(method, target)) }
    #expect(result.verdict("1.origin.exchanges") == (isRight ? .pass : .fail))
  }

  @Test(arguments: [
    ("credentials: valid", true), ("credentials: invalid", false), ("credentials: any", true),
    ("credentials: none", false), ("scheme: Basic", true), ("scheme: Digest", false),
    ("account: alice", true), ("account: bob", false),
  ])
  func kindOfCredentials(pattern: String, isRight: Bool) throws {
    let text = """
      client: { credentials: [alice, bob] }
      steps:
        - request: {}
          origin: [{ protect: basic }]
          expect: { origin: [{}, { \(pattern) }] }
      """
    let result = try Rehearsal.result(text) { $0.login { _ in basic() } }
    #expect(result.verdict("1.origin.exchanges") == (isRight ? .pass : .fail))
  }
}
