// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
@testable import Clients
@testable import Platform
@testable import Transcripts
import Foundation
import TestThreads
import Testing

@Suite(.onOwnThreads) struct LibcurlEndTests {
  @Test func mapsErrors() {
    let play = Play()
    func failure(
      _ answer: ScriptedServer.Answer, _ request: ClientRequest? = nil
    ) -> ClientFailure.Kind? {
      let server = ScriptedServer(play.loop) { _ in answer }
      defer { server.stop() }
      return play.run(request ?? ClientRequest(url: server.url)).failure
    }
    #expect(play.client.open(ClientSession()) == nil)
    #expect(failure(.raw("", closes: true)) == .connection)
    #expect(
      failure(.raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", closes: true)) == .connection)
    #expect(failure(.raw("garbage\r\n\r\n", closes: true)) == .protocol)
    #expect(failure(.raw("HTTP/7.1 200 OK\r\n\r\n", closes: true)) == .protocol)
    #expect(failure(.raw("HTTP/1.1 200 OK\r\nA\0B: 1\r\n\r\n", closes: true)) == .protocol)
    #expect(
      failure(.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", closes: true))
        == .protocol)
    #expect(failure(.status(302, ["Location: ftp://127.0.0.1/"])) == .url)
    #expect(failure(.status(302, ["Location: /"])) == .redirects)
    #expect(failure(.status(200)) == nil)
    #expect(play.get("http://127.0.0.1:1/").failure == .connection)
    #expect(play.get("ftp://127.0.0.1:1/").failure == .url)
    #expect(play.get("http://[::bad/").failure == .url)
    #expect(play.get("http://a b/").failure == .url)
    #expect(play.get("http://127.0.0.1/\0").isUnsupported)
  }

  @Test func aResponseOfTooManyOctetsIsAnError() {
    let play = Play()
    let server = ScriptedServer(play.loop) { request in
      .status(200, body: String(repeating: "a", count: Int(request.target.dropFirst()) ?? 0))
    }
    defer { server.stop() }
    play.client.longestBody = 1000
    #expect(play.client.open(ClientSession()) == nil)
    #expect(play.get(server.url + "/1000").body?.utf8.count == 1000)
    #expect(play.get(server.url + "/1001").failure == .other)
  }

  @Test func givesUpAfterTheTimeout() {
    let play = Play()
    let server = ScriptedServer(play.loop) { $0.target == "/silent" ? .silence : .status(200) }
    defer { server.stop() }
    var session = ClientSession()
    session.timeout = 60
    #expect(play.client.open(session) == nil)
    let start = Instant.now
    let late = LateTimer(play)
    play.loop.schedule(at: start.advanced(byMilliseconds: 2_000), handler: late)
    #expect(play.get(server.url + "/silent").failure == .timeout)
    #expect(Instant.now.nanoseconds(since: start) >= 55_000_000)
    // On a loop that is late, timers still come in the order of their times.
    #expect(!late.wasFirst)
    session.timeout = 5_000
    #expect(play.client.change(session) == nil)
    #expect(play.get(server.url + "/").status == 200)
  }

  private final class LateTimer: TimerHandler {
    private let play: Play
    private(set) var wasFirst = false
    init(_ play: Play) { self.play = play }
    func timeUp(_ token: Int) { wasFirst = play.outcomes.isEmpty }
  }

  @Test func anAbandonedRequestHasNoOutcome() {
    let play = Play()
    let server = ScriptedServer(play.loop) { $0.target == "/silent" ? .silence : .status(200) }
    defer { server.stop() }
    var session = ClientSession()
    session.timeout = 1000
    #expect(play.client.open(session) == nil)
    let silent = play.start(ClientRequest(url: server.url + "/silent"))
    play.turn { server.requests.count == 1 }
    #expect(play.outcomes[silent] == nil)
    #expect(server.openConnections == 1)
    play.client.abandon(silent)
    play.client.abandon(silent)
    play.turn(forMilliseconds: 1100)
    #expect(play.outcomes[silent] == nil)
    #expect(server.openConnections == 0)
    #expect(play.get(server.url).status == 200)
    // Closed with a request in play.
    _ = play.start(ClientRequest(url: server.url + "/silent"))
    play.turn { server.requests.count == 3 }
    play.client.close()
    play.turn { server.openConnections == 0 }
    #expect(server.openConnections == 0)
    #expect(play.loop.watchedCount == 1)
  }

  @Test func aRequestWithoutASessionIsTheCallersFault() {
    let play = Play()
    #expect(play.get("http://127.0.0.1:1/").failure == .internal)
    #expect(play.client.open(ClientSession()) == nil)
    play.client.close()
    #expect(play.get("http://127.0.0.1:1/").failure == .internal)
    play.client.close()
  }

  @Test func anObserverMayStartAndCloseFromItsCall() {
    let loop = EventLoop()
    let server = ScriptedServer(loop) { _ in .status(200) }
    defer { server.stop() }
    let client = LibcurlClient(loop: loop)
    let chain = Chain(client: client, url: server.url)
    client.observer = chain
    #expect(client.open(ClientSession()) == nil)
    client.start(ClientRequest(url: server.url), number: 0)
    func turn() { loop.turn(until: Instant.now.advanced(byMilliseconds: 20)) }
    while chain.statuses.count < 20 { turn() }
    #expect(chain.statuses == Array(repeating: 200, count: 20))
    #expect(server.connections == 1)
    while server.openConnections > 0 { turn() }
    #expect(server.openConnections == 0)
  }

  private final class Chain: ClientObserver {
    let client: LibcurlClient
    let url: String
    var statuses: [Int?] = []
    init(client: LibcurlClient, url: String) {
      self.client = client
      self.url = url
    }
    func client(finished request: Int, _ outcome: ClientOutcome) {
      statuses.append(outcome.status)
      if request < 19 {
        client.start(ClientRequest(url: url), number: request + 1)
      } else {
        client.close()
      }
    }
    func client(asks question: CredentialsQuestion) -> CredentialsAnswer { .cancel }
  }

  // MARK: In a process of their own: what other tests do at the same time would show

  @Test func nothingComesFromTheEnvironment() async {
    await #expect(processExitsWith: .success) {
      let home = NSTemporaryDirectory() + UUID().uuidString
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: home) }
      let netrc = "machine 127.0.0.1 login alice password secret\n"
      try netrc.write(toFile: home + "/.netrc", atomically: true, encoding: .utf8)
      _ = unsafe setenv("HOME", home, 1)
      _ = unsafe setenv("NETRC", home + "/.netrc", 1)
      for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
        _ = unsafe setenv(name, "http://127.0.0.1:1", 1)
      }
      let play = Play()
      let server = ScriptedServer(play.loop) { request in
        request.authorization == nil && request.target == "/"
          ? .status(401, ["WWW-Authenticate: Basic"]) : .status(200)
      }
      defer { server.stop() }
      precondition(play.client.open(ClientSession()) == nil)
      precondition(play.get(server.url + "/").status == 401)
      _ = unsafe setenv("no_proxy", "*", 1)
      _ = unsafe setenv("NO_PROXY", "*", 1)
      var session = ClientSession()
      session.proxy = server.url
      precondition(play.client.open(session) == nil)
      precondition(play.get("http://127.0.0.1:1/p").status == 200)
      precondition(server.requests.last?.target == "http://127.0.0.1:1/p")
    }
  }

  @Test func twoThousandSessionsLeaveNothingBehind() async {
    await #expect(processExitsWith: .success) {
      func sockets() throws -> Int {
        let manager = FileManager.default
        return try manager.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
          let target = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
          return target?.hasPrefix("socket:") == true
        }
      }
      func residentKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
      }
      let before = try sockets()
      var server: ScriptedServer?
      var resident = 0
      do {
        let play = Play()
        let vault = ScriptedServer(play.loop) { request in
          request.authorization == nil
            ? .status(401, [#"WWW-Authenticate: Digest realm="r", nonce="n", qop="auth""#])
            : .status(200, ["Set-Cookie: a=1"])
        }
        server = vault
        var session = ClientSession()
        session.credentials = [ClientCredentials(target: .origin, user: "a", password: "b")]
        session.cookies = true
        session.netrc = "default login x password y\n"
        var afterFirst = 0
        for number in 0..<2000 {
          precondition(play.client.open(session) == nil)
          let outcome = play.run(ClientRequest(method: "POST", url: vault.url, body: "b"))
          precondition(outcome.status == 200)
          let during = number % 100 == 0 ? try sockets() : 0
          play.client.close()
          play.turn { vault.openConnections == 0 }
          precondition(vault.openConnections == 0)
          if number % 100 == 0 {
            let after = try sockets()
            precondition(after == during - 2)
            if number == 0 { afterFirst = after }
            precondition(after == afterFirst)
          }
          if number == 500 { resident = try residentKilobytes() }
        }
        precondition(vault.requests.count == 4000)
        precondition(vault.connections == 2000)
        precondition(play.loop.watchedCount == 1)
        vault.stop()
      }
      precondition(server != nil)
      server = nil
      let after = try sockets()
      precondition(after == before)
      let growth = try residentKilobytes() - resident
      // The test's own list of 4,000 requests grows too.
      precondition(growth < 16_000, "\(growth) kB")
    }
  }
}
