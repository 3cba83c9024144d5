// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
@testable import Servers
@testable import Transcripts
import TestThreads
import Testing

/// What both back ends send, octet for octet, and record.
@Suite(.onOwnThreads) struct BothBackEndsTests {
  @Test(arguments: BackEnd.allCases) func `a response is answered and recorded`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd)
    stand.group.step = 3
    let client = stand.client()
    let request = "GET /a%20b?c HTTP/1.1\r\nHost: a\r\nX-y:  1 \r\nx-Y: 2\u{e9}\r\nX-y: 3\r\n\r\n"
    client.send(Octets(latin1: request)?.array ?? [])
    #expect(client.text(of: ok.utf8.count) == ok)
    let recording = stand.recording
    let exchange = try #require(recording.exchanges.first)
    #expect(recording.exchanges.count == 1)
    #expect(recording.connections.count == 1)
    #expect(recording.connections.first?.end == nil)
    #expect(recording.oddities == [])
    #expect(recording.faults == [])
    #expect(exchange.request.method == "GET")
    #expect(exchange.request.target == "/a%20b?c")
    #expect(exchange.request.version == "HTTP/1.1")
    #expect(exchange.request.fields.map(\.name) == ["Host", "X-y", "x-Y", "X-y"])
    #expect(
      exchange.request.fields.map(\.value) == ["a", "1", Octets([0x32, 0xE9]), "3"])
    #expect(exchange.rawHead == (backEnd == .wire ? Octets(latin1: request) : nil))
    #expect(exchange.reply == .text("ok"))
    #expect(exchange.step == 3)
    #expect(exchange.isComplete)
    let replied = try #require(exchange.replied)
    let opened = try #require(recording.connections.first?.opened)
    #expect(0 <= opened && opened <= exchange.received && exchange.received <= replied)
    #expect(stand.asked.count == 1)
  }

  @Test(arguments: BackEnd.allCases) func `fields go out in order, with every octet that is legal`(
    _ backEnd: BackEnd
  ) throws {
    let fields: [(Octets, Octets)] = [
      ("WWW-Authenticate", "Digest realm=\"a\""), ("B", "2"), ("WWW-Authenticate", "Basic"),
      ("a", Octets([0x61, 0x09, 0x01, 0x7F, 0xE9, 0xFF])), ("Date", "once"),
    ]
    let stand = try Stand(backEnd) { _ in .text("", status: 401, fields: fields) }
    let expected =
      "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm=\"a\"\r\nB: 2\r\n"
      + "WWW-Authenticate: Basic\r\na: a\t\u{1}\u{7F}\u{E9}\u{FF}\r\nDate: once\r\n"
      + "Content-Length: 0\r\n\r\n"
    let client = stand.client()
    client.send(get)
    #expect(client.text(of: expected.unicodeScalars.count) == expected)
    #expect(stand.recording.faults == [])
  }

  @Test(arguments: BackEnd.allCases) func `a connection is used again`(_ backEnd: BackEnd) throws {
    let stand = try Stand(backEnd)
    let client = stand.client()
    for _ in 0..<3 { #expect(client.exchange(get, for: ok) == ok) }
    let other = stand.client()
    #expect(other.exchange(get, for: ok) == ok)
    #expect(stand.recording.exchanges.map(\.connection) == [0, 0, 0, 1])
    #expect(stand.asked.map(\.isFirstOnConnection) == [true, false, false, true])
    #expect(stand.asked.map(\.exchange) == [0, 1, 2, 3])
    client.close()
    #expect(client.wait { stand.recording.connections[0].end == .byClient })
    #expect(stand.recording.connections[1].end == nil)
    #expect(stand.recording.oddities == [])
  }

  @Test(arguments: BackEnd.allCases) func `a reply that says close is followed by FIN`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd) { _ in .text("ok", afterwards: .close) }
    let client = stand.client()
    client.send(get)
    #expect(
      client.textUntilEnd()
        == "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")
    #expect(client.isEnded && !client.isReset)
    #expect(stand.recording.connections.first?.end == .byServer)
    #expect(stand.recording.connections.first?.closed != nil)
  }

  @Test(arguments: BackEnd.allCases) func `a server may close without a word`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd) { _ in .text("ok", afterwards: .closeSilently) }
    let client = stand.client()
    client.send(get)
    #expect(client.textUntilEnd() == ok)
    #expect(client.isEnded && !client.isReset)
    #expect(stand.recording.connections.first?.end == .byServer)
  }

  @Test(arguments: BackEnd.allCases) func `a server may close instead of answering`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd) { _ in Reply(content: .nothing, afterwards: .closeSilently) }
    let client = stand.client()
    client.send(get)
    #expect(client.textUntilEnd() == "")
    #expect(client.isEnded && !client.isReset)
    let exchange = try #require(stand.recording.exchanges.first)
    #expect(exchange.reply?.content == .nothing)
    #expect(exchange.replied == nil)
    #expect(stand.recording.connections.first?.end == .byServer)
    #expect(stand.recording.oddities == [])
    #expect(stand.recording.faults == [])
  }

  @Test(arguments: BackEnd.allCases) func `a body is sent in chunks with trailers`(
    _ backEnd: BackEnd
  ) throws {
    let trailers = FieldSection([("T", "v")])
    let stand = try Stand(backEnd) { _ in
      .text("hello chunks", framing: .chunked(trailers: trailers))
    }
    let expected =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nC\r\nhello chunks\r\n0\r\nT: v\r\n\r\n"
    let client = stand.client()
    #expect(client.exchange(get, for: expected) == expected)
    #expect(client.exchange(get, for: expected) == expected)
  }

  @Test(arguments: BackEnd.allCases) func `the end of a body is told by closing`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd) { _ in .text("hello", framing: .untilClose) }
    let client = stand.client()
    client.send(get)
    #expect(client.textUntilEnd() == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello")
    #expect(stand.recording.connections.first?.end == .byServer)
  }

  @Test(arguments: BackEnd.allCases)
  func `an HTTP/1.0 server keeps a connection when it is asked to`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd, isHTTP10: true)
    let kept = "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nok"
    let closed = "HTTP/1.0 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"
    let client = stand.client()
    let asking = "GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n"
    #expect(client.exchange(asking, for: kept) == kept)
    #expect(client.exchange(get, for: closed) == closed)
    #expect(client.wait { client.isEnded })
  }

  @Test(arguments: BackEnd.allCases) func `pipelined requests are answered in order`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd) { request in
      guard request.isComplete else { return nil }
      return .text(request.head.target.latin1 + (request.body.utf8 ?? ""))
    }
    let client = stand.client()
    client.send(
      "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"
        + "GET /3 HTTP/1.1\r\nHost: a\r\n\r\n")
    let expected = ["/1", "/2x", "/3"].map {
      "HTTP/1.1 200 OK\r\nContent-Length: \($0.count)\r\n\r\n\($0)"
    }.joined()
    #expect(client.text(of: expected.utf8.count) == expected)
    #expect(stand.recording.exchanges.map(\.request.target) == ["/1", "/2", "/3"])
    #expect(stand.recording.connections.count == 1)
  }

  @Test(arguments: BackEnd.allCases) func `field values of 1 MB pass both ways`(
    _ backEnd: BackEnd
  ) throws {
    let long = String(repeating: "x", count: 1 << 20)
    let value: Octets = Octets(long)
    let stand = try Stand(backEnd, hasLargeHeads: true) { _ in
      .text("ok", fields: [("Long" as Octets, value)])
    }
    let expected = "HTTP/1.1 200 OK\r\nLong: \(long)\r\nContent-Length: 2\r\n\r\nok"
    let client = stand.client()
    for _ in 0..<2 {
      let isSame =
        client.exchange("GET / HTTP/1.1\r\nHost: a\r\nLong: \(long)\r\n\r\n", for: expected)
        == expected
      #expect(isSame)
    }
    #expect(stand.recording.exchanges.count == 2)
    #expect(stand.recording.exchanges.last?.request.fields.first("Long")?.count == 1 << 20)
    #expect(stand.recording.oddities == [])
    #expect(stand.recording.faults == [])
  }

  @Test(arguments: BackEnd.allCases) func `heads of 4 KB pass both ways without more`(
    _ backEnd: BackEnd
  ) throws {
    let long = String(repeating: "x", count: (1 << 12) - 10)
    let value: Octets = Octets(long)
    let stand = try Stand(backEnd) { _ in .text("ok", fields: [("Long" as Octets, value)]) }
    let expected = "HTTP/1.1 200 OK\r\nLong: \(long)\r\nContent-Length: 2\r\n\r\nok"
    let client = stand.client()
    for _ in 0..<2 {
      let isSame =
        client.exchange("GET / HTTP/1.1\r\nHost: a\r\nLong: \(long)\r\n\r\n", for: expected)
        == expected
      #expect(isSame)
    }
    #expect(stand.recording.faults == [])
    #expect(stand.recording.oddities == [])
  }

  @Test(arguments: BackEnd.allCases)
  func `a complete request without an answer is a fault of the harness`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd) { _ in nil }
    let client = stand.client()
    client.send(get)
    #expect(
      client.textUntilEnd()
        == "HTTP/1.1 500 Internal Server Error\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    #expect(
      stand.recording.faults.map(\.complaint)
        == ["No reply was decided on for a complete request."])
    #expect(stand.recording.faults.map(\.connection) == [0])
  }

  @Test(arguments: BackEnd.allCases)
  func `what a proxy forwards is recorded behind its own exchange`(
    _ backEnd: BackEnd
  ) throws {
    let stand = Stand()
    stand.decide = { request in
      let reply = Reply.text("ok", status: 401)
      stand.group.noteForwarded(
        request, head: RequestHead(method: "GET", target: "/x"), to: 1, reply: reply)
      return reply
    }
    try stand.begin([
      ServerConfiguration(name: "proxy", kind: .proxy, host: 1, backEnd: backEnd),
      ServerConfiguration(name: "origin", kind: .origin, host: 2, backEnd: backEnd),
    ])
    let client = stand.client(of: 0)
    client.send("GET http://127.0.0.2/x HTTP/1.1\r\nHost: 127.0.0.2\r\n\r\n")
    #expect(client.wait { stand.recording.exchanges.first?.replied != nil })
    let recording = stand.recording
    #expect(recording.exchanges.map(\.server) == [0, 1])
    #expect(recording.exchanges.map(\.forwardedFrom) == [nil, 0])
    #expect(recording.exchanges.map(\.connection) == [0, 0])
    #expect(recording.exchanges.map(\.request.target) == ["http://127.0.0.2/x", "/x"])
    #expect(recording.exchanges.last?.reply == .text("ok", status: 401))
  }
}
