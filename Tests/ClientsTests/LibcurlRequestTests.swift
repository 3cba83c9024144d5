// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Transcripts
import TestThreads
import Testing

@Suite(.onOwnThreads) struct LibcurlRequestTests {
  @Test func aPlainGetEndsWithStatusFieldsAndBody() throws {
    let play = Play()
    let server = ScriptedServer(play.loop) { _ in
      .raw(
        "HTTP/1.1 103 Early\r\nX-Interim: 1\r\n\r\n"
          + "HTTP/1.1 200 OK\r\nX-One: 1\r\nx-one:  two \r\nEmpty:\r\nFolded: a\r\n  b\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n")
    }
    defer { server.stop() }
    #expect(play.client.open(ClientSession()) == nil)
    let outcome = play.get(server.url + "/a?b")
    guard case .response(let response) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(response.status == 200)
    #expect(response.body == "hello")
    #expect(response.fields.values(named: "x-one" as Octets) == ["1", "two"])
    #expect(response.fields.first("empty") == "")
    #expect(response.fields.first("folded") == "a b")
    #expect(response.fields.first("x-interim") == nil)
    #expect(response.fields.first("x-trailer") == nil)
    #expect(server.requests.map(\.method) == ["GET"])
    #expect(server.requests.map(\.target) == ["/a?b"])
    #expect(server.requests[0].authorization == nil)
  }

  @Test func callersLinesGoOutAsTheyAre() {
    let play = Play()
    let server = ScriptedServer(play.loop) { _ in .status(401, ["WWW-Authenticate: Basic"]) }
    defer { server.stop() }
    var session = ClientSession()
    session.credentials = [ClientCredentials(target: .origin, user: "a", password: "b")]
    #expect(play.client.open(session) == nil)
    let lines: [FieldSection.Line] = [
      .init(name: "Authorization", value: "Own 1"), .init(name: "X-Empty", value: ""),
      .init(name: "X-Twice", value: "1"),
      .init(name: "X-Twice", value: Octets([0x32, 0xFF, 0x09])),
    ]
    #expect(play.run(ClientRequest(url: server.url, lines: lines)).status == 401)
    #expect(server.requests[0].values("authorization") == ["Own 1"])
    #expect(server.requests[0].values("x-empty") == [""])
    #expect(server.requests[0].values("x-twice").first == "1")
    #expect(server.requests[0].values("x-twice").last?.hasPrefix("2\u{FF}") == true)
    // The lines belong to their request only.
    #expect(play.get(server.url).status == 401)
    #expect(server.requests.last?.authorization == "Basic YTpi")
    #expect(server.requests.last?.values("x-twice") == [])
    let nul = FieldSection.Line(name: "X", value: Octets([0x61, 0]))
    #expect(play.run(ClientRequest(url: server.url, lines: [nul])).isUnsupported)
  }

  struct Body: CustomTestStringConvertible {
    var method: String
    var body: Octets?
    var isStream = false
    var isChunked = false
    /// What the server must see.
    var length: [String]
    var coding: [String] = []
    /// The status after a challenge that came behind the whole body.
    var survivesAChallenge = true
    var testDescription: String { "\(method) \(body?.description ?? "-") \(isStream) \(isChunked)" }
  }

  static let bodies = [
    Body(method: "GET", length: []),
    Body(method: "DELETE", length: []),
    Body(method: "PROPFIND", length: []),
    Body(method: "POST", body: "a\0b", length: ["3"]),
    Body(method: "POST", length: ["0"]),
    Body(method: "POST", body: "", length: ["0"]),
    Body(method: "GET", body: "abc", length: ["3"]),
    Body(method: "PATCH", body: "abc", length: ["3"]),
    Body(method: "PUT", body: "abc", length: ["3"]),
    Body(method: "PUT", body: "", length: ["0"]),
    Body(method: "POST", body: "abc", isChunked: true, length: [], coding: ["chunked"]),
    Body(method: "PUT", body: "abc", isChunked: true, length: [], coding: ["chunked"]),
    Body(method: "PATCH", body: "abc", isChunked: true, length: [], coding: ["chunked"]),
    Body(
      method: "POST", body: "abc", isStream: true, length: ["3"], survivesAChallenge: false),
    Body(method: "PUT", body: "abc", isStream: true, length: ["3"], survivesAChallenge: false),
    Body(
      method: "PATCH", body: "abc", isStream: true, isChunked: true, length: [],
      coding: ["chunked"], survivesAChallenge: false),
  ]

  @Test(arguments: bodies) func sendsBodiesAgainWhereTheyCanBeReadAgain(_ body: Body) {
    let play = Play()
    let server = ScriptedServer(play.loop) { request in
      request.authorization == nil
        ? .status(401, ["WWW-Authenticate: Basic realm=\"a\""]) : .status(200)
    }
    defer { server.stop() }
    var session = ClientSession()
    session.credentials = [ClientCredentials(target: .origin, user: "a", password: "b")]
    #expect(play.client.open(session) == nil)
    let request = ClientRequest(
      method: body.method, url: server.url, body: body.body, isStream: body.isStream,
      isChunked: body.isChunked)
    let outcome = play.run(request)
    #expect(outcome.status == (body.survivesAChallenge ? 200 : nil))
    #expect(outcome.failure == (body.survivesAChallenge ? nil : .body))
    #expect(server.requests.count == (body.survivesAChallenge ? 2 : 1))
    for seen in server.requests {
      #expect(seen.method == body.method)
      #expect(seen.body == body.body?.latin1 ?? "")
      #expect(seen.values("content-length") == body.length)
      #expect(seen.values("transfer-encoding") == body.coding)
    }
    // Nothing of it stays for the next request.
    session.preemptive = true
    #expect(play.client.change(session) == nil)
    #expect(play.get(server.url).status == 200)
    #expect(server.requests.last?.method == "GET")
    #expect(server.requests.last?.body == "")
    #expect(server.requests.last?.values("content-length") == [])
    #expect(server.requests.last?.values("transfer-encoding") == [])
  }

  @Test func headHasNoBody() {
    let play = Play()
    let server = ScriptedServer(play.loop) { _ in
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
    }
    defer { server.stop() }
    #expect(play.client.open(ClientSession()) == nil)
    let head = ClientRequest(method: "HEAD", url: server.url)
    #expect(play.run(head).status == 200)
    #expect(play.run(head).body == "")
    #expect(server.requests.map(\.method) == ["HEAD", "HEAD"])
    let odd = ClientRequest(method: "HEAD", url: server.url, body: "x")
    #expect(play.run(odd).isUnsupported)
  }

  @Test func aLargeBodyArrivesWhole() {
    let play = Play()
    let server = ScriptedServer(play.loop) { .status(200, body: $0.body) }
    defer { server.stop() }
    #expect(play.client.open(ClientSession()) == nil)
    let large = Octets([UInt8](repeating: 0x61, count: 300_000))
    let outcome = play.run(ClientRequest(method: "PUT", url: server.url, body: large))
    #expect(outcome.body?.utf8.count == 300_000)
  }

  @Test func followsRedirectsAsManyAsTold() {
    let play = Play()
    let server = ScriptedServer(play.loop) { request in
      let number = Int(request.target.dropFirst()) ?? 0
      return number < 3 ? .status(302, ["Location: /\(number + 1)"]) : .status(200)
    }
    defer { server.stop() }
    var session = ClientSession()
    #expect(play.client.open(session) == nil)
    #expect(play.get(server.url + "/0").status == 200)
    session.redirects = 0
    #expect(play.client.change(session) == nil)
    #expect(play.get(server.url + "/0").status == 302)
    session.redirects = 2
    #expect(play.client.change(session) == nil)
    #expect(play.get(server.url + "/0").failure == .redirects)
    #expect(server.requests.count == 4 + 1 + 3)
  }

  @Test func aLoginDoesNotFollowToAnotherOrigin() {
    let play = Play()
    let other = ScriptedServer(play.loop) { _ in .status(401, ["WWW-Authenticate: Basic"]) }
    let server = ScriptedServer(play.loop) { _ in .status(302, ["Location: \(other.url)/"]) }
    defer {
      server.stop()
      other.stop()
    }
    var session = ClientSession()
    session.credentials = [ClientCredentials(target: .origin, user: "a", password: "b")]
    session.preemptive = true
    #expect(play.client.open(session) == nil)
    #expect(play.get(server.url).status == 401)
    #expect(server.requests.map(\.authorization) == ["Basic YTpi"])
    #expect(other.requests.map(\.authorization) == [nil])
  }

  @Test func keepsCookiesWhenTold() {
    let play = Play()
    let server = ScriptedServer(play.loop) { _ in .status(200, ["Set-Cookie: a=1"]) }
    defer { server.stop() }
    var session = ClientSession()
    for cookies in [true, false] {
      session.cookies = cookies
      #expect(play.client.open(session) == nil)
      #expect(play.get(server.url).status == 200)
      // At once, on two handles: they share the jar.
      let numbers = [ClientRequest(url: server.url), ClientRequest(url: server.url)].map(play.start)
      #expect(numbers.map { play.wait(for: $0).status } == [200, 200])
    }
    #expect(
      server.requests.map { $0.values("Cookie") }
        == [[], ["a=1"], ["a=1"], [], [], []])
  }

  @Test func runsEightAtOnce() {
    let play = Play()
    let server = ScriptedServer(play.loop) { .status(200, body: $0.target) }
    defer { server.stop() }
    #expect(play.client.open(ClientSession()) == nil)
    let numbers = (0..<8).map { play.start(ClientRequest(url: server.url + "/\($0)")) }
    #expect(numbers.map { play.wait(for: $0).body } == (0..<8).map { "/\($0)" })
    #expect(server.connections == 8)
    #expect(play.get(server.url).status == 200)
    #expect(server.connections == 8)
    #expect((1...8).contains(server.openConnections))
    play.client.close()
    play.turn { server.openConnections == 0 }
    #expect(server.openConnections == 0)
  }
}
