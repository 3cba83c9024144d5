// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Scenarios
import Transcripts
import TestThreads
import Testing

@Suite(.onOwnThreads) struct LibcurlLoginTests {
  static let basic = "Basic YWxpY2U6c2VjcmV0"  // alice:secret

  private var alice: ClientCredentials {
    ClientCredentials(target: .origin, user: "alice", password: "secret")
  }
  private var token: ClientCredentials { ClientCredentials(target: .origin, token: "t0ken") }

  /// What Authorization was in each request of one GET, with those challenges to what has none.
  private func authorizations(
    _ session: ClientSession, _ challenges: [String], path: String = "/", user: String = ""
  ) -> [String?] {
    let play = Play()
    let server = ScriptedServer(play.loop) { request in
      request.authorization == nil
        ? .status(401, challenges.map { "WWW-Authenticate: \($0)" }) : .status(200)
    }
    defer { server.stop() }
    #expect(play.client.open(session) == nil)
    let url = "http://\(user)127.0.0.1:\(server.port)\(path)"
    let outcome = play.get(url)
    #expect(outcome.status == (server.requests.last?.authorization == nil ? 401 : 200))
    return server.requests.map(\.authorization)
  }

  @Test func claimsWhatTheTestsShow() {
    #expect(
      Play().client.identity.abilities == [
        "basic", "digest", "digest-sess", "digest-sha-256", "digest-sha-512-256",
        "digest-auth-int", "digest-userhash", "bearer", "by-challenge", "preemptive", "proxy",
        "proxy-digest", "connect", "tunnel", "redirects", "cookies", "userinfo", "headers",
        "memory", "change", "concurrent", "stream", "netrc", "resolve", "tls", "ntlm", "ntlm-v2",
        "proxy-ntlm",
        "tls-pin", "tls-crl", "proxy-tls", "client-certificate", "client-certificate-per-origin",
        "negotiate", "proxy-negotiate", "delegate", "http-2",
      ])
    #expect(Play().client.identity.version.hasPrefix("libcurl/"))
  }

  @Test func waitsForAChallenge() {
    var session = ClientSession()
    session.credentials = [alice]
    #expect(authorizations(session, ["Basic realm=\"a\""]) == [nil, Self.basic])
    // No unasked Basic where only Basic is allowed either: CURLAUTH_ONLY.
    session.schemes = ["basic"]
    #expect(authorizations(session, ["Basic realm=\"a\""]) == [nil, Self.basic])
    #expect(authorizations(session, ["Bearer"]) == [nil])
  }

  @Test func sendsUnaskedWhenTold() {
    var session = ClientSession()
    session.preemptive = true
    session.credentials = [alice]
    #expect(authorizations(session, []) == [Self.basic])
    session.credentials = [token]
    #expect(authorizations(session, []) == ["Bearer t0ken"])
    session.credentials = [alice, token]
    let play = Play()
    #expect(play.client.open(session) == nil)
    #expect(play.get("http://127.0.0.1:1/").isUnsupported)
  }

  @Test func choosesByChallenge() {
    var session = ClientSession()
    session.credentials = [alice]
    let both = [#"Basic realm="a""#, #"Digest realm="a", nonce="n", qop="auth""#]
    let sent = authorizations(session, both)
    #expect(sent.count == 2)
    #expect(sent[1]?.hasPrefix("Digest ") == true)
    session.schemes = ["basic"]
    #expect(authorizations(session, both) == [nil, Self.basic])
    session.schemes = ["digest"]
    #expect(authorizations(session, [both[0]]) == [nil])
    session.schemes = nil
    session.credentials[0].scheme = "digest"
    #expect(authorizations(session, [both[0]]) == [nil])
    #expect(authorizations(session, both).last??.hasPrefix("Digest ") == true)
  }

  @Test func answersBearerWithTheToken() {
    var session = ClientSession()
    session.credentials = [token]
    #expect(authorizations(session, ["Bearer realm=\"a\""]) == [nil, "Bearer t0ken"])
    #expect(authorizations(session, ["Basic realm=\"a\""]) == [nil])
    // Without schemes both places are filled, and the challenge decides.
    session.credentials = [token, alice]
    #expect(authorizations(session, ["Bearer realm=\"a\""]) == [nil, "Bearer t0ken"])
    #expect(authorizations(session, ["Basic realm=\"a\""]) == [nil, Self.basic])
  }

  @Test func usesUserInformationOfTheURL() {
    #expect(
      authorizations(ClientSession(), ["Basic realm=\"a\""], user: "alice:secret@")
        == [nil, Self.basic])
    #expect(authorizations(ClientSession(), ["Basic realm=\"a\""]) == [nil])
  }

  @Test func usesANetrcFile() {
    var session = ClientSession()
    session.netrc = "machine 127.0.0.1 login alice password secret\n"
    #expect(authorizations(session, ["Basic realm=\"a\""]) == [nil, Self.basic])
    session.netrc = "machine 127.0.0.9 login alice password secret\n"
    #expect(authorizations(session, ["Basic realm=\"a\""]) == [nil])
  }

  @Test func takesTheLoginOfTheRequestsOrigin() {
    let play = Play()
    let answer: (ScriptedServer.Request) -> ScriptedServer.Answer = { _ in .status(200) }
    let servers = (0..<3).map { _ in ScriptedServer(play.loop, answer) }
    defer { servers.forEach { $0.stop() } }
    var session = ClientSession()
    session.preemptive = true
    session.credentials = [
      ClientCredentials(target: .origin, url: servers[0].url, user: "a", password: "1"),
      ClientCredentials(
        target: .origin, url: servers[1].url.uppercased(), realm: "r", user: "b", password: "2"),
      ClientCredentials(target: .origin, url: servers[1].url, user: "c", password: "3"),
      ClientCredentials(target: .proxy, user: "d", password: "4"),
    ]
    #expect(play.client.open(session) == nil)
    for server in servers { #expect(play.get(server.url + "/").status == 200) }
    #expect(
      servers.map { $0.requests.map(\.authorization) }
        == [["Basic YTox"], ["Basic Yjoy"], [nil]])
    #expect(play.get(servers[0].url + "?x").status == 200)
    #expect(servers[0].requests.last?.authorization == "Basic YTox")
  }

  @Test func refusesLoginsThatItCannotTellApart() {
    let play = Play()
    var session = ClientSession()
    session.credentials = [alice, alice]
    session.credentials[0].realm = "one"
    session.credentials[1].realm = "two"
    #expect(play.client.open(session) == nil)
    #expect(play.get("http://127.0.0.1:1/").isUnsupported)
    session.credentials = [alice]
    session.credentials[0].scheme = "mutual"
    #expect(play.client.open(session) == nil)
    #expect(play.get("http://127.0.0.1:1/").isUnsupported)
    session.credentials = [ClientCredentials(target: .proxy, token: "t")]
    session.proxy = "http://127.0.0.1:1"
    #expect(play.client.open(session) != nil)
    session = ClientSession()
    session.credentials = [ClientCredentials(target: .origin, user: "a\0b")]
    #expect(play.client.open(session) == nil)
    #expect(play.get("http://127.0.0.1:1/").isUnsupported)
  }

  @Test func aRefusedLoginIsAStatus() {
    let play = Play()
    let server = ScriptedServer(play.loop) { _ in
      .status(401, ["WWW-Authenticate: Basic realm=\"a\""], body: "no")
    }
    defer { server.stop() }
    var session = ClientSession()
    session.credentials = [alice]
    #expect(play.client.open(session) == nil)
    let outcome = play.get(server.url)
    #expect(outcome.status == 401)
    #expect(outcome.body == "no")
    #expect(server.requests.map(\.authorization) == [nil, Self.basic])
  }

  @Test func changeAppliesToLaterRequests() {
    let play = Play()
    let server = ScriptedServer(play.loop) { _ in .status(200) }
    defer { server.stop() }
    var session = ClientSession()
    session.preemptive = true
    session.credentials = [alice]
    #expect(play.client.open(session) == nil)
    #expect(play.get(server.url).status == 200)
    session.credentials = [ClientCredentials(target: .origin, user: "b", password: "2")]
    #expect(play.client.change(session) == nil)
    #expect(play.get(server.url).status == 200)
    session.credentials = []
    #expect(play.client.change(session) == nil)
    #expect(play.get(server.url).status == 200)
    #expect(server.requests.map(\.authorization) == [Self.basic, "Basic Yjoy", nil])
    #expect(server.connections == 1)
    // What could be set of a login that is refused is not left behind.
    session.credentials = [ClientCredentials(target: .origin, user: "c", password: "\0")]
    #expect(play.client.change(session) == nil)
    #expect(play.get(server.url).isUnsupported)
    session.credentials = []
    #expect(play.client.change(session) == nil)
    #expect(play.get(server.url).status == 200)
    #expect(server.requests.count == 4)
    #expect(server.requests.last?.authorization == nil)
  }
}
