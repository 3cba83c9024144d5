// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Platform
@testable import Servers
@testable import Transcripts
import TestThreads
import Testing

/// What only the wire server plays.
@Suite(.onOwnThreads) struct WireServerTests {
  @Test func `raw octets go out as they are`() throws {
    let raw = Octets([0x00, 0x0A, 0x0D, 0xFF] + Array("HTTP/9.9 2 \n folded\n\n".utf8))
    let stand = try Stand(.wire) { _ in Reply(content: .raw(raw)) }
    let client = stand.client()
    client.send(get)
    client.wait { client.received.count >= raw.count }
    #expect(Octets(client.received) == raw)
    #expect(!client.isEnded)
    client.send(get)
    client.wait { client.received.count >= 2 * raw.count }
    #expect(Octets(client.received) == Octets(raw.array + raw.array))
    #expect(
      stand.recording.exchanges.map(\.reply) == [
        Reply(content: .raw(raw)), Reply(content: .raw(raw)),
      ])
  }

  @Test func `interim responses come first`() throws {
    let hints = ResponseHead(status: 103, fields: FieldSection([("Link", "a")]))
    let odd = ResponseHead(version: "HTTP/1.7", status: 199, reason: "Wait")
    let stand = try Stand(.wire) { _ in
      Reply(
        content: .response(Reply.Response(head: ResponseHead(status: 200), body: "ok")),
        interim: [hints, odd])
    }
    let client = stand.client()
    let expected = "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.7 199 Wait\r\n\r\n" + ok
    #expect(client.exchange(get, for: expected) == expected)
    #expect(client.exchange(get, for: expected) == expected)
  }

  @Test func `framing fields of a script's own are sent as they are, and none is added`() throws {
    let stand = try Stand(.wire) { request in
      switch request.head.target {
      case "/length": .text("ok", fields: [("content-length", "007")])
      case "/coding":
        .text(
          "ok", fields: [("Transfer-Encoding", "Chunked")],
          framing: .chunked(trailers: FieldSection()))
      default: .text("ok", fields: [("connection", "x")], afterwards: .close)
      }
    }
    let client = stand.client()
    let length = "HTTP/1.1 200 OK\r\ncontent-length: 007\r\n\r\nok"
    #expect(client.exchange("GET /length HTTP/1.1\r\n\r\n", for: length) == length)
    let coding = "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
    #expect(client.exchange("GET /coding HTTP/1.1\r\n\r\n", for: coding) == coding)
    let option = "HTTP/1.1 200 OK\r\nconnection: x\r\nContent-Length: 2\r\n\r\nok"
    #expect(client.exchange("GET / HTTP/1.1\r\n\r\n", for: option) == option)
    #expect(client.wait { client.isEnded })
  }

  @Test func `an own status line, reason and empty value are sent`() throws {
    let stand = try Stand(.wire) { _ in
      Reply(
        content: .response(
          Reply.Response(
            head: ResponseHead(
              version: "HTTP/1.10", status: 7, reason: "Who knows",
              fields: FieldSection([("", ""), ("a b", "c\r\nd")])))))
    }
    let client = stand.client()
    // 7 is no final status, so nothing tells the length of a body.
    let expected = "HTTP/1.10 7 Who knows\r\n: \r\na b: c\r\nd\r\n\r\n"
    #expect(client.exchange(get, for: expected) == expected)
  }

  @Test func `octets are trickled`() throws {
    let stand = try Stand(.wire) { _ in
      var reply = Reply.text("ok")
      reply.trickle = Trickle(octets: 10, milliseconds: 3)
      return reply
    }
    let client = stand.client()
    let start = Instant.now
    client.send(get)
    client.wait { client.received.count >= 10 }
    #expect(client.received.count == 10)
    #expect(client.text(of: ok.utf8.count) == ok)
    // 40 octets in pieces of 10: three pauses.
    #expect(Instant.now >= start.advanced(byMilliseconds: 9))
    #expect(client.exchange(get, for: ok) == ok)
    let exchange = try #require(stand.recording.exchanges.first)
    #expect((exchange.replied ?? 0) - exchange.received >= 9_000_000)
  }

  @Test func `a piece without a pause before it goes out when the client has read the last`() throws
  {
    let stand = try Stand(.wire) { _ in
      var reply = Reply.text("ok")
      reply.trickle = Trickle(octets: 10, milliseconds: 0)
      return reply
    }
    let client = stand.client()
    stand.turn(for: 5)
    client.send(get)
    #expect(stand.group.look())
    #expect(!stand.group.look())
    // 40 octets in pieces of 10; the loop never gets its turn.
    for _ in 0..<3 {
      #expect(stand.recording.exchanges.first?.replied == nil)
      #expect(stand.group.look(clientHasRead: true))
    }
    #expect(stand.recording.exchanges.first?.replied != nil)
    #expect(!stand.group.look(clientHasRead: true))
    #expect(client.text(of: ok.utf8.count) == ok)
    #expect(client.exchange(get, for: ok) == ok)
  }

  @Test(arguments: [0, -1, Int.min]) func `a trickle of nonsense goes out all the same`(
    _ number: Int
  ) throws {
    let stand = try Stand(.wire) { _ in
      var reply = Reply.text("ok")
      reply.trickle = Trickle(octets: number, milliseconds: number)
      return reply
    }
    #expect(stand.client().exchange(get, for: ok) == ok)
  }

  @Test func `a pause that no case outlasts is no trap`() throws {
    let stand = try Stand(.wire) { _ in
      var reply = Reply.text("ok")
      reply.trickle = Trickle(octets: 39, milliseconds: .max)
      return reply
    }
    let client = stand.client()
    client.send(get)
    stand.turn(for: 10)
    #expect(client.received.count == 39)
    #expect(stand.group.end().exchanges.first?.replied == nil)
  }

  @Test(arguments: [true, false]) func `a connection is reset`(_ hasReply: Bool) throws {
    let stand = try Stand(.wire) { _ in
      hasReply ? .text("ok", afterwards: .reset) : Reply(content: .nothing, afterwards: .reset)
    }
    let client = stand.client()
    client.send(get)
    client.textUntilEnd()
    #expect(client.isReset)
    #expect(stand.recording.connections.first?.end == .reset)
    #expect((stand.recording.exchanges.first?.replied != nil) == hasReply)
    #expect(stand.recording.oddities == [])
  }

  @Test(arguments: [true, false]) func `a connection stalls until the client gives up`(
    _ hasReply: Bool
  ) throws {
    let stand = try Stand(.wire) { _ in
      hasReply ? .text("ok", afterwards: .stall) : Reply(content: .nothing, afterwards: .stall)
    }
    let client = stand.client()
    client.send(get)
    if hasReply { #expect(client.text(of: ok.utf8.count) == ok) }
    client.send(get)
    stand.turn(for: 20)
    #expect(client.received.count == (hasReply ? ok.utf8.count : 0))
    #expect(!client.isEnded && !client.isReset)
    #expect(stand.recording.exchanges.count == 1)
    #expect(stand.recording.connections.first?.end == nil)
    client.close()
    #expect(client.wait { stand.recording.connections.first?.end == .byClient })
  }

  @Test func `an early reply keeps the connection, and the body is recorded`() throws {
    let stand = try Stand(.wire) { request in
      request.head.method == "POST" ? .text("", status: 401, isEarly: true) : .text("ok")
    }
    let client = stand.client()
    let refused = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"
    let head = "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
    #expect(client.exchange(head, for: refused) == refused)
    #expect(stand.recording.exchanges.map(\.isComplete) == [false])
    #expect(client.exchange("hello" + get, for: ok) == ok)
    #expect(stand.recording.exchanges.map(\.isComplete) == [true, true])
    #expect(stand.recording.exchanges.map(\.body) == ["hello", ""])
    #expect(stand.recording.connections.count == 1)
    #expect(stand.asked.count == 2)
  }

  @Test func `a client that still sends its body sees the early reply before the end`() throws {
    let stand = try Stand(.wire) { _ in
      .text("", status: 401, afterwards: .close, isEarly: true)
    }
    let client = stand.client()
    client.send("POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n")
    client.send([UInt8](repeating: 0x78, count: 900_000))
    #expect(
      client.textUntilEnd()
        == "HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    #expect(client.isEnded && !client.isReset)
    client.close()
    #expect(client.wait { stand.loop.watchedCount == 1 })
    #expect(stand.recording.exchanges.first?.body.count == 900_000)
    #expect(stand.recording.exchanges.first?.isComplete == false)
    #expect(stand.recording.connections.first?.end == .byServer)
  }

  @Test func `a reply longer than the system takes at once is sent to a slow reader`() throws {
    let body = [UInt8](repeating: 0x78, count: 20 << 20)
    let stand = try Stand(.wire) { _ in
      Reply(
        content: .response(Reply.Response(head: ResponseHead(status: 200), body: Octets(body))),
        afterwards: .close)
    }
    let client = stand.client()
    stand.loop.forget(client.descriptor)
    client.send(get)
    stand.turn(for: 30)
    #expect(stand.recording.exchanges.count == 1)
    #expect(stand.recording.exchanges.first?.replied == nil)
    stand.loop.watch(client.descriptor, for: .readable, handler: client)
    client.wait { client.isEnded || client.isReset }
    #expect(client.isEnded)
    let count = client.received.count
    #expect(count > body.count)
    #expect(stand.recording.exchanges.first?.replied != nil)
  }

  @Test func `a client that is done sending gets its answer`() throws {
    let stand = try Stand(.wire) { _ in
      var reply = Reply.text("ok")
      reply.trickle = Trickle(octets: 10, milliseconds: 2)
      return reply
    }
    let client = stand.client()
    client.send(get)
    client.endSending()
    #expect(client.textUntilEnd() == ok)
    #expect(stand.recording.connections.first?.end == .byClient)
    #expect(stand.recording.oddities == [])
  }

  @Test func `a server without words about a request stays without`() throws {
    let stand = try Stand(.wire) { _ in Reply(content: .nothing) }
    let client = stand.client()
    client.send(get)
    stand.turn(for: 10)
    #expect(client.received.isEmpty && !client.isEnded)
    let recording = stand.group.end()
    #expect(recording.exchanges.first?.replied == nil)
    #expect(recording.connections.first?.end == .byClient)
  }
}
