// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
@testable import Servers
@testable import Transcripts
import Testing

/// Replies that are sent before the request's body is in.
@Suite struct EarlyReplyTests {
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

  @Test func `libmicrohttpd is not given early replies`() {
    let early = Reply.text("no", status: 401, afterwards: .close, isEarly: true)
    let late = Reply.text("no", status: 401, afterwards: .close)
    #expect(BackEndLimits.whatCannotBePlayed(early, by: .microhttpd, isHTTP10: false) != nil)
    #expect(BackEndLimits.whatCannotBePlayed(early, by: .wire, isHTTP10: false) == nil)
    #expect(BackEndLimits.whatCannotBePlayed(late, by: .microhttpd, isHTTP10: false) == nil)
  }
}
