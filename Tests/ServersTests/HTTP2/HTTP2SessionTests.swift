// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Platform
import Scenarios
@testable import Servers
import Testing
import Transcripts

/// Frames in, events out; replies in, frames out.
@Suite struct HTTP2SessionTests {
  private let session: HTTP2Session

  init() throws { session = try #require(HTTP2Session(.server(headLimit: 1 << 16))) }

  @discardableResult
  private func receive(_ frames: [Frame], hasPreface: Bool = true) -> [HTTP2Session.Event] {
    let octets =
      (hasPreface ? HTTP2Session.preface + Frame.settings.octets : []) + frames.flatMap(\.octets)
    unsafe octets.withUnsafeBytes { unsafe session.receive($0) }
    return session.takeEvents()
  }

  private func sent() -> (frames: [Frame], events: [HTTP2Session.Event]) {
    var octets: [UInt8] = []
    session.write(to: &octets)
    return (Frame.read(octets), session.takeEvents())
  }

  @Test func aRequestIsRead() throws {
    let events = receive([.get("/vault", on: 1, [("x", "1")])])
    guard case .head(let stream, let lines, let endsStream)? = events.first else {
      Issue.record("no request: \(events)")
      return
    }
    #expect(stream == 1 && endsStream)
    let request = HTTP2Request(stream: stream, lines: lines, isComplete: endsStream)
    let head = request.head(at: .origin, isSecure: false).request
    #expect(head.method == "GET" && head.target == "/vault" && head.version == "HTTP/2")
    #expect(head.first("Host") == "a.test" && head.first("X") == "1")
  }

  @Test func aBodyComesInPieces() {
    let events = receive([
      .get("/", on: 1, endsStream: false),
      Frame(kind: .data, stream: 1, payload: Array("one".utf8)),
      Frame(kind: .data, flags: Frame.endStream, stream: 1, payload: Array("two".utf8)),
    ])
    #expect(
      events.dropFirst() == [
        .body(stream: 1, Array("one".utf8)), .body(stream: 1, Array("two".utf8)),
        .complete(stream: 1),
      ])
  }

  @Test func trailersEndARequestAndAreNoRequest() {
    let events = receive([
      .get("/", on: 1, endsStream: false), .headers([("authorization", "Basic eDp5")], on: 1),
    ])
    #expect(events.count == 2)
    #expect(events.last == .complete(stream: 1))
  }

  @Test func settingsAreAnsweredFirst() {
    receive([])
    #expect(sent().frames.map(\.kind) == [.settings, .settings])
  }

  @Test func aResponseIsSent() {
    receive([.get("/", on: 1)])
    let response = Reply.Response(head: ResponseHead(status: 200), body: "ok")
    let made = HTTP2Response(response, to: "GET")
    session.send(made.fields, body: made.body, on: 1)
    let (frames, events) = sent()
    let own = frames.filter { $0.stream == 1 }
    #expect(own.map(\.kind) == [.headers, .data])
    // The indexed field `:status: 200` (RFC 7541 A).
    #expect(own.first?.payload.first == 0x88)
    #expect(own.last?.payload == Array("ok".utf8) && own.last?.endsStream == true)
    #expect(events == [.answered(stream: 1), .closed(stream: 1, code: 0)])
  }

  @Test(arguments: [("HEAD" as Octets, 200), ("GET", 204), ("GET", 304), ("CONNECT", 200)])
  func someResponsesHaveNoBody(_ method: Octets, _ status: Int) {
    receive([.get("/", on: 1)])
    let response = Reply.Response(head: ResponseHead(status: status), body: "none")
    let made = HTTP2Response(response, to: method)
    #expect(made.body == nil)
    session.send(made.fields, body: made.body, on: 1)
    let own = sent().frames.filter { $0.stream == 1 }
    #expect(own.map(\.kind) == [.headers] && own.first?.endsStream == true)
  }

  @Test func trailersEndAResponse() {
    receive([.get("/", on: 1)])
    let trailers = FieldSection([("WWW-Authenticate", "Basic realm=\"x\"")])
    let response = Reply.Response(
      head: ResponseHead(status: 200), body: "ok", framing: .chunked(trailers: trailers))
    let made = HTTP2Response(response, to: "GET")
    // `:status` alone, without a Content-Length.
    #expect(unsafe made.fields.withPairs { _, count in Int32(count) } == 1)
    session.send(made.fields, body: made.body, on: 1)
    let own = sent().frames.filter { $0.stream == 1 }
    #expect(own.map(\.kind) == [.headers, .data, .headers])
    #expect(own.map(\.endsStream) == [false, false, true])
  }

  @Test func aBodyInPiecesWaits() {
    receive([.get("/", on: 1)])
    let body = HTTP2Body("abcdef")
    body.allow(2)
    session.send(HTTP2Fields(of: ResponseHead(status: 200)), body: body, on: 1)
    #expect(sent().frames.last?.payload == Array("ab".utf8))
    #expect(sent().frames.isEmpty)
    body.allow(4)
    session.resume(1)
    let rest = sent().frames
    #expect(rest.map(\.payload) == [Array("cdef".utf8)] && rest.last?.endsStream == true)
  }

  @Test func streamsAreReset() {
    receive([.get("/", on: 1), .get("/", on: 3)])
    session.reset(1, code: 13)
    let (frames, events) = sent()
    let resets = frames.filter { $0.kind == .reset }
    #expect(resets.map(\.stream) == [1] && resets.first?.number(at: 0) == 13)
    #expect(events == [.answered(stream: 1), .closed(stream: 1, code: 13)])
    #expect(!session.hasEnded)
  }

  @Test func goAwayEndsTheSessionOnceItsStreamsAreOver() {
    receive([.get("/", on: 1), .get("/", on: 3)])
    session.goAway(after: 1, code: 0)
    let (frames, events) = sent()
    let last = frames.last { $0.kind == .goAway }
    #expect(last?.number(at: 0) == 1 && last?.number(at: 4) == 0)
    #expect(events.contains { if case .closed(stream: 3, _) = $0 { true } else { false } })
    #expect(!session.hasEnded)
    session.send(HTTP2Fields(of: ResponseHead(status: 204)), body: nil, on: 1)
    _ = sent()
    #expect(session.hasEnded)
  }

  @Test(arguments: [
    [("X-Upper", "1")], [("connection", "close")], [("te", "gzip")],
    [("transfer-encoding", "chunked")],
  ])
  func malformedRequestsAreComplaintsAndReset(_ lines: [(String, String)]) {
    let events = receive([.get("/", on: 1, lines)])
    #expect(!events.contains { if case .head = $0 { true } else { false } })
    let (frames, more) = sent()
    #expect(frames.contains { $0.kind == .reset && $0.stream == 1 && $0.number(at: 0) == 1 })
    let complaints = (events + more).filter { if case .complaint = $0 { true } else { false } }
    #expect(complaints.count >= 1)
  }

  @Test func aHeadBeyondTheLimitIsRefused() throws {
    let session = try #require(HTTP2Session(.server(headLimit: 100)))
    let long = String(repeating: "x", count: 200)
    let octets =
      HTTP2Session.preface + Frame.settings.octets + Frame.get("/", on: 1, [("a", long)]).octets
    unsafe octets.withUnsafeBytes { unsafe session.receive($0) }
    let events = session.takeEvents()
    #expect(events.contains { if case .complaint = $0 { true } else { false } })
    #expect(!events.contains { if case .head = $0 { true } else { false } })
  }

  /// Whatever comes, nothing breaks, and the client learns that it is over.
  @Test func anyOctetsEndInGoAway() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let session = try #require(HTTP2Session(.server(headLimit: 1 << 16)))
      var octets = HTTP2Session.preface + Frame.settings.octets
      for _ in 0..<Int.random(in: 1...400, using: &random) {
        octets.append(UInt8.random(in: 0...255, using: &random))
      }
      unsafe octets.withUnsafeBytes { unsafe session.receive($0) }
      var output: [UInt8] = []
      session.write(to: &output)
      #expect(Frame.read(output).first?.kind == .settings)
    }
    let garbage = Frame(kind: .headers, flags: Frame.endHeaders, stream: 2, payload: [0x82])
    receive([garbage])
    #expect(sent().frames.contains { $0.kind == .goAway })
    #expect(session.hasEnded)
  }

  /// A client gets interim and final responses, and their trailers.
  @Test func aClientReadsResponses() throws {
    let client = try #require(HTTP2Session(.client(acceptsMalformed: false)))
    func carry(from one: HTTP2Session, to other: HTTP2Session) {
      var octets: [UInt8] = []
      one.write(to: &octets)
      unsafe octets.withUnsafeBytes { unsafe other.receive($0) }
    }
    let lines = FieldSection([
      (":method", "GET"), (":scheme", "http"), (":authority", "a.test"), (":path", "/"),
    ])
    let stream = try #require(client.request(HTTP2Fields(lines), body: nil))
    carry(from: client, to: session)
    #expect(session.takeEvents() == [.head(stream: stream, lines, endsStream: true)])
    session.send(interim: ResponseHead(status: 103), on: stream)
    let trailers = FieldSection([("x", "1")])
    session.send(
      HTTP2Fields(of: ResponseHead(status: 200)), body: HTTP2Body("ok", trailers: trailers),
      on: stream)
    carry(from: session, to: client)
    #expect(
      client.takeEvents() == [
        .answered(stream: stream),
        .head(stream: stream, FieldSection([(":status", "103")]), endsStream: false),
        .head(stream: stream, FieldSection([(":status", "200")]), endsStream: false),
        .body(stream: stream, Array("ok".utf8)), .trailers(stream: stream, trailers),
        .complete(stream: stream), .closed(stream: stream, code: 0),
      ])
    #expect(client.wantsInput && client.takesRequests)
    session.terminate()
    carry(from: session, to: client)
    #expect(client.takeEvents() == [.goAway(last: stream, code: 0)])
    #expect(!client.takesRequests)
  }

  @Test func anotherPrefaceBreaksTheSession() {
    let octets = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    unsafe octets.withUnsafeBytes { unsafe session.receive($0) }
    #expect(session.hasEnded)
  }
}

/// What HTTP/1.1 makes of pseudo-header fields.
@Suite struct HTTP2RequestTests {
  private func head(
    _ lines: [(Octets, Octets)], _ kind: ServerKind = .origin, isSecure: Bool = false
  ) -> HTTP2Request.Head {
    HTTP2Request(
      stream: 1, lines: FieldSection(lines.map { (name: $0.0, value: $0.1) }), isComplete: true
    ).head(at: kind, isSecure: isSecure)
  }

  @Test func aProxyGetsTheAbsoluteForm() {
    let lines: [(Octets, Octets)] = [
      (":method", "GET"), (":scheme", "http"), (":authority", "a.test:8"), (":path", "/x"),
    ]
    #expect(head(lines, .proxy).request.target == "http://a.test:8/x")
    #expect(head(lines, .origin).request.target == "/x")
  }

  @Test func anOriginServerGetsTheAbsoluteFormOfAnotherScheme() {
    let lines: [(Octets, Octets)] = [
      (":method", "GET"), (":scheme", "https"), (":authority", "a.test:8"), (":path", "/x"),
    ]
    #expect(head(lines, isSecure: true).request.target == "/x")
    #expect(head(lines).request.target == "https://a.test:8/x")
  }

  @Test func connectNamesAnAuthority() {
    let made = head([(":method", "CONNECT"), (":authority", "a.test:443")], .proxy)
    #expect(made.request.target == "a.test:443" && made.request.method == "CONNECT")
  }

  @Test func cookiesAreJoined() {
    let made = head([
      (":method", "GET"), (":path", "/"), ("cookie", "a=1"), ("x", "y"), ("cookie", "b=2"),
    ])
    #expect(made.request.fields.values(of: "Cookie") == ["a=1; b=2"])
  }

  @Test func aHostMayStandBesideTheSameAuthority() {
    let lines: [(Octets, Octets)] = [(":method", "GET"), (":path", "/"), (":authority", "a.test")]
    let same = head(lines + [("host", "a.test")])
    #expect(same.complaint == nil && same.request.fields.count(of: "Host") == 1)
    #expect(head(lines + [("host", "b.test")]).complaint != nil)
  }
}
