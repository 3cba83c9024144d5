// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
@testable import Servers
@testable import Transcripts
import TestThreads
import Testing

/// Requests with bodies, on both back ends.
@Suite(.onOwnThreads) struct RequestBodyTests {
  @Test(arguments: BackEnd.allCases) func `a request's body is recorded, however it comes`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd)
    let client = stand.client()
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\nhello")
    stand.turn(for: 5)
    #expect(stand.recording.exchanges.map(\.body) == ["hello"])
    #expect(stand.recording.exchanges.map(\.isComplete) == [false])
    #expect(client.exchange(" world", for: ok) == ok)
    let chunked =
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "5;x=y\r\nhello\r\n006\r\n world\r\n0\r\nT: v\r\n\r\n"
    #expect(client.exchange(chunked, for: ok) == ok)
    #expect(stand.recording.exchanges.map(\.body) == ["hello world", "hello world"])
    #expect(stand.recording.exchanges.map(\.isComplete) == [true, true])
    // Asked when the head is in, and once more when the body is, as there was an answer at once.
    #expect(stand.recording.oddities == [])
    #expect(stand.recording.connections.count == 1)
  }

  @Test(arguments: BackEnd.allCases) func `a reply that is not early waits for the body`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd)
    let client = stand.client()
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n")
    stand.turn(for: 20)
    #expect(client.text == "")
    #expect(stand.asked.map(\.isComplete) == [false])
    #expect(client.exchange("xy", for: ok) == ok)
    #expect(stand.asked.count == 1)
  }

  @Test(arguments: BackEnd.allCases) func `whoever decides is asked again when the body is in`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd) { $0.isComplete ? .text("ok") : nil }
    let client = stand.client()
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n")
    stand.turn(for: 5)
    #expect(client.exchange("xy", for: ok) == ok)
    #expect(stand.asked.map(\.isComplete) == [false, true])
    #expect(stand.asked.map(\.body) == ["", "xy"])
    #expect(stand.asked.map(\.isFirstOnConnection) == [true, true])
    #expect(stand.recording.exchanges.count == 1)
  }

  @Test(arguments: BackEnd.allCases) func `100 comes before the body, where it is expected`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd)
    let client = stand.client()
    let head =
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
    let go = "HTTP/1.1 100 Continue\r\n\r\n"
    #expect(client.exchange(head, for: go) == go)
    #expect(client.exchange("xy", for: ok) == ok)
    // The body has arrived already, so a server "MAY omit" the 100; libmicrohttpd sends it.
    let all = backEnd == .wire ? ok : go + ok
    #expect(client.exchange(head + "xy", for: all) == all)
    #expect(stand.recording.exchanges.map(\.body) == ["xy", "xy"])
  }

  @Test func `an early reply comes without 100 and without the body`() throws {
    let stand = try Stand(.wire) { _ in
      .text("", status: 401, afterwards: .close, isEarly: true)
    }
    let client = stand.client()
    client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n")
    #expect(
      client.textUntilEnd()
        == "HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    let exchange = try #require(stand.recording.exchanges.first)
    #expect(!exchange.isComplete)
    #expect(exchange.replied != nil)
    #expect(stand.recording.connections.first?.end == .byServer)
    #expect(stand.recording.oddities == [])
  }

  @Test(arguments: BackEnd.allCases) func `bodies of 3 MB pass both ways`(
    _ backEnd: BackEnd
  ) throws {
    let long = [UInt8]((0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 >> 3) })
    let stand = try Stand(backEnd) { _ in
      Reply(
        content: .response(Reply.Response(head: ResponseHead(status: 200), body: Octets(long))))
    }
    let client = stand.client()
    client.send(Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(3 << 20)\r\n\r\n".utf8))
    client.send(long)
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(3 << 20)\r\n\r\n".utf8)
    client.wait { client.received.count >= head.count + long.count }
    let isSame = client.received == head + long
    #expect(isSame)
    let isRecorded = stand.recording.exchanges.first?.body.bytes.elementsEqual(long) ?? false
    #expect(isRecorded)
  }
}
