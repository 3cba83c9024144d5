// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// What a proxy does with a request.
extension ScriptTests {
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

  @Test func forwardingByName() throws {
    let text = """
      servers:
        origin: { name: first.test }
        usual: { authority: one.test }
        dotted: { name: second.test., port: origin }
        plain: { name: second.test, port: origin }
      """
    let result = try Rehearsal.result(text + "\n" + Self.proxied) { caller in
      let port = caller.authority("origin").split(separator: ":").last ?? ""
      func status(_ target: String) -> Int? {
        caller.send("GET", target, to: "proxy").status
      }
      for host in ["first.test", "FIRST.Test", "first.test.", "alice@first.test"] {
        #expect(status("http://\(host):\(port)/") == 200)
      }
      for host in ["ONE.test", "one.test:", "one.test:80", "one.test.:80"] {
        #expect(status("http://\(host)/") == 200)
      }
      #expect(status("http://second.test.:\(port)/") == 200)
      #expect(status("http://second.test:\(port)/") == 200)
      #expect(status("http://one.test:8080/") == 502)
      #expect(status("http://first.test@third.test:\(port)/") == 502)
      return .response(ClientResponse(status: 200))
    }
    let recording = try #require(result.play?.recording)
    let asked = recording.exchanges.filter { $0.forwardedFrom != nil }.map {
      recording.servers[$0.server].configuration.name
    }
    #expect(
      asked == Array(repeating: "origin", count: 4) + Array(repeating: "usual", count: 4)
        + ["dotted", "plain"])
  }

  @Test(arguments: BackEnd.allCases)
  func tunnel(backEnd: BackEnd) throws {
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
}
