// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Platform
@testable import Servers
@testable import Transcripts
import TestThreads
import Testing

/// Clients that are wild, broken or gone: recorded, and never the end of the servers.
@Suite(.onOwnThreads) struct HostileClientTests {
  /// After whatever happened, the servers still play.
  private func expectAlive(
    _ stand: Stand, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(stand.client().exchange(get, for: ok) == ok, sourceLocation: sourceLocation)
  }

  @Test(arguments: BackEnd.allCases, ["\u{0}\u{1}\u{2}garbage\r\n\r\n", "GET\r\n\r\n", "x\n\n"])
  func `garbage is an oddity, and the connection is closed`(
    _ backEnd: BackEnd, _ garbage: String
  ) throws {
    // libmicrohttpd takes a line that begins with NUL for an empty one, and waits for more.
    if backEnd == .microhttpd, garbage.hasPrefix("\u{0}") { return }
    let stand = try Stand(backEnd)
    let client = stand.client()
    client.send(garbage)
    #expect(client.wait { client.isEnded || client.isReset })
    #expect(client.wait { stand.recording.connections.first?.end != nil })
    if backEnd == .wire {
      #expect(
        client.text == "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    }
    client.close()
    #expect(client.wait { stand.recording.connections.first?.end == .byServer })
    #expect(!stand.recording.oddities.isEmpty)
    #expect(stand.recording.exchanges == [])
    #expect(stand.recording.faults == [])
    expectAlive(stand)
  }

  @Test(
    arguments: [
      "GET / HTTP/1.1\r\nHost: a\r\nno field\r\n\r\n", "GET / HTTP/3.1\r\nHost: a\r\n\r\n",
    ], [true, false])
  func `what libmicrohttpd refuses is an oddity`(_ text: String, _ isDone: Bool) throws {
    let stand = try Stand(.microhttpd)
    let client = stand.client()
    client.send(text)
    if isDone { client.endSending() }
    #expect(client.wait { client.isEnded })
    #expect(client.text.hasPrefix("HTTP/1.1 "))
    #expect(client.wait { stand.recording.connections.first?.end == .byServer })
    #expect(stand.recording.oddities.count == 1)
    #expect(
      stand.recording.oddities.first?.complaint.hasPrefix(
        "libmicrohttpd refused what the client sent: ") ?? false)
    expectAlive(stand)
  }

  @Test(arguments: BackEnd.allCases, [true, false])
  func `half a head is an oddity`(_ backEnd: BackEnd, _ isSecond: Bool) throws {
    let stand = try Stand(backEnd)
    let client = stand.client()
    if isSecond { #expect(client.exchange(get, for: ok) == ok) }
    client.send("GET / HTTP/1.1\r\nHost: ")
    stand.turn(for: 5)
    client.close()
    #expect(client.wait { stand.recording.connections.first?.end == .byClient })
    #expect(
      stand.recording.oddities.map(\.complaint)
        == ["The connection ended within the head of a request."])
    #expect(
      stand.recording.oddities.map(\.octets)
        == [backEnd == .wire ? "GET / HTTP/1.1\r\nHost: " : ""])
    #expect(stand.recording.exchanges.count == (isSecond ? 1 : 0))
    expectAlive(stand)
  }

  @Test(arguments: BackEnd.allCases, ["Content-Length: 9", "Transfer-Encoding: chunked"])
  func `half a body is an oddity`(_ backEnd: BackEnd, _ field: String) throws {
    let stand = try Stand(backEnd)
    let client = stand.client()
    client.send("POST / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n5\r\nhe")
    stand.turn(for: 5)
    client.close()
    #expect(client.wait { stand.recording.connections.first?.end == .byClient })
    #expect(stand.recording.oddities.count == 1)
    #expect(stand.recording.oddities.first?.complaint.contains("body") ?? false)
    let exchange = try #require(stand.recording.exchanges.first)
    #expect(!exchange.isComplete)
    #expect(exchange.body == (field.hasPrefix("C") ? "5\r\nhe" : "he"))
    #expect(exchange.replied == nil)
    expectAlive(stand)
  }

  @Test(
    arguments: BackEnd.allCases, ["", "GET / HT", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx"])
  func `a reset in the middle is the client's end`(_ backEnd: BackEnd, _ text: String) throws {
    let stand = try Stand(backEnd)
    let client = stand.client()
    client.send(text)
    stand.turn(for: 5)
    client.reset()
    #expect(client.wait { stand.recording.connections.first?.end == .byClient })
    #expect(stand.recording.oddities.count == (text.isEmpty ? 0 : 1))
    #expect(stand.recording.faults == [])
    expectAlive(stand)
  }

  @Test(arguments: BackEnd.allCases) func `a client that is gone before the reply is no fault`(
    _ backEnd: BackEnd
  ) throws {
    let body = Octets([UInt8](repeating: 0x78, count: 8 << 20))
    let stand = try Stand(backEnd) { request in
      request.head.target == "/"
        ? .text("ok")
        : Reply(content: .response(Reply.Response(head: ResponseHead(status: 200), body: body)))
    }
    let client = stand.client()
    client.send("GET /long HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.wait { !client.received.isEmpty })
    client.reset()
    #expect(client.wait { stand.recording.connections.first?.end == .byClient })
    #expect(stand.recording.exchanges.first?.reply != nil)
    #expect(stand.recording.exchanges.first?.replied == nil)
    #expect(stand.recording.oddities == [])
    #expect(stand.recording.faults == [])
    expectAlive(stand)
  }

  @Test(arguments: BackEnd.allCases) func `a head of 10 MB is an oddity`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd, hasLargeHeads: true)
    let client = stand.client()
    let long =
      Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [UInt8](repeating: 0x78, count: 10 << 20)
    // libmicrohttpd looks at a head from its beginning whenever more of it comes in: that takes a
    // while.
    client.send(long)
    #expect(client.wait { client.isEnded || client.isReset })
    client.close()
    #expect(client.wait { stand.recording.connections.first?.end == .byServer })
    #expect(stand.recording.exchanges == [])
    #expect(stand.recording.oddities.count == 1)
    if backEnd == .wire {
      #expect(
        stand.recording.oddities.first?.complaint
          == "The head of a request is longer than 4194304 octets.")
      #expect(stand.recording.oddities.first?.octets.count == 1_024)
    }
    expectAlive(stand)
  }

  @Test(arguments: BackEnd.allCases) func `a body past the limit is an oddity`(
    _ backEnd: BackEnd
  ) throws {
    let stand = Stand()
    stand.group.limits.body = 1_000
    try stand.begin([CaseTests.server(backEnd)])
    for head in [
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n",
    ] {
      let client = stand.client()
      client.send(Array(head.utf8) + [UInt8](repeating: 0x78, count: 1_001))
      #expect(client.wait { client.isEnded || client.isReset })
      client.close()
    }
    #expect(
      stand.recording.oddities.map(\.complaint)
        == Array(repeating: "The body of a request is longer than 1000 octets.", count: 2))
    let client = stand.client()
    let most = Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n".utf8)
    client.send(most + [UInt8](repeating: 0x78, count: 1_000))
    #expect(client.text(of: ok.utf8.count) == ok)
  }

  /// A request with a body of `octet`s.
  private static func post(_ count: Int, of octet: UInt8 = 0x78, isChunked: Bool = false) -> [UInt8]
  {
    let length = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(count)"
    let body = [UInt8](repeating: octet, count: count)
    return Array("POST / HTTP/1.1\r\nHost: a\r\n\(length)\r\n\r\n".utf8)
      + (isChunked
        ? Array("\(String(count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8) : body)
  }

  @Test(arguments: BackEnd.allCases, [false, true])
  func `all requests of a case have one limit`(_ backEnd: BackEnd, _ isChunked: Bool) throws {
    let stand = Stand()
    stand.group.limits.kept = 10_000
    try stand.begin([CaseTests.server(backEnd)])
    for _ in 0..<3 {
      let client = stand.client()
      client.send(Self.post(3_000, isChunked: isChunked))
      #expect(client.text(of: ok.utf8.count) == ok)
      client.close()
    }
    #expect(stand.recording.oddities == [])
    let client = stand.client()
    client.send(Self.post(3_000, isChunked: isChunked))
    #expect(client.wait { client.isEnded || client.isReset })
    #expect(
      stand.recording.oddities.map(\.complaint) == [
        "The requests of the case have more than 10000 octets."
      ])
    // The next case is not concerned.
    try stand.begin([CaseTests.server(backEnd)])
    expectAlive(stand)
  }

  @Test(arguments: BackEnd.allCases) func `heads have that limit as well`(
    _ backEnd: BackEnd
  ) throws {
    let stand = Stand()
    stand.group.limits.kept = 5_000
    try stand.begin([CaseTests.server(backEnd)])
    let long = "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 1_500))\r\n\r\n"
    for _ in 0..<6 {
      let client = stand.client()
      client.send(long)
      client.wait { client.isEnded || client.isReset || client.received.count == ok.utf8.count }
      client.close()
    }
    #expect(stand.recording.exchanges.count == 3)
    #expect(
      stand.recording.oddities.map(\.complaint) == [
        "The requests of the case have more than 5000 octets."
      ])
  }

  @Test(arguments: BackEnd.allCases, [false, true])
  func `a body of the scenario takes no room`(_ backEnd: BackEnd, _ isChunked: Bool) throws {
    let body = [UInt8](repeating: 0x78, count: 200_000)
    let stand = Stand()
    stand.largeBodies = [Octets([UInt8](repeating: 0x79, count: 200_000)), Octets(body)]
    stand.group.limits.kept = 10_000
    try stand.begin([CaseTests.server(backEnd)])
    for count in [200_000, 200_000, 150_000] {
      let client = stand.client()
      client.send(Self.post(count, isChunked: isChunked))
      #expect(client.text(of: ok.utf8.count) == ok)
      client.close()
    }
    #expect(stand.recording.oddities == [])
    #expect(stand.recording.exchanges.map(\.body.count) == [200_000, 200_000, 150_000])
    #expect(stand.recording.exchanges.allSatisfy { $0.body.bytes == body[..<$0.body.count] })
    // A body that differs at its end does.
    let other = stand.client()
    other.send(Self.post(200_000, isChunked: isChunked).dropLast(isChunked ? 8 : 1) + [0x7A])
    #expect(other.wait { other.isEnded || other.isReset })
    #expect(stand.recording.oddities.count == 1)
  }

  @Test(arguments: BackEnd.allCases) func `a body that differs late is recorded as it is`(
    _ backEnd: BackEnd
  ) throws {
    let stand = Stand()
    stand.largeBodies = [Octets([UInt8](repeating: 0x78, count: 200_000))]
    try stand.begin([CaseTests.server(backEnd)])
    let request = Self.post(200_000).dropLast() + [0x7A]
    let client = stand.client()
    client.send(Array(request))
    #expect(client.text(of: ok.utf8.count) == ok)
    #expect(stand.recording.exchanges.first?.body.bytes == request.suffix(200_000))
  }

  @Test(arguments: BackEnd.allCases) func `a flood of requests comes to an end`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd)
    let client = stand.client()
    let flood = Array(String(repeating: get, count: 1_500).utf8)
    client.send(flood)
    #expect(client.wait { client.isEnded || client.isReset })
    #expect(stand.recording.exchanges.count == 1_000)
    #expect(
      stand.recording.oddities.map(\.complaint) == ["The client made more than 1000 requests."])
    // Another connection gets no further, and is no further oddity.
    let other = stand.client()
    other.send(get)
    #expect(other.textUntilEnd() == "")
    #expect(stand.recording.exchanges.count == 1_000)
    #expect(stand.recording.oddities.count == 1)
    // The next case is not concerned.
    try stand.begin([CaseTests.server(backEnd)])
    expectAlive(stand)
  }

  @Test(arguments: BackEnd.allCases) func `a client that sends and never reads costs no memory`(
    _ backEnd: BackEnd
  ) throws {
    let body = Octets([UInt8](repeating: 0x78, count: 8 << 20))
    let stand = try Stand(backEnd) { _ in
      Reply(content: .response(Reply.Response(head: ResponseHead(status: 200), body: body)))
    }
    let client = stand.client()
    stand.loop.forget(client.descriptor)
    // Far more than the sockets hold: what the servers do not read is not taken.
    let flood = Array(String(repeating: get, count: 1_000_000).utf8)
    #expect(!client.send(flood, for: 1_000))
    #expect(stand.recording.exchanges.count == 1)
    client.close()
    expectAliveForLongReplies(stand)
  }

  private func expectAliveForLongReplies(_ stand: Stand) {
    let client = stand.client()
    client.send(get)
    #expect(client.wait { client.received.count > 1_000 })
  }

  @Test(arguments: BackEnd.allCases) func `a flood of connections comes to an end`(
    _ backEnd: BackEnd
  ) throws {
    let stand = Stand()
    stand.group.limits.connections = 50
    try stand.begin([CaseTests.server(backEnd)])
    for _ in 0..<60 {
      let client = stand.client()
      stand.loop.turn(until: Instant.now)
      client.close()
    }
    stand.turn(for: 10)
    #expect(stand.recording.connections.count == 50)
    #expect(
      stand.recording.oddities.map(\.complaint) == ["The client made more than 50 connections."])
  }

  @Test func `oddities come to an end`() throws {
    let stand = Stand()
    stand.group.limits.oddities = 5
    try stand.begin([CaseTests.server(.wire)])
    let client = stand.client()
    client.send(String(repeating: "\r\n" + get, count: 20))
    #expect(client.wait { stand.recording.exchanges.count == 20 })
    #expect(stand.recording.oddities.count == 5)
  }

  @Test(arguments: BackEnd.allCases) func `a client that stalls is no concern of others`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd)
    let stalled = stand.client()
    stalled.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nx")
    for _ in 0..<3 { expectAlive(stand) }
    #expect(stand.recording.exchanges.map(\.isComplete) == [false, true, true, true])
    let recording = stand.group.end()
    #expect(recording.exchanges.first?.body == "x")
    #expect(recording.oddities == [])
    #expect(stalled.wait { stalled.isEnded || stalled.isReset })
  }

  @Test func `a chunk that is none ends the connection`() throws {
    let stand = try Stand(.wire)
    let client = stand.client()
    client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n")
    #expect(
      client.textUntilEnd()
        == "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    #expect(
      stand.recording.oddities.map(\.complaint) == ["A chunk of a request's body has no size."])
    #expect(stand.recording.exchanges.map(\.isComplete) == [false])
    #expect(stand.recording.exchanges.map(\.replied) == [nil])
  }
}
