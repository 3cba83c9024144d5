import ClientDrivers
import HTTPAuth
import Testing

@testable import Conformance

/// A login in any form it could travel in, at a server it was not given for.
@Suite struct SecretsStayTests {
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

  // MARK: Through a proxy

  static let proxied = """
    servers: { other: {} }
    client:
      proxy: proxy
      credentials: [{ account: alice, for: origin }, { account: bob, for: proxy }]
    steps:
      - request: {}
        origin: [{ protect: basic }]
        proxy: [{ protect: basic }]
    """

  @Test(arguments: [
    ("Proxy-Authorization", "bob", "origin", true), ("Authorization", "alice", "origin", true),
    ("Proxy-Authorization", "alice", "origin", false), ("Authorization", "bob", "origin", false),
    ("Authorization", "alice", "other", false),
  ])
  func throughAProxy(field: String, user: String, server: String, isRight: Bool) throws {
    let login = user == "bob" ? basic("bob", "p%ss w/rd") : basic()
    let result = try Rehearsal.result(Self.proxied) { caller in
      let target = "http://\(caller.authority(server))/"
      let proxyLogin: (String, Octets) = (
        "Proxy-Authorization", basic("bob", "p%ss w/rd")
      )
      caller.send("GET", target, to: "proxy", host: caller.authority(server))
      caller.send("GET", target, to: "proxy", host: caller.authority(server), [proxyLogin])
      return .response(
        caller.send(
          "GET", target, to: "proxy", host: caller.authority(server), [(field, login)]))
    }
    #expect(
      result.invariant("secrets-stay") == (isRight ? .pass : .fail), "\(result.complaints)")
  }

  @Test func insideATunnel() throws {
    let text = Self.proxied.replacing("proxy: proxy", with: "proxy: proxy\n  tunnel: true")
    func result(_ login: Octets) throws -> CaseResult {
      try Rehearsal.result(text) { caller in
        let authority = caller.authority("origin")
        caller.send(
          "CONNECT", authority, to: "proxy", host: authority,
          [("Proxy-Authorization", basic("bob", "p%ss w/rd"))])
        let tunnel = caller.connection("proxy")
        caller.send("GET", "/", over: tunnel, host: authority)
        return .response(
          caller.send("GET", "/", over: tunnel, host: authority, [("Authorization", login)]))
      }
    }
    #expect(try result(basic()).invariant("secrets-stay") == .pass)
    let wrong = try result(basic("bob", "p%ss w/rd"))
    #expect(
      wrong.finding("secrets-stay")?.expected == "nothing of the login of bob at origin",
      "\(wrong.complaints)")
  }

  // MARK: Target, Host, Referer

  @Test func publicPlaces() throws {
    let text = """
      client: { userinfo: bob }
      steps: [{ request: {}, origin: [{ protect: basic }] }]
      """
    func result(
      target: String = "/", host: String? = nil, _ fields: [(String, Octets)] = []
    ) throws -> CaseResult {
      try Rehearsal.result(text) {
        $0.send()
        return .response($0.send("GET", target, host: host, fields))
      }
    }
    #expect(
      try result([("Authorization", basic("bob", "p%ss w/rd"))]).invariant("secrets-stay") == .pass)
    #expect(
      try result(target: "http://bob:p%25ss%20w%2Frd@h/").finding("secrets-stay")
        == Finding(
          expected: "no user information in the request-target",
          observed: "the password, percent-encoded in the request-target", exchange: 1))
    #expect(
      try result(host: "bob:p%25ss%20w%2Frd@h").finding("secrets-stay")?.observed
        == "the password, percent-encoded in Host")
    #expect(
      try result([("Referer", "http://bob:p%25ss%20w%2frd@h/")]).finding("secrets-stay")?.observed
        == "the password, percent-encoded in Referer")
  }

  /// A name alone is user information too.
  @Test func usersNameInPublicPlaces() throws {
    let text = "client: { userinfo: bob }\nsteps: [{ request: {}, origin: [{ protect: basic }] }]"
    func result(
      target: String = "/", host: String? = nil, _ fields: [(String, Octets)] = []
    ) throws -> String? {
      try Rehearsal.result(text) { .response($0.send("GET", target, host: host, fields)) }
        .finding("secrets-stay")?.observed
    }
    #expect(try result(target: "http://bob@h/") == "a user's name in the request-target")
    #expect(try result(host: "bob@h") == "a user's name in Host")
    #expect(try result([("Referer", "http://bob@h/")]) == "a user's name in Referer")
    #expect(
      try result(target: "/a@b?c=http://x@y/", [("Referer", "http://h/~a@b"), ("From", "a@b")])
        == nil)
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
