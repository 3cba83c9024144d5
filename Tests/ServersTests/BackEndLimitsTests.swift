// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
@testable import Servers
@testable import Transcripts
import CMicroHTTPD
import TestThreads
import Testing

/// What libmicrohttpd is said not to play: that it is said, and that it is so.
@Suite(.onOwnThreads) struct BackEndLimitsTests {
  private func refusal(_ reply: Reply, isHTTP10: Bool = false) -> String? {
    BackEndLimits.whatCannotBePlayed(reply, by: .microhttpd, isHTTP10: isHTTP10)
  }

  private func response(
    _ head: ResponseHead, framing: Reply.Framing = .length, afterwards: ConnectionFate = .keep
  ) -> Reply {
    Reply(
      content: .response(Reply.Response(head: head, framing: framing)), afterwards: afterwards)
  }

  @Test func `the wire server plays everything`() {
    let replies = [
      Reply(content: .raw("x"), afterwards: .reset), Reply(content: .tunnel(to: 1)),
      response(ResponseHead(status: 0, fields: FieldSection([("", "\r\n")]))),
    ]
    for reply in replies {
      #expect(BackEndLimits.whatCannotBePlayed(reply, by: .wire, isHTTP10: true) == nil)
    }
  }

  @Test func `a plain response can be played`() {
    #expect(refusal(.text("ok")) == nil)
    #expect(refusal(.text("ok"), isHTTP10: true) == nil)
    #expect(refusal(.text("ok", fields: [("A", " b\t\u{1}\u{7F}ÿ ")])) == nil)
    #expect(refusal(response(ResponseHead(status: 401, reason: "Unauthorized"))) == nil)
    #expect(refusal(response(ResponseHead(version: "HTTP/1.0", status: 200))) == nil)
    #expect(refusal(Reply(content: .nothing, afterwards: .close)) == nil)
  }

  // What needs no proof, as the library has no function for it.
  @Test func `what there is no function for cannot be played`() {
    var interim = Reply.text("ok")
    interim.interim = [ResponseHead(status: 103)]
    #expect(refusal(interim) == "libmicrohttpd sends no interim responses but 100 (Continue).")
    var trickled = Reply.text("ok")
    trickled.trickle = Trickle(octets: 1, milliseconds: 1)
    #expect(refusal(trickled) == "libmicrohttpd sends a response as fast as it can.")
    #expect(
      refusal(.text("ok", afterwards: .reset)) == "libmicrohttpd does not reset connections.")
    #expect(
      refusal(.text("ok", afterwards: .stall)) == "libmicrohttpd does not leave a connection alone."
    )
    #expect(
      refusal(Reply(content: .raw("x"))) == "libmicrohttpd sends well-formed responses only.")
    #expect(refusal(Reply(content: .nothing)) == "libmicrohttpd answers every request.")
    #expect(
      refusal(response(ResponseHead(status: 200, reason: "Fine")))
        == "libmicrohttpd sends the usual reason phrases only.")
    #expect(
      refusal(response(ResponseHead(version: "HTTP/1.2", status: 200)))
        == "libmicrohttpd sends HTTP/1.1 and HTTP/1.0, not HTTP/1.2.")
  }

  static let lines: [(name: String, value: String, refusal: String)] = [
    ("", "x", "libmicrohttpd sends no field name ."),
    ("a b", "x", "libmicrohttpd sends no field name a b."),
    ("a:", "x", "libmicrohttpd sends no field name a:."),
    ("a\r\nb", "x", "libmicrohttpd sends no field name a\\x0d\\x0ab."),
    ("a", "", "libmicrohttpd sends no empty field values."),
    ("a", "b\r\n c", "libmicrohttpd sends no NUL, CR or LF in a field value."),
    ("a", "b\nc", "libmicrohttpd sends no NUL, CR or LF in a field value."),
    ("a", "b\rc", "libmicrohttpd sends no NUL, CR or LF in a field value."),
    ("a", "b\0c", "libmicrohttpd sends no NUL, CR or LF in a field value."),
    ("content-length", "0", "libmicrohttpd sets Content-Length itself."),
    ("Content-Length", "7", "libmicrohttpd sets Content-Length itself."),
    ("Transfer-Encoding", "gzip", "libmicrohttpd sets Transfer-Encoding itself."),
    ("Connection", "Keep-Alive, close", "libmicrohttpd sets Connection itself."),
  ]

  @Test(arguments: lines.indices) func `a field line that cannot be played is not played`(
    _ index: Int
  ) {
    let (name, value, expected) = BackEndLimitsTests.lines[index]
    let line: (Octets, Octets) = (Octets(name), Octets(value))
    #expect(refusal(.text("ok", fields: [line])) == expected)
    let trailers = FieldSection([line])
    #expect(refusal(.text("ok", framing: .chunked(trailers: trailers))) == expected)
    // The library's own word: it takes no such line, or does not send it as it is. (A name with a
    // colon it does send; that the name is another then is why it is refused here.)
    guard !name.isEmpty, name != "a:" else { return }
    let played = BareDaemon.play(name, value)
    let line11 = "HTTP/1.1 200 OK\r\n\(name): \(value)\r\nContent-Length: 0\r\n\r\n"
    #expect(!played.isTaken || played.text != line11)
  }

  @Test func `a field line that can be played is played by the library itself`() {
    let played = BareDaemon.play("a-B!", " b\t\u{1}\u{7F} ")
    #expect(played.isTaken)
    #expect(
      played.text == "HTTP/1.1 200 OK\r\na-B!:  b\t\u{1}\u{7F} \r\nContent-Length: 0\r\n\r\n")
    #expect(!played.isClosed)
  }

  @Test func `a second Date takes the place of the first`() {
    #expect(
      refusal(.text("", fields: [("Date", "a"), ("date", "b")]))
        == "libmicrohttpd sends one Date only.")
    let played = unsafe BareDaemon { connection in
      guard let response = unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
      else { return .NO }
      defer { unsafe MHD_destroy_response(response) }
      _ = unsafe MHD_add_response_header(response, "Date", "a")
      _ = unsafe MHD_add_response_header(response, "date", "b")
      return unsafe MHD_queue_response(connection, 200, response)
    }.play(get)
    #expect(played.text == "HTTP/1.1 200 OK\r\ndate: b\r\nContent-Length: 0\r\n\r\n")
  }

  @Test(arguments: [0, 99, 100, 103, 1000, -1]) func `a status that is not final is not played`(
    _ status: Int
  ) {
    #expect(
      refusal(response(ResponseHead(status: status)))
        == "libmicrohttpd sends no final response of status \(status).")
    guard let code = UInt32(exactly: status) else { return }
    let played = BareDaemon.play("", "", status: code)
    // 1xx it takes, and leaves the client without a final response.
    #expect(played.text == "" || !played.text.contains("Content-Length"))
  }

  @Test func `a response before the request's body ends the connection, and says so`() {
    for afterwards in [ConnectionFate.keep, .close, .closeSilently] {
      #expect(
        refusal(.text("", status: 401, afterwards: afterwards, isEarly: true))
          == "libmicrohttpd closes the connection after a response before the request's body.")
    }
    let played = unsafe BareDaemon(isEarly: true) { connection in
      guard let response = unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
      else { return .NO }
      defer { unsafe MHD_destroy_response(response) }
      return unsafe MHD_queue_response(connection, 401, response)
    }.play("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n")
    #expect(
      played.text
        == "HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    #expect(played.isClosed)
  }

  @Test func `no socket is handed over with 200`() {
    #expect(
      refusal(Reply(content: .tunnel(to: 1))) == "libmicrohttpd sends no 2xx response to CONNECT.")
    var isQueued: MHD_Result?
    _ = unsafe BareDaemon { connection in
      guard
        let response = unsafe MHD_create_response_for_upgrade({ _, _, _, _, _, _, _ in }, nil)
      else { return .NO }
      defer { unsafe MHD_destroy_response(response) }
      isQueued = unsafe MHD_queue_response(connection, 200, response)
      return .NO
    }.play("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(isQueued != .YES)
  }

  @Test func `what HTTP/1.0 says of the connection is said`() {
    let silent = Reply.text("ok", afterwards: .closeSilently)
    #expect(refusal(silent) == nil)
    let expected = "libmicrohttpd says with HTTP/1.0 what becomes of the connection."
    #expect(refusal(silent, isHTTP10: true) == expected)
    let old = response(
      ResponseHead(version: "HTTP/1.0", status: 200), afterwards: .closeSilently)
    #expect(refusal(old) == expected)
    #expect(
      refusal(.text("ok", framing: .chunked(trailers: FieldSection())), isHTTP10: true)
        == "libmicrohttpd uses no chunked transfer coding with HTTP/1.0.")
    #expect(
      refusal(.text("ok", framing: .untilClose, afterwards: .closeSilently))
        == "libmicrohttpd says Connection: close where the end of a body is told by closing.")
  }

  @Test func `a head has a limit, and a larger one where that is asked for`() {
    let long: Octets = Octets([UInt8](repeating: 0x78, count: 1 << 12))
    let reply = Reply.text("ok", fields: [("A" as Octets, long)])
    #expect(refusal(reply) == "libmicrohttpd has 4096 octets for the head of a response here.")
    #expect(
      BackEndLimits.whatCannotBePlayed(
        reply, by: .microhttpd, isHTTP10: false, hasLargeHeads: true) == nil)
  }

  @Test func `a head that is too long all the same is a fault of the harness`() throws {
    let long: Octets = Octets([UInt8](repeating: 0x78, count: 1 << 18))
    let stand = try Stand(.microhttpd) { _ in .text("ok", fields: [("A" as Octets, long)]) }
    let client = stand.client()
    client.send(get)
    #expect(client.wait { client.isEnded || client.isReset })
    #expect(stand.recording.faults.count == 1)
    #expect(stand.recording.exchanges.first?.replied == nil)
  }

  @Test(arguments: [
    Reply(content: .raw("x")), Reply(content: .nothing), Reply(content: .tunnel(to: 0)),
    .text("x", afterwards: .reset), .text("x", fields: [("A", "")]),
  ])
  func `a reply that cannot be played is a fault of the harness, never silence`(
    _ reply: Reply
  ) throws {
    let stand = try Stand(.microhttpd) { _ in reply }
    let client = stand.client()
    client.send(get)
    #expect(client.textUntilEnd() == "")
    #expect(stand.recording.faults.map(\.complaint) == [refusal(reply)])
    #expect(stand.recording.faults.map(\.connection) == [0])
    #expect(stand.recording.exchanges.first?.reply == reply)
    #expect(stand.recording.exchanges.first?.replied == nil)
    #expect(stand.recording.connections.first?.end == .byServer)
  }

  @Test func someRepliesAreNoneOfHTTP2() {
    func limit(_ reply: Reply) -> String? { BackEndLimits.whatHTTP2CannotSend(reply) }
    #expect(limit(.text("ok")) == nil)
    #expect(limit(.text("ok", framing: .chunked(trailers: FieldSection()))) == nil)
    #expect(limit(Reply(content: .nothing, afterwards: .reset)) == nil)
    #expect(limit(Reply(content: .streamEnd(StreamEnd(.reset, .cancel)))) == nil)
    #expect(limit(Reply(content: .raw("x"))) == "HTTP/2 sends frames, not raw octets.")
    #expect(limit(.text("ok", framing: .untilClose)) != nil)
    var head = ResponseHead(status: 200, reason: "Fine")
    #expect(limit(Reply(content: .response(Reply.Response(head: head)))) != nil)
    head = ResponseHead(version: "HTTP/1.0", status: 200)
    #expect(limit(Reply(content: .response(Reply.Response(head: head)))) != nil)
  }
}
