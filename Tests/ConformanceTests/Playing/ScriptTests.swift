import ClientDrivers
import HTTPAuth
import ScenarioLanguage
import TestServers
import Testing

@testable import Conformance

/// What the servers of a case answer, by its rules.
@Suite struct ScriptTests {
  /// The statuses that a series of requests is answered with.
  static func statuses(
    _ text: String, backEnd: ServerDefinition.BackEnd? = nil,
    _ script: @escaping (Caller) -> [Int?]
  ) throws -> [Int?] {
    var statuses: [Int?] = []
    let result = try Rehearsal.result(text, backEnd: backEnd) { caller in
      statuses += script(caller)
      return .response(ClientResponse(status: 200))
    }
    #expect(result.play?.fault == nil)
    #expect(
      result.play?.recording.exchanges.compactMap(\.status).count
        == result.play?.recording.exchanges.count)
    return statuses
  }

  static func visits(_ targets: String...) -> (Caller) -> [Int?] {
    { caller in targets.map { caller.send("GET", $0).status } }
  }

  // MARK: Which rule

  @Test func firstThatFits() throws {
    let text = """
      steps:
        - request: {}
          origin:
            - { when: { path: /a }, reply: 201 }
            - { when: { path: "/a*" }, reply: 202 }
            - { when: { header: { X-B: c } }, reply: 203 }
      """
    #expect(try Self.statuses(text, Self.visits("/a", "/ab", "/b")) == [201, 202, 200])
    #expect(try Self.statuses(text) { [$0.send("GET", "/", [("X-B", "c")]).status] } == [203])
  }

  @Test func times() throws {
    let text = """
      steps:
        - request: {}
          origin: [{ times: 2, reply: 500 }, { times: 1, reply: 501 }]
        - request: {}
          origin: [{ times: 1, reply: 500 }]
      """
    #expect(
      try Self.statuses(text, Self.visits("/", "/", "/", "/"))
        == [500, 500, 501, 200, 500, 200, 200, 200])
  }

  @Test func stepBeforeServer() throws {
    let text = """
      servers: { other: { rules: [{ reply: 503 }] } }
      steps:
        - { request: {} }
        - { request: {}, other: [{ when: { path: /x }, reply: 204 }] }
      """
    // A step that has rules for a server has all of them.
    #expect(
      try Self.statuses(text) { caller in
        ["/x", "/y"].map { caller.send("GET", $0, to: "other").status }
      } == [503, 503, 204, 200])
  }

  @Test func credentialsAreVerifiedAsTheJudgeVerifiesThem() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin:
            - { when: { credentials: valid, nc: 2 }, reply: 202 }
            - { when: { credentials: valid }, reply: 201 }
            - { when: { credentials: invalid }, reply: 403 }
            - { reply: challenge, with: digest }
      """
    #expect(
      try Self.statuses(text) { caller in
        let first = caller.send()
        let draft = DigestDraft(first)
        let values = [
          draft.value, draft.with { $0.nc = "00000002" }.value,
          draft.with { $0.password = "x" }.value,
        ]
        return [first.status]
          + values.map { caller.send("GET", "/", [("Authorization", $0)]).status }
      } == [401, 201, 202, 403])
  }

  @Test func serialNumbers() throws {
    let text = """
      title: A test
      level: must
      accounts: { alice: { password: open sesame } }
      client: { credentials: [alice] }
      challenges: { numbered: { scheme: Digest, realm: vault, nonce: "n-${serial}", qop: auth } }
      steps:
        - { request: {}, origin: [{ reply: challenge, with: numbered }] }
        - { request: {}, origin: [{ reply: challenge, with: numbered }] }
      """
    var nonces: [Octets] = []
    _ = try Self.statuses(text) { caller in
      (0..<2).map { _ in
        let response = caller.send()
        nonces.append(DigestDraft(response).nonce)
        return response.status
      }
    }
    #expect(nonces == ["n-1", "n-2", "n-3", "n-4"])
  }

  @Test func rawOctets() throws {
    let text = """
      steps:
        - request: {}
          origin: [{ reply: raw, raw: "HTTP/1.1 299 Odd\\nX: y\\r\\nContent-Length: 2\\r\\n\\r\\nhi" }]
      """
    var received: [UInt8] = []
    let result = try Rehearsal.result(text) { caller in
      let socket = caller.connection()
      socket.send(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
      socket.turn { socket.received.count >= 45 }
      received = socket.received
      return .response(ClientResponse(status: 299))
    }
    #expect(
      String(decoding: received, as: UTF8.self)
        == "HTTP/1.1 299 Odd\nX: y\r\nContent-Length: 2\r\n\r\nhi")
    #expect(result.play?.recording.exchanges.first?.status == 299)
  }

  @Test func earlyReplyDoesNotWaitForTheBody() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: { method: POST, body: "0123456789" }
          origin:
            - { when: { credentials: none }, reply: challenge, with: basic, early: true }
            - { when: { body: "0123456789" }, reply: 201 }
            - { reply: 400 }
      """
    let result = try Rehearsal.result(text, backEnd: .wire) { caller in
      let socket = caller.connection()
      socket.send(
        Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n01234".utf8))
      let early = socket.response(to: "POST")
      #expect(early?.status == 401)
      socket.send(Array("56789".utf8))
      return .response(
        caller.send(
          "POST", "/", on: "second", [("Authorization", basic())], body: "0123456789"))
    }
    guard case .response(let response) = result.play?.steps.first?.requests.first?.outcome else {
      Issue.record("no response")
      return
    }
    #expect(response.status == 201)
  }

  // MARK: Proxies

  static let proxied = """
    client: { proxy: proxy, tunnel: true, credentials: [{ account: alice, for: [origin, proxy] }] }
    steps:
      - request: {}
        origin: [{ when: { path: /secret }, reply: challenge, with: basic }]
        proxy: [{ when: { path: /forbidden }, reply: 403 }]
    """

  @Test func forwarding() throws {
    let result = try Rehearsal.result(Self.proxied) { caller in
      let url = "http://\(caller.authority("origin"))"
      func status(_ target: String) -> Int? {
        caller.send(
          "GET", target, to: "proxy",
          [("Proxy-Authorization", basic()), ("Connection", "keep-alive"), ("X-Kept", "yes")]
        ).status
      }
      #expect(status(url + "/a?b") == 200)
      #expect(status(url + "/secret") == 401)
      #expect(status(url + "/forbidden") == 403)
      #expect(status("http://127.0.0.99:1/") == 502)
      #expect(status("/no-authority") == 502)
      #expect(status("http://\(caller.authority("proxy"))/itself") == 502)
      return .response(ClientResponse(status: 200))
    }
    let exchanges = try #require(result.play?.recording.exchanges)
    #expect(exchanges.map(\.status) == [200, 200, 401, 401, 403, 502, 502, 502])
    #expect(exchanges[1].forwardedFrom == 0)
    #expect(exchanges[1].request.target == "/a?b")
    #expect(exchanges[1].request.fields.first("Proxy-Authorization") == nil)
    #expect(exchanges[1].request.fields.first("Connection") == nil)
    #expect(exchanges[1].request.fields.first("X-Kept") == "yes")
  }

  @Test(arguments: ServerDefinition.BackEnd.allCases)
  func tunnel(backEnd: ServerDefinition.BackEnd) throws {
    let text = "servers: { origin: { back-end: \(backEnd.rawValue) } }\n" + Self.proxied
    let result = try Rehearsal.result(text) { caller in
      let authority = caller.authority("origin")
      #expect(caller.send("CONNECT", "127.0.0.99:1", to: "proxy", on: "x").status == 502)
      #expect(caller.send("CONNECT", authority, to: "proxy").status == 200)
      let tunnel = caller.connection("proxy")
      #expect(caller.send("GET", "/a", over: tunnel, host: authority).status == 200)
      return .response(caller.send("GET", "/secret", over: tunnel, host: authority))
    }
    let recording = try #require(result.play?.recording)
    #expect(recording.servers.first?.configuration.backEnd.rawValue == backEnd.rawValue)
    #expect(recording.exchanges.map(\.status) == [502, 200, 200, 401])
    let inner = try #require(recording.exchanges.last)
    #expect(recording.connections[inner.connection].tunnelledThrough != nil)
  }

  // MARK: Back ends

  static func plan(
    _ rule: String, forced: ServerDefinition.BackEnd? = nil, server: String = "{}"
  ) throws -> CasePlan {
    CasePlan(
      try Rehearsal.played(
        """
        client: { credentials: [alice] }
        servers: { origin: \(server) }
        steps:
          - request: {}
            origin:
              - { reply: 200 }
              - \(rule)
        """), backEnd: forced)
  }

  @Test(arguments: [
    "{ reply: 200 }", "{ reply: challenge, with: digest }", "{ reply: 204 }",
    "{ reply: 200, connection: close }", "{ reply: 200, framing: chunked }",
    "{ reply: 302, headers: { Location: /a } }", "{ reply: 200, cookie: a=b }",
  ])
  func legalRepliesComeFromMicroHTTPD(rule: String) throws {
    #expect(try Self.plan(rule).servers[0].backEnd == .microhttpd)
    #expect(try Self.plan(rule, forced: .wire).servers[0].backEnd == .wire)
    let forced = try Self.plan(rule, forced: .microhttpd)
    #expect(forced.problems == [])
    #expect(forced.servers[0].backEnd == .microhttpd)
  }

  @Test(arguments: [
    "{ reply: raw, raw: x }", "{ reply: nothing, connection: reset }",
    "{ reply: 200, connection: reset }",
    "{ reply: 200, connection: stall }", "{ reply: 200, interim: [103] }",
    "{ reply: 200, trickle: { octets: 1, milliseconds: 1 } }", "{ reply: 200, reason: Odd }",
    "{ reply: 401, with: digest, early: true, connection: keep }",
    "{ reply: 200, headers: { X-A: \"\" } }", "{ reply: 200, headers: { Content-Length: \"5\" } }",
    "{ reply: 200, headers: { X-A: \"${3000000*a}\" } }",
  ])
  func otherRepliesNeedTheWireServer(rule: String) throws {
    let plan = try Self.plan(rule)
    #expect(plan.problems == [])
    #expect(plan.servers[0].backEnd == .wire)
    let forced = try Self.plan(rule, forced: .microhttpd)
    // Line and column of the rule that asks for too much, behind what all tests have in common.
    let line = Rehearsal.common.split(separator: "\n", omittingEmptySubsequences: true).count + 7
    #expect(forced.problems.count == 1)
    #expect(forced.problems.first?.location.line == line)
    #expect(forced.problems.first?.message.contains("libmicrohttpd") == true)
  }

  @Test func aTunnelNeedsTheWireServer() throws {
    let plan = CasePlan(try Rehearsal.played(Self.proxied))
    let backEnds = Dictionary(
      plan.servers.map { ($0.name, $0.backEnd) }, uniquingKeysWith: { first, _ in first })
    #expect(backEnds == ["origin": .microhttpd, "proxy": .wire])
    #expect(
      CasePlan(try Rehearsal.played(Self.proxied), backEnd: .microhttpd).problems.count == 1)
  }

  /// What a back end cannot play is the scenario's fault where it asks for it, and nobody's where it was forced.
  @Test func problemsOfAPlan() throws {
    let place = Rehearsal.common.split(separator: "\n").count
    func result(_ server: String, forced: ServerDefinition.BackEnd?) throws -> CaseResult {
      var played = try Self.plan("{ reply: nothing, connection: reset }").played
      if server == "microhttpd" { played.servers[0].backEnd = .microhttpd }
      var options = RunOptions()
      options.backEnd = forced
      let worker = Worker(options: options) { CannedClient(loop: $0) { .response($0.send()) } }
      defer { worker.stop() }
      return worker.result(of: played, index: 0)
    }
    let asked = try result("microhttpd", forced: nil)
    #expect(asked.verdict == .error)
    #expect(asked.reason == "line \(place + 7): libmicrohttpd does not reset connections.")
    #expect(try result("", forced: .microhttpd).verdict == .skipped)
    #expect(try result("", forced: nil).play != nil)
  }
}
