// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import ScenarioFiles
import Scenarios
import Testing

/// What follows from a file without being said in it.
@Suite struct SemanticsTests {
  /// Loads steps below the usual beginning.
  private func load(_ rest: String, steps: String, challenge: String = "") -> LoadResult {
    let text = """
      title: A behaviour
      level: must
      accounts: { alice: { password: open sesame } }
      challenges:
        basic: { scheme: Basic, realm: vault }
        digest: { scheme: Digest, realm: vault, nonce: n-1 }
        \(challenge)
      \(rest)
      steps:
      \(steps)
      """
    return ScenarioLoader.load(text: Array(text.utf8), id: "t/x", file: "x.yaml")
  }

  private func only(_ rest: String, steps: String, challenge: String = "") throws -> Case {
    let result = load(rest, steps: steps, challenge: challenge)
    #expect(result.diagnostics.map(\.description) == [])
    return try #require(result.cases.first)
  }

  private func messages(_ rest: String, steps: String) -> [String] {
    load(rest, steps: steps).diagnostics.map(\.message)
  }

  private let proxyStep = "- { request: {}, proxy: [{ protect: digest }] }"
  private let originStep = "- { request: {}, origin: [{ protect: basic }] }"

  @Test func textsThatAreEqualButForTheirNormalFormStayWhatTheyAre() throws {
    let passwords = ["\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}", "A\u{30A}"]
    let logins = passwords.map { "{ user: u, password: \"\($0)\" }" }.joined(separator: ", ")
    let found = try only("client: { credentials: [\(logins)] }", steps: originStep)
    #expect(found.client.credentials.map(\.login.password) == passwords.map { Octets($0) })
  }

  @Test func credentialsAreForWhoeverChallenges() throws {
    let grant = "client: { credentials: [alice] }"
    #expect(try only(grant, steps: proxyStep).client.credentials.map(\.servers) == [["proxy"]])
    #expect(try only(grant, steps: originStep).client.credentials.map(\.servers) == [["origin"]])
    let quiet = try only(grant, steps: "- request: {}").client.credentials
    #expect(quiet.map(\.servers) == [["origin"]])
    let two = "- { request: {}, origin: [{ protect: basic }], other: [{ reply: 401 }] }"
    #expect(
      try only("servers: { other: {} }\n" + grant, steps: two).client.credentials.map(\.servers)
        == [["origin", "other"]])
  }

  @Test func credentialsForOriginAndProxyMustSayWhich() throws {
    let both = "- { request: {}, origin: [{ protect: basic }], proxy: [{ protect: basic }] }"
    #expect(
      messages("client: { credentials: [alice] }", steps: both) == [
        #"both "origin" and "proxy" ask for credentials, and these do not say for whom"#
      ])
    let said = try only("client: { credentials: [{ account: alice, for: proxy }] }", steps: both)
    #expect(said.client.credentials.map(\.servers) == [["proxy"]])
  }

  @Test func aNamedProxyIsUsed() throws {
    let found = try only("", steps: proxyStep)
    #expect(found.client.proxy == "proxy")
    #expect(found.servers.map(\.name) == ["origin", "proxy"])
    #expect(found.needs == ["proxy"])
    #expect(try only("client: { proxy: none }", steps: proxyStep).client.proxy == nil)
    #expect(try only("", steps: originStep).client.proxy == nil)
    #expect(try only("", steps: originStep).servers.map(\.name) == ["origin"])
    #expect(try only("client: { proxy: proxy }", steps: originStep).client.proxy == "proxy")
  }

  @Test func namingAProxyAnywhereMakesIt() throws {
    let expecting = "- { request: {}, expect: { proxy: [] } }"
    #expect(try only("", steps: expecting).client.proxy == "proxy")
    let addressed = #"- { request: { path: "/?${proxy.host}" } }"#
    #expect(try only("", steps: addressed).client.proxy == "proxy")
    let granted = "client: { credentials: [{ account: alice, for: proxy }] }"
    #expect(try only(granted, steps: "- request: {}").client.proxy == "proxy")
  }

  @Test func severalProxiesNeedAChoice() throws {
    let servers = "servers: { far: { kind: proxy }, near: { kind: proxy } }"
    #expect(messages(servers, steps: "- request: {}") == ["the client could use far or near"])
    let chosen = try only(servers + "\nclient: { proxy: near }", steps: "- request: {}")
    #expect(chosen.client.proxy == "near")
  }

  @Test func digestAtAProxyIsAnAbilityOfItsOwn() throws {
    #expect(
      try only("needs: [digest]", steps: proxyStep).needs == ["digest", "proxy", "proxy-digest"])
    let step = "- { request: {}, origin: [{ protect: digest }] }"
    #expect(try only("needs: [digest]", steps: step).needs == ["digest"])
  }

  @Test(arguments: [
    (", ,Digest realm=a, nonce=b", true), (",Digest ,realm=a", true),
    ("Basic realm=a, Digest realm=b, nonce=c", true), ("Basic realm=\"a, Digest b=c\"", false),
    (",Basic realm=a", false),
  ])
  func digestIsFoundInALineAsItIsWritten(_ line: String, _ isDigest: Bool) throws {
    let step = "- { request: {}, proxy: [{ protect: offered }] }"
    let offered = "offered: { header: '\(line)' }"
    let needs = try only("needs: [digest]", steps: step, challenge: offered).needs
    #expect(needs.contains("proxy-digest") == isDigest)
  }

  @Test(arguments: [
    ("digest-MD5", ["digest"]), ("DIGEST-NONE", ["digest"]), ("digest-auth", ["digest"]),
    ("digest-sha-512-256", ["digest-sha-512-256"]), ("digest-auth-int", ["digest-auth-int"]),
    ("digest-MD5-sess", ["digest", "digest-sess"]), ("Bearer", ["bearer"]),
  ])
  func needsMean(_ word: String, _ meaning: [String]) throws {
    #expect(try only("needs: [\(word)]", steps: originStep).needs == meaning)
  }

  @Test func redirectsAreNeededWhereTheyAreFollowed() throws {
    let step = "- { request: {}, origin: [{ reply: redirect, path: /b, times: 1 }] }"
    #expect(try only("", steps: step).needs == ["redirects"])
    #expect(try only("client: { redirects: 0 }", steps: step).needs == [])
    let plain = "- { request: {}, origin: [{ reply: 302, with: basic }] }"
    #expect(try only("", steps: plain).needs == [])
    let located = "- { request: {}, origin: [{ reply: 302, headers: { location: /b } }] }"
    #expect(try only("", steps: located).needs == ["redirects"])
  }

  /// A client with one login for a request has none for a server that only a redirect leads to.
  @Test(arguments: [
    ("other", "- { request: {}, origin: [{ reply: redirect, to: other, path: /b }] }", true),
    ("origin", "- { request: {}, origin: [{ reply: redirect, to: other, path: /b }] }", false),
    (
      "[origin, other]", "- { request: {}, origin: [{ reply: redirect, to: other, path: /b }] }",
      false
    ),
    ("other", "- { request: { server: other }, origin: [] }", false),
    (
      "other",
      "- { requests: [{}, { server: other }], origin: [{ reply: redirect, to: other, path: /b }] }",
      false
    ),
  ])
  func aLoginBehindARedirectNeedsOneForEachOrigin(
    _ server: String, _ steps: String, _ isNeeded: Bool
  ) throws {
    let rest =
      "servers: { other: {} }\nclient: { credentials: [{ account: alice, for: \(server) }] }"
    #expect(try only(rest, steps: steps).needs.contains("per-origin") == isNeeded)
  }

  @Test func aSuccessOfSCRAMHoldsTheSignatureOfTheServer() throws {
    let scram = "scram: { scheme: SCRAM-SHA-256, realm: vault, nonce: s-1 }"
    for (name, info) in [("scram", InfoTemplate.scram(.right)), ("basic", nil)] {
      let steps = "- { request: {}, origin: [{ protect: \(name) }], proxy: [{ protect: \(name) }] }"
      let rest = "client: { credentials: [{ account: alice, for: [origin, proxy] }], proxy: proxy }"
      let step = try #require(try only(rest, steps: steps, challenge: scram).steps.first)
      #expect(step.rules["origin"]?.first?.reply.info == info)
      #expect(step.rules["proxy"]?.first?.reply.info == info)
    }
  }

  @Test func memoryIsNeededFromOneRequestToTheNext() throws {
    #expect(try only("", steps: "- request: {}").needs == [])
    #expect(try only("", steps: "- request: {}\n- request: {}").needs == ["memory"])
    #expect(
      try only("", steps: "- request: { count: 2 }").needs == ["concurrent", "memory"])
    #expect(
      try only("", steps: "- requests: [{}, { path: /b }]").needs == ["concurrent", "memory"])
    // What is in a file is there for the next process, too.
    #expect(
      try only("client: { cookies: true }", steps: "- request: {}\n- request: {}").needs
        == ["cookies"])
    #expect(
      try only("needs: [memory]\nclient: { cookies: true }", steps: "- request: {}").needs
        == ["cookies", "memory"])
  }

  @Test func userinfoInAURLIsSeen() throws {
    let url = #"- request: { url: "http://u:p@${origin.authority}/" }"#
    #expect(try only("", steps: url).needs == ["userinfo"])
    let path = #"- request: { url: "${origin.url}/a@b" }"#
    #expect(try only("", steps: path).needs == [])
  }

  @Test func namesAreResolvedByWhoHasNoProxy() throws {
    let named = "servers: { origin: { name: first.test }, proxy: {} }"
    let straight = "- { request: {}, client: { proxy: none } }"
    #expect(try only("\(named)\nclient: { proxy: none }", steps: originStep).needs == ["resolve"])
    #expect(try only("\(named)\nclient: { proxy: proxy }", steps: originStep).needs == ["proxy"])
    #expect(
      try only("\(named)\nclient: { proxy: proxy }", steps: straight).needs
        == ["change", "proxy", "resolve"])
    let authority = "servers: { origin: { authority: first.test } }"
    #expect(try only(authority, steps: originStep).needs == ["resolve"])
    let beside = "servers: { other: { port: origin } }"
    #expect(try only(beside, steps: originStep).needs == [])
  }

  @Test func serversShareAddressOrPort() throws {
    let servers = """
      servers:
        beside: { port: origin }
        sub: { name: sub.first.test, port: origin }
        six: { address: ipv6, port: origin }
        four: { address: ipv4, host: sub }
      """
    let found = try only(servers, steps: originStep).servers
    #expect(found.map(\.samePortAs) == [nil, "origin", "origin", "origin", nil])
    #expect(found.map(\.hostName) == [nil, nil, "sub.first.test", nil, nil])
    #expect(found.map(\.isIPv6) == [false, false, false, true, false])
    #expect(found.map(\.isNamed) == [false, false, true, false, false])
  }

  @Test func serversAtOnePlaceDifferInNameOrScheme() throws {
    let servers = """
      servers:
        twin: { host: origin, port: origin, name: one.test }
        secure: { host: origin, port: origin, tls: {} }
        named: { host: origin, port: origin, name: one.test, tls: {} }
      """
    let found = try only(servers, steps: originStep).servers
    #expect(found.map(\.sameHostAs) == [nil, "origin", "origin", "origin"])
    #expect(found.map(\.samePortAs) == [nil, "origin", "origin", "origin"])
  }

  @Test func stepsSettingsBuildOnEachOther() throws {
    let steps = """
      - { request: {}, client: { cookies: true } }
      - { request: {}, client: { redirects: 2 } }
      - { request: {} }
      """
    let found = try only("client: { preemptive: true }", steps: steps).steps.map(\.client)
    #expect(found.map { $0?.cookies } == [true, true, nil])
    #expect(found.map { $0?.redirects } == [10, 2, nil])
    #expect(found.map { $0?.preemptive } == [true, true, nil])
  }

  @Test func infoOfAFaultyMatrixIsSaidOnce() {
    let matrix = "matrix: { n: [\((0..<50).map(String.init).joined(separator: ", "))] }"
    #expect(
      messages(matrix, steps: #"- request: { path: "report/${n}" }"#).count == 1)
    let some = messages(
      matrix, steps: #"- { request: {}, expect: { client: { status: "20${n}" } } }"#)
    #expect(
      some == ["a status must be from 100 to 999, not 2010 (in the case [n=10] and 39 more of 50)"])
  }

  @Test func linesMayEndInCRLFAndBeginWithAMark() {
    let text = "\u{FEFF}title: A behaviour\r\nlevel: must\r\nsteps:\r\n  - request: {}\r\n"
    let result = ScenarioLoader.load(text: Array(text.utf8), id: "x", file: "x.yaml")
    #expect(result.diagnostics.map(\.description) == [])
    #expect(result.cases.map(\.id) == ["x"])
    #expect(result.cases.first?.scenario.title == "A behaviour")
  }
}
