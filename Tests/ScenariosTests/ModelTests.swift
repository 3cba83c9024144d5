// SPDX-License-Identifier: Apache-2.0

@testable import ScenarioFiles
@testable import Scenarios
import Foundation
import HTTPAuth
import Testing

/// What a file with one of everything becomes.
@Suite struct ModelTests {
  private let cases: [Case]

  init() throws {
    let file = Repository.fixtures.appending(path: "valid/everything.yaml")
    let result = ScenarioLoader.load(
      text: try [UInt8](Data(contentsOf: file)), id: "all/everything", file: "everything.yaml")
    #expect(result.diagnostics.map(\.description) == [])
    cases = result.cases
  }

  private func first() throws -> Case { try #require(cases.first) }
  private func last() throws -> Case { try #require(cases.last) }

  @Test func matrixIsWrittenOut() throws {
    #expect(
      cases.map(\.id) == [
        "all/everything[variant=MD5,place=same]",
        "all/everything[variant=SHA-256-sess,place=same]",
        "all/everything[variant=SHA-256-sess,place=other]",
        "all/everything[variant=none,place=same]",
      ])
  }

  @Test func scenarioSaysOfItself() throws {
    let scenario = try first().scenario
    #expect(scenario.title == "Everything that can be said loads")
    #expect(scenario.level == .robust)
    #expect(scenario.requirements == ["R001", "R083"])
    #expect(scenario.spec == ["RFC 7616 3.3", "a vendor's manual"])
    #expect(scenario.peers == ["B21"])
    #expect(scenario.tags == ["digest", "all"])
    #expect(scenario.notes == "Several lines\nof explanation.\n")
  }

  @Test func needsAreNormalisedAndInferred() throws {
    let common = [
      "ask", "basic", "by-challenge", "change", "concurrent", "cookies", "headers", "netrc",
      "preemptive", "proxy", "redirects", "stream", "tunnel", "userinfo",
    ]
    #expect(
      cases.map(\.needs) == [
        (common + ["digest"]).sorted(),
        (common + ["digest-sess", "digest-sha-256"]).sorted(),
        (common + ["digest-sess", "digest-sha-256"]).sorted(),
        (common + ["digest"]).sorted(),
      ])
  }

  @Test func accountsAreOctets() throws {
    let accounts = try first().accounts
    #expect(accounts.map(\.name) == ["alice", "löwe", "robot"])
    #expect(accounts.map(\.user) == ["alice", "LÖWE", ""])
    #expect(accounts.map(\.password) == ["open sesame", "123£", ""])
    #expect(accounts.map(\.token) == [nil, nil, "mF_9.B5f-4.1JqM"])
  }

  @Test func serversComeOriginFirst() throws {
    let servers = try first().servers
    #expect(servers.map(\.name) == ["origin", "neighbour", "second-proxy"])
    #expect(servers.map(\.kind) == [.origin, .origin, .proxy])
    #expect(servers[1].sameHostAs == "origin")
    #expect(servers[1].isHTTP10)
    #expect(servers[1].backEnd == .wire)
    let protect = servers[1].rules
    #expect(protect.count == 2)
    #expect(protect.first?.when.credentials == .valid)
    #expect(protect.first?.when.account == "alice")
    #expect(protect.first?.reply.kind == .status(200))
    #expect(protect.last?.when == .init())
    #expect(protect.last?.reply.kind == .challenge(status: nil))
    #expect(protect.last?.reply.challenges == [.lines([#"Basic realm="ababab""#])])
  }

  @Test func aProxyThatProtectsForwards() throws {
    let rules = try #require(try first().steps[0].rules["second-proxy"])
    #expect(rules.map(\.reply.kind) == [.forward, .challenge(status: nil)])
    #expect(rules.last?.reply.challenges.count == 2)
  }

  @Test func challengesKeepOrderAndForm() throws {
    let rule = try #require(try first().steps[0].rules["origin"]?.first)
    guard case .structured(let scheme, let token68, let parameters)? = rule.reply.challenges.first
    else {
      Issue.record("the first challenge is not in its parts")
      return
    }
    #expect(scheme == "Digest")
    #expect(token68 == nil)
    #expect(parameters.map(\.name) == ["realm", "nonce", "algorithm", "stale", "qop"])
    #expect(
      parameters.map(\.form) == [.quotedString, .quotedString, .quotedString, .token, .token])
    let realm = Octets(Array(#"a""#.utf8) + [0xE5] + Array("${b}".utf8))
    #expect(parameters.first?.value.constant == realm)
    #expect(parameters[1].value.pieces == [.literal("n-"), .serial])
    #expect(
      rule.reply.challenges.last
        == .structured(
          scheme: "bAsIc", token68: nil,
          parameters: [
            .init(name: "realm", value: "vault", form: .quotedString),
            .init(name: "charset", value: "UTF-8", form: .quotedString),
          ]))
  }

  @Test func repliesHaveTheirDetails() throws {
    let rules = try #require(try first().steps[0].rules["origin"])
    #expect(rules.map(\.times) == [2, nil, nil, nil, nil, nil, nil])
    #expect(
      rules.map(\.reply.kind) == [
        .challenge(status: 403), .redirect(status: 307, to: "origin", path: "/b"), .status(200),
        .status(200), .status(200), .raw("HTTP/1.1 200\n\n"), .nothing,
      ])
    let reply = rules[0].reply
    #expect(reply.joinsChallenges)
    #expect(reply.challengeField == "Proxy-Authenticate")
    #expect(reply.reason == "Nope")
    #expect(
      reply.interim == [
        .init(status: 100), .init(status: 103, headers: [.init(name: "Link", value: "<a>")]),
      ])
    #expect(reply.connection == .close)
    #expect(reply.trickle == .init(octets: 2, milliseconds: 5))
    #expect(rules[1].reply.headers == [.init(name: "Set-Cookie", value: "a=b")])
    #expect(rules[2].reply.body?.constant == "")
    #expect(rules[2].reply.framing == .chunked)
    #expect(rules[2].reply.trailers == [.init(name: "T", value: "v")])
    #expect(rules[2].reply.isEarly)
    #expect(rules[2].reply.octetsAwaited == 0)
    #expect(!rules[3].reply.isEarly)
    #expect(rules[4].reply.isEarly && rules[4].reply.octetsAwaited == 9)
    #expect(
      rules[2].reply.challenges
        == [.structured(scheme: "NTLM", token68: "abc==", parameters: [])])
    #expect(
      rules[3].reply.info
        == .digest(
          nextnonce: "n-2", rspauth: .upperCase, count: false,
          parameters: [.init(name: "qop", value: "auth", form: .token)]))
    #expect(rules[4].reply.info == .lines([#"nextnonce="a""#]))
    #expect(rules[6].reply.connection == .reset)
  }

  @Test func mappingsAreSubstitutedWhole() throws {
    #expect(try first().steps[0].rules["origin"]?.first?.when.nonceCount == 2)
    #expect(
      cases[2].steps[0].rules["origin"]?.first?.when.digest
        == [.init(name: "nonce", value: .absent)])
    #expect(
      cases[2].steps[0].rules["origin"]?[1].reply.kind
        == .redirect(status: 307, to: "neighbour", path: "/b"))
    #expect(
      try first().steps[0].requests[1].headers
        == [.init(name: "A", value: Template(Octets([0xE5])))])
    #expect(
      cases[2].steps[0].requests[1].headers
        == [.init(name: "A", value: "1"), .init(name: "A", value: "2")])
  }

  @Test func clientIsTold() throws {
    let client = try first().client
    let alice = ClientLogin(account: "alice", user: "alice", password: "open sesame")
    let bob = ClientLogin(user: "bob", password: "")
    #expect(
      client.credentials.map(\.login)
        == [alice, bob, ClientLogin(user: "", password: "", token: "abc")])
    #expect(client.credentials[1].servers == ["neighbour", "second-proxy"])
    #expect(client.credentials[1].realm == "vault")
    #expect(client.credentials.map(\.scheme) == [nil, "basic", "bearer"])
    #expect(
      client.answers
        == [.login(alice), .cancel, .login(ClientLogin(user: "eve", password: "x"))])
    #expect(client.preemptive)
    #expect(client.schemes == ["digest"])
    #expect(client.proxy == "second-proxy")
    #expect(client.tunnel)
    #expect(client.redirects == 3)
    #expect(client.cookies)
    #expect(client.headers == [.init(name: "Authorization", value: "Basic QQ==")])
    #expect(client.userinfo == ClientLogin(user: "u", password: "p"))
    #expect(
      client.netrc?.pieces == [
        .literal("machine "), .address(server: "origin", part: .host), .literal(" login alice"),
      ])
    #expect(client.timeout == 500)
  }

  @Test func aStepsClientIsWhole() throws {
    let step = try #require(try first().steps.last)
    let client = try #require(step.client)
    #expect(client.credentials.map(\.login.token) == ["mF_9.B5f-4.1JqM"])
    #expect(client.proxy == nil)
    #expect(!client.preemptive)
    #expect(client.redirects == 3)
    #expect(client.cookies)
    #expect(step.closing == ["origin", "neighbour"])
    #expect(step.title == "step 2")
    #expect(step.requests == [RequestDefinition()])
    #expect(try first().steps[0].client == nil)
  }

  @Test func requestsAreRead() throws {
    let requests = try first().steps[0].requests
    var put = RequestDefinition(path: "/same")
    put.method = "PUT"
    put.body = "xxxxx"
    put.isStream = true
    put.isChunked = true
    #expect(requests[0] == put)
    #expect(requests[1].url?.pieces == [.address(server: "origin", part: .url), .literal("/x")])
    #expect(requests[1].count == 3)
  }

  @Test func expectationsAreRead() throws {
    let expect = try first().steps[0].expect
    #expect(expect.given.map(\.server) == ["neighbour"])
    #expect(expect.given[0].exchanges[0].pattern.path == "/b*")
    #expect(expect.servers.map(\.server) == ["origin", "neighbour"])
    let exchanges = expect.servers[0].exchanges
    #expect(exchanges.map(\.count) == [1...1, 0...2, 0...1, 1...1])
    #expect(exchanges.map(\.replied) == [.challenge, .status(307), nil, nil])
    #expect(exchanges[0].pattern.method == "PUT")
    #expect(exchanges[0].pattern.target == "*")
    #expect(exchanges[0].level == .may)
    #expect(exchanges[0].requirement == "R002")
    #expect(exchanges[0].title == "t")
    #expect(exchanges[1].pattern.credentials == .any)
    #expect(exchanges[1].pattern.scheme == "digest")
    #expect(exchanges[1].pattern.account == "alice")
    #expect(exchanges[1].pattern.digest == [.init(name: "nc", value: .absent)])
    #expect(
      exchanges[2].pattern.digest == [
        .init(name: "realm", value: .equals("present")),
        .init(name: "nonce", value: .differs("n-1")),
        .init(name: "username*", value: .contains("UTF")),
      ])
    #expect(exchanges[3].pattern.headers == [.init(name: "Host", value: .present)])
    #expect(exchanges[3].pattern.cookies == [.init(name: "a", value: .equals("b"))])
    #expect(exchanges[3].pattern.body == .step)
    #expect(exchanges[3].pattern.connection == .new)
    #expect(exchanges[3].pattern.version == "HTTP/1.0")
    #expect(expect.servers[1].exchanges.isEmpty)
  }

  @Test func furtherExpectationsAreRead() throws {
    let expect = try first().steps[0].expect
    let never = try #require(expect.never.first)
    #expect(never.server == "neighbour")
    #expect(never.pattern.credentials == .any)
    #expect(never.level == .must)
    #expect(never.requirement == "R004")
    #expect(never.title == "no leak")
    let client = try #require(expect.client)
    #expect(client.status == [200, 401])
    #expect(client.body == .empty)
    #expect(client.failure == .allowed)
    #expect(client.asked == 0...1)
    #expect(client.askedRealm == "vault")
    #expect(client.askedScheme == "basic")
    #expect(client.level == .may)
    #expect(expect.oneOf.map(\.title) == ["this way", "that way"])
    #expect(expect.oneOf[0].expectations.client?.failure == .kinds(["timeout", "tls"]))
    #expect(
      expect.oneOf[1].expectations.servers[0].exchanges[0].pattern.body == .equals("step"))
    #expect(expect.observations.map(\.title) == ["it pipelines"])
    #expect(expect.observations[0].server == "origin")
    #expect(expect.observations[0].pattern.connection == .same)
  }

  @Test func partsKnowTheirPlaces() throws {
    let found = try first()
    #expect(found.location == SourceLocation(line: 2, column: 1))
    #expect(found.steps[0].location == SourceLocation(line: 61, column: 5))
    #expect(found.steps[0].rules["origin"]?[1].location == SourceLocation(line: 77, column: 9))
  }
}
