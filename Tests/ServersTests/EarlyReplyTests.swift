// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Platform
@testable import Servers
@testable import Transcripts
import TestThreads
import Testing

/// Replies that are sent before the request's body is in.
@Suite(.onOwnThreads) struct EarlyReplyTests {
  @Test func `the wire server reads on after an early reply, so that the client gets it`() throws {
    let early = Reply.text("no", status: 401, afterwards: .close, isEarly: true)
    let stand = try Stand(.wire) { _ in early }
    let client = stand.client()
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n")
    let isSent = client.send([UInt8](repeating: 0x79, count: 300_000))
    #expect(isSent)
    #expect(client.textUntilEnd().hasPrefix("HTTP/1.1 401 "))
    #expect(!client.isReset)
  }

  @Test func `a reply without early is asked for once the body is in`() throws {
    let stand = try Stand(.wire) { $0.isComplete ? .text("ok") : nil }
    let client = stand.client()
    #expect(
      client.exchange("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", for: ok) == ok)
    #expect(stand.asked.last?.body == "abc")
  }

  @Test func `the wire server waits for the octets of a body that a reply waits for`() throws {
    let early = Reply.text("no", status: 401, isEarly: true, octetsAwaited: 5)
    let stand = try Stand(.wire) { _ in early }
    let client = stand.client()
    client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n")
    let goesOn = "HTTP/1.1 100 Continue\r\n\r\n"
    #expect(client.text(of: goesOn.utf8.count) == goesOn)
    client.send("1234")
    stand.turn(for: 30)
    #expect(client.text == goesOn)
    client.send("5")
    client.wait { client.received.count > goesOn.utf8.count }
    #expect(client.text.dropFirst(goesOn.count).hasPrefix("HTTP/1.1 401 "))
    #expect(stand.recording.exchanges.first?.isComplete == false)
  }

  @Test func `a client that pauses within its body is not reset after an early reply`() throws {
    let early = Reply.text("no", status: 401, afterwards: .close, isEarly: true)
    let stand = try Stand(.wire) { _ in early }
    let client = stand.client()
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc")
    client.textUntilEnd()
    // Longer than servers once waited.
    stand.turn(for: 1_200)
    let isSent = client.send("def".utf8.map { $0 })
    stand.turn(for: 30)
    #expect(isSent)
    #expect(client.send([0x0A]))
    #expect(stand.recording.exchanges.first?.body == "abcdef")
  }

  @Test func `a reply that is held for the end of its connection arrives whole`() throws {
    let stand = try Stand(.wire) { _ in .text("ok", afterwards: .closeSilently) }
    let client = stand.client()
    client.send(get)
    #expect(client.text(of: ok.utf8.count) == ok)
    // It did not wait for the time after which the system sends what is held back.
    client.ready(client.descriptor, .readable)
    #expect(client.isEnded && !client.isReset)
  }

  @Test func `a client that speaks TLS to a server in clear is refused at once`() throws {
    let stand = try Stand(.wire)
    let client = stand.client()
    client.send([22, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3])
    #expect(client.textUntilEnd().hasPrefix("HTTP/1.1 400 "))
    #expect(stand.recording.oddities.count == 1)
    #expect(stand.recording.exchanges.isEmpty)
  }

  @Test func `libmicrohttpd is not given early replies`() {
    let early = Reply.text("no", status: 401, afterwards: .close, isEarly: true)
    let late = Reply.text("no", status: 401, afterwards: .close)
    #expect(BackEndLimits.whatCannotBePlayed(early, by: .microhttpd, isHTTP10: false) != nil)
    #expect(BackEndLimits.whatCannotBePlayed(early, by: .wire, isHTTP10: false) == nil)
    #expect(BackEndLimits.whatCannotBePlayed(late, by: .microhttpd, isHTTP10: false) == nil)
  }
}
