// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Transcripts
import TestThreads
import Testing

@Suite(.onOwnThreads) struct LibcurlProxyTests {
  private var session: ClientSession {
    var session = ClientSession()
    session.credentials = [
      ClientCredentials(target: .origin, user: "a", password: "b"),
      ClientCredentials(target: .proxy, user: "p", password: "q"),
    ]
    return session
  }

  private func proxy(_ play: Play) -> ScriptedServer {
    ScriptedServer(play.loop) { request in
      if request.method == "CONNECT" || request.target.hasPrefix("http:") {
        guard request.proxyAuthorization == "Basic cDpx" else {
          return .status(407, ["Proxy-Authenticate: Basic realm=\"p\"", "X-From: proxy"])
        }
      }
      if request.method == "CONNECT" { return .raw("HTTP/1.1 200 Go\r\nX-From: proxy\r\n\r\n") }
      return request.authorization == nil
        ? .status(401, ["WWW-Authenticate: Basic realm=\"o\""])
        : .status(200, ["X-From: origin"])
    }
  }

  @Test(arguments: [false, true]) func answersAProxy(preemptive: Bool) {
    let play = Play()
    let server = proxy(play)
    defer { server.stop() }
    var session = session
    session.proxy = server.url
    session.preemptive = preemptive
    #expect(play.client.open(session) == nil)
    #expect(play.get("http://origin.test/x").status == 200)
    #expect(
      server.requests.map(\.proxyAuthorization)
        == (preemptive ? ["Basic cDpx"] : [nil, "Basic cDpx", "Basic cDpx"]))
    #expect(
      server.requests.map(\.authorization)
        == (preemptive ? ["Basic YTpi"] : [nil, nil, "Basic YTpi"]))
    #expect(server.requests.allSatisfy { $0.target == "http://origin.test/x" })
  }

  @Test func callersProxyAuthorizationTakesThePlaceOfTheGivenLogin() {
    let play = Play()
    let server = ScriptedServer(play.loop) { _ in .status(200, []) }
    defer { server.stop() }
    var session = session
    session.proxy = server.url
    session.preemptive = true
    #expect(play.client.open(session) == nil)
    let own = [FieldSection.Line(name: "Proxy-Authorization", value: "Token t")]
    var request = ClientRequest(url: "http://origin.test/x")
    request.lines = own
    #expect(play.run(request).status == 200)
    #expect(play.get("http://origin.test/y").status == 200)
    #expect(
      server.requests.map { $0.values("Proxy-Authorization") } == [["Token t"], ["Basic cDpx"]])
  }

  @Test func goesWhereANameLeads() {
    let play = Play()
    let server = ScriptedServer(play.loop) { _ in .status(200, []) }
    defer { server.stop() }
    var session = ClientSession()
    let place = String(server.url.dropFirst("http://".count))
    session.resolve = [ClientSession.Name(host: "first.test", port: "80", place: place)]
    #expect(play.client.open(session) == nil)
    #expect(play.get("http://first.test/x").status == 200)
    #expect(play.get("http://FIRST.test:80/y").status == 200)
    #expect(server.requests.map(\.target) == ["/x", "/y"])
    // Where the next session names it not, it leads nowhere.
    session.resolve = []
    #expect(play.client.change(session) == nil)
    server.stop()
    #expect(play.get("http://first.test/z").status == nil)
  }

  @Test func makesATunnel() {
    let play = Play()
    let server = proxy(play)
    defer { server.stop() }
    var session = session
    session.proxy = server.url
    session.tunnel = true
    #expect(play.client.open(session) == nil)
    let outcome = play.get("http://origin.test/x")
    guard case .response(let response) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(response.status == 200)
    #expect(response.fields.values(named: "x-from" as Octets) == ["origin"])
    #expect(server.requests.map(\.method) == ["CONNECT", "CONNECT", "GET", "GET"])
    #expect(
      server.requests.map(\.target) == ["origin.test:80", "origin.test:80", "/x", "/x"])
    #expect(
      server.requests.map(\.proxyAuthorization) == [nil, "Basic cDpx", nil, nil])
    #expect(server.requests.map(\.authorization) == [nil, nil, nil, "Basic YTpi"])
  }

  @Test func aRefusedTunnelIsAnError() {
    let play = Play()
    let server = proxy(play)
    defer { server.stop() }
    var session = session
    session.proxy = server.url
    session.tunnel = true
    session.credentials[1].password = "wrong"
    #expect(play.client.open(session) == nil)
    #expect(play.get("http://origin.test/x").failure == .authentication)
    // Without a tunnel it is a status.
    session.tunnel = false
    #expect(play.client.open(session) == nil)
    #expect(play.get("http://origin.test/x").status == 407)
    let closed = ScriptedServer(play.loop) { _ in .status(403) }
    defer { closed.stop() }
    session.proxy = closed.url
    session.tunnel = true
    #expect(play.client.open(session) == nil)
    #expect(play.get("http://origin.test/x").failure == .connection)
  }
}
