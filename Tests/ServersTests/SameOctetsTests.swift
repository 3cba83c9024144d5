// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
@testable import Servers
@testable import Transcripts
import TestThreads
import Testing

/// Every reply that libmicrohttpd is said to be able to play, it plays as the wire server does.
@Suite(.onOwnThreads) struct SameOctetsTests {
  static let replies: [Reply] = [
    .text("ok", fields: [("B", "2"), ("A", "1"), ("B", "3")]),
    .text("ok", fields: [("X", " before"), ("Y", "behind  "), ("Z", "\t")]),
    .text("ok", afterwards: .close),
    .text("ok", afterwards: .close, isEarly: true),
    .text("ok", afterwards: .closeSilently),
    .text("hello", framing: .chunked(trailers: FieldSection([("T", "v")]))),
    .text("", framing: .chunked(trailers: FieldSection([]))),
    .text("hello", framing: .chunked(trailers: FieldSection([])), afterwards: .close),
    .text("hello", framing: .untilClose),
    .text("hello", fields: [("B", "2")], framing: .untilClose, afterwards: .close),
    .text("", status: 204), .text("body", status: 204), .text("", status: 205),
    .text("", status: 304), .text("body", status: 304), .text("", status: 299),
    .text("", status: 401), .text("", status: 407), .text("", status: 999),
    .text("", fields: [("Date", "yesterday"), ("X", "y")]),
    Reply(
      content: .response(
        Reply.Response(
          head: ResponseHead(version: "HTTP/1.0", status: 200, reason: "OK"), body: "ok"))),
    Reply(content: .nothing, afterwards: .close),
  ]

  static let requests = [
    get, "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
    "GET / HTTP/1.0\r\nConnection: x, Keep-Alive\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
    "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
  ]

  struct Outcome: Equatable {
    var octets: Octets
    var isEnded: Bool
    var isReset: Bool
    var end: Recording.Connection.End?
    var exchanges: Int
    var oddities: Int
    var isReplied: Bool
  }

  @Test(arguments: replies.indices, [false, true])
  func `the back ends send the same`(_ index: Int, _ isHTTP10: Bool) throws {
    let reply = SameOctetsTests.replies[index]
    let refusal = BackEndLimits.whatCannotBePlayed(reply, by: .microhttpd, isHTTP10: isHTTP10)
    for request in SameOctetsTests.requests {
      let wire = try play(reply, to: request, by: .wire, isHTTP10, until: nil)
      #expect(wire.faults == [])
      let micro = try play(reply, to: request, by: .microhttpd, isHTTP10, until: wire.outcome)
      if let refusal {
        #expect(micro.faults == [refusal])
      } else if micro.faults.isEmpty {
        // The library sends Connection to a client that sends it.
        let isExempt =
          reply.afterwards == .closeSilently
          && (request.contains("Connection: close") || request.contains("HTTP/1.0"))
        if !isExempt { #expect(micro.outcome == wire.outcome, "\(request)") }
      } else {
        // What depends on the request as well as on the reply.
        #expect(request.hasPrefix("HEAD") || request.hasPrefix("CONNECT"))
      }
    }
  }

  private func play(
    _ reply: Reply, to request: String, by backEnd: BackEnd, _ isHTTP10: Bool,
    until expected: Outcome?
  ) throws -> (outcome: Outcome, faults: [String]) {
    let stand = try Stand(backEnd, isHTTP10: isHTTP10) { _ in reply }
    let client = stand.client()
    client.send(request)
    client.wait(for: 1_000) {
      client.isEnded || !stand.recording.faults.isEmpty
        || stand.recording.exchanges.first?.replied != nil
    }
    // What should not come gets a little time to come; what should come gets all it needs.
    client.wait(for: 4) { client.isEnded }
    if stand.recording.connections.first?.end != nil { client.wait { client.isEnded } }
    if let expected { client.wait(for: 500) { client.isEnded == expected.isEnded } }
    let recording = stand.recording
    return (
      Outcome(
        octets: Octets(client.received), isEnded: client.isEnded, isReset: client.isReset,
        end: recording.connections.first?.end, exchanges: recording.exchanges.count,
        oddities: recording.oddities.count, isReplied: recording.exchanges.first?.replied != nil),
      recording.faults.map(\.complaint)
    )
  }
}
