// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
@testable import Servers
import TestThreads
import Testing
import Transcripts

/// A server with HTTP/2, on a socket.
@Suite(.onOwnThreads) struct HTTP2ConnectionTests {
  private func stand(_ decide: @escaping (IncomingRequest) -> Reply?) throws -> Stand {
    let stand = Stand()
    stand.decide = decide
    try stand.begin([
      ServerConfiguration(
        name: "origin", kind: .origin, host: 2, backEnd: .wire, speaksHTTP2: true)
    ])
    return stand
  }

  private static let opening = HTTP2Session.preface + Frame.settings.octets

  @Test func priorKnowledgeIsTakenAtItsWord() throws {
    let stand = try stand { _ in .text("ok", status: 200) }
    let client = stand.client()
    client.send(Self.opening + Frame.get("/a", on: 1).octets + Frame.get("/b", on: 3).octets)
    stand.turn(for: 50)
    let frames = Frame.read(client.received)
    #expect(frames.filter { $0.kind == .data }.map(\.stream) == [1, 3])
    let exchanges = stand.recording.exchanges
    #expect(exchanges.map(\.stream) == [1, 3])
    #expect(exchanges.map(\.request.version) == ["HTTP/2", "HTTP/2"])
    #expect(exchanges.allSatisfy { $0.replied != nil && $0.isComplete })
    #expect(stand.recording.connections.count == 1)
  }

  @Test func otherClientsSpeakHTTP11() throws {
    let stand = try stand { _ in .text("ok") }
    let client = stand.client()
    client.send(Array(get.utf8))
    stand.turn(for: 50)
    #expect(client.received == Array(ok.utf8))
    #expect(stand.recording.exchanges.map(\.stream) == [nil])
  }

  @Test func aPrefaceMayComeOctetByOctet() throws {
    let stand = try stand { _ in .text("ok") }
    let client = stand.client()
    for octet in Self.opening + Frame.get("/", on: 1).octets {
      client.send([octet])
      stand.turn(for: 1)
    }
    stand.turn(for: 50)
    #expect(stand.recording.exchanges.count == 1)
  }

  @Test func anEarlyReplyDoesNotWaitForTheBody() throws {
    let stand = try stand { _ in .text("no", status: 401, isEarly: true) }
    let client = stand.client()
    client.send(Self.opening + Frame.get("/", on: 1, endsStream: false).octets)
    stand.turn(for: 50)
    #expect(Frame.read(client.received).contains { $0.kind == .data && $0.endsStream })
    #expect(stand.recording.exchanges.first?.isComplete == false)
    let rest = Frame(
      kind: .data, flags: Frame.endStream, stream: 1, payload: Array("late".utf8))
    client.send(rest.octets)
    stand.turn(for: 50)
    #expect(stand.recording.exchanges.first?.body == "late")
    #expect(stand.recording.exchanges.first?.isComplete == true)
  }

  /// The client has sent all that it may when the reply comes, and may go on afterwards.
  @Test func aReplyThatAwaitsTheWindowComesBeforeAnother() throws {
    let stand = try stand { _ in
      .text("no", status: 401, isEarly: true, octetsAwaited: 65_535)
    }
    let client = stand.client()
    client.send(Self.opening + Frame.get("/", on: 1, endsStream: false).octets)
    let most = 16_383
    for _ in 0..<4 { client.send(data(most)) }
    stand.turn(for: 30)
    #expect(!Frame.read(client.received).contains { $0.kind == .data || $0.kind == .windowUpdate })
    client.send(data(3))
    client.wait { Frame.read(client.received).contains { $0.stream == 1 && $0.endsStream } }
    stand.turn(for: 30)
    let frames = Frame.read(client.received)
    let reply = try #require(frames.firstIndex { $0.stream == 1 && $0.endsStream })
    let windows = frames.indices.filter { frames[$0].kind == .windowUpdate }
    #expect(Set(windows.map { frames[$0].stream }) == [0, 1])
    #expect(windows.allSatisfy { $0 > reply })
    for _ in 0..<4 { client.send(data(most)) }
    client.send(Frame(kind: .data, flags: Frame.endStream, stream: 1).octets)
    client.wait { stand.recording.exchanges.first?.isComplete == true }
    #expect(stand.recording.exchanges.first?.body.count == 8 * most + 3)
  }

  private func data(_ count: Int) -> [UInt8] {
    Frame(kind: .data, stream: 1, payload: Array(repeating: 0x78, count: count)).octets
  }

  @Test func aBodyThatNoReplyAwaitsGetsItsWindow() throws {
    let stand = try stand { $0.isComplete ? .text("ok") : nil }
    let client = stand.client()
    client.send(Self.opening + Frame.get("/", on: 1, endsStream: false).octets)
    for _ in 0..<3 { client.send(data(16_384)) }
    client.wait { Frame.read(client.received).contains { $0.kind == .windowUpdate } }
    let windows = Frame.read(client.received).filter { $0.kind == .windowUpdate }
    #expect(Set(windows.map(\.stream)) == [0, 1])
  }

  @Test func aClientThatExpectsContinueGetsIt() throws {
    let stand = try stand { $0.isComplete ? .text("ok") : nil }
    let client = stand.client()
    client.send(
      Self.opening
        + Frame.get("/", on: 1, [("expect", "100-continue")], endsStream: false).octets)
    client.wait { Frame.read(client.received).contains { $0.kind == .headers } }
    let interim = try #require(Frame.read(client.received).first { $0.kind == .headers })
    #expect(!interim.endsStream)
    client.send(Frame(kind: .data, flags: Frame.endStream, stream: 1, payload: [0x78]).octets)
    client.wait { Frame.read(client.received).contains { $0.endsStream && $0.stream == 1 } }
    #expect(Frame.read(client.received).filter { $0.kind == .headers }.count == 2)
  }

  @Test func anEarlyReplyTakesThePlaceOfContinue() throws {
    let stand = try stand { _ in .text("no", status: 401, isEarly: true) }
    let client = stand.client()
    client.send(
      Self.opening
        + Frame.get("/", on: 1, [("expect", "100-continue")], endsStream: false).octets)
    client.wait { Frame.read(client.received).contains { $0.endsStream && $0.stream == 1 } }
    #expect(Frame.read(client.received).filter { $0.kind == .headers }.count == 1)
  }

  @Test func aClientThatReadsLateGetsAllOfABody() throws {
    let body = String(repeating: "x", count: 8 << 20)
    let stand = try stand { _ in .text(body) }
    let client = stand.client()
    // SETTINGS_INITIAL_WINDOW_SIZE and WINDOW_UPDATE (RFC 9113 6.5.2, 6.9): more than the system
    // takes.
    let windows =
      Frame(kind: .settings, payload: [0, 4, 1, 0, 0, 0]).octets
      + Frame(kind: .windowUpdate, payload: [1, 0, 0, 0]).octets
    client.send(HTTP2Session.preface + windows + Frame.get("/", on: 1).octets)
    stand.loop.forget(client.descriptor)
    stand.turn(for: 50)
    stand.loop.watch(client.descriptor, for: .readable, handler: client)
    while client.received.count < body.utf8.count { stand.turn(for: 20) }
    stand.turn(for: 50)
    let data = Frame.read(client.received).filter { $0.kind == .data }
    #expect(data.reduce(0) { $0 + $1.payload.count } == body.utf8.count)
    #expect(data.last?.endsStream == true)
  }

  @Test func closeIsAGoAwayBehindTheResponse() throws {
    let stand = try stand { _ in .text("ok", afterwards: .close) }
    let client = stand.client()
    client.send(Self.opening + Frame.get("/", on: 1).octets)
    stand.turn(for: 50)
    let kinds = Frame.read(client.received).map(\.kind)
    #expect(kinds.contains(.goAway) && kinds.contains(.data))
    #expect(client.isEnded)
    #expect(stand.recording.connections.first?.end == .byServer)
  }

  /// CONNECT (RFC 9113 8.5): the stream is a way to an origin server, which speaks HTTP/1.1.
  @Test func aTunnelIsAStream() throws {
    let stand = Stand()
    stand.decide = { request in
      request.server == 0 ? Reply(content: .tunnel(to: 1)) : .text("inside")
    }
    try stand.begin([
      ServerConfiguration(
        name: "proxy", kind: .proxy, host: 2, backEnd: .wire, speaksHTTP2: true),
      ServerConfiguration(name: "origin", kind: .origin, host: 3, backEnd: .wire),
    ])
    let client = stand.client()
    let connect = Frame.headers(
      [(":method", "CONNECT"), (":authority", "a.test:80")], on: 1, endsStream: false)
    let inner = Frame(kind: .data, stream: 1, payload: Array(get.utf8))
    client.send(Self.opening + connect.octets)
    stand.turn(for: 50)
    client.send(inner.octets)
    stand.turn(for: 50)
    let data = Frame.read(client.received).filter { $0.kind == .data }.flatMap(\.payload)
    #expect(String(decoding: data, as: UTF8.self).hasSuffix("inside"))
    let recording = stand.recording
    #expect(recording.exchanges.map(\.server) == [0, 1])
    #expect(recording.exchanges.first?.request.target == "a.test:80")
    #expect(recording.connections.last?.tunnelledThrough == 0)
    client.send(Frame(kind: .data, flags: Frame.endStream, stream: 1).octets)
    stand.turn(for: 50)
    #expect(Frame.read(client.received).last { $0.kind == .data }?.endsStream == true)
  }

  @Test func aRequestThatIsNotProcessedIsSaidToBeSo() throws {
    let stand = try stand { request in
      request.head.target == "/a"
        ? .text("ok") : Reply(content: .streamEnd(StreamEnd(.goAway, .http11Required)))
    }
    let client = stand.client()
    client.send(Self.opening + Frame.get("/a", on: 1).octets + Frame.get("/b", on: 3).octets)
    stand.turn(for: 50)
    let frames = Frame.read(client.received)
    let last = frames.last { $0.kind == .goAway }
    #expect(last?.number(at: 0) == 1 && last?.number(at: 4) == 13)
    #expect(frames.contains { $0.kind == .data && $0.stream == 1 })
    #expect(client.isEnded)
  }

  @Test func garbageIsAnOddity() throws {
    let stand = try stand { _ in .text("ok") }
    let client = stand.client()
    let garbage = Frame(kind: .headers, flags: Frame.endHeaders, stream: 2, payload: [0x82])
    client.send(Self.opening + garbage.octets)
    stand.turn(for: 50)
    #expect(Frame.read(client.received).contains { $0.kind == .goAway })
    #expect(stand.recording.oddities.count == 1)
    #expect(stand.recording.exchanges.isEmpty && stand.recording.faults.isEmpty)
  }

  @Test func aFloodOfRequestsComesToAnEnd() throws {
    let stand = try stand { _ in .text("ok") }
    let client = stand.client()
    client.send(Self.opening)
    for number in 0..<1_100 {
      client.send(Frame.get("/", on: UInt32(number * 2 + 1)).octets)
      if number % 50 == 0 { stand.turn(for: 1) }
    }
    stand.turn(for: 100)
    #expect(stand.recording.exchanges.count <= 1_000)
    #expect(client.isEnded)
  }
}
