// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
@testable import Servers
@testable import Transcripts
import TestThreads
import Testing

@Suite(.onOwnThreads) struct TunnelTests {
  let stand = Stand()
  let connect = "CONNECT b:1 HTTP/1.1\r\nHost: b:1\r\n\r\n"
  let opened = "HTTP/1.1 200 OK\r\n\r\n"

  /// A proxy that tunnels, a second one, and an origin.
  func begin(_ backEnd: BackEnd, target: Int = 2) throws {
    stand.decide = { request in
      switch request.server {
      case 0: Reply(content: .tunnel(to: target))
      case 1: Reply(content: .tunnel(to: 2))
      default: .text("ok")
      }
    }
    try stand.begin([
      ServerConfiguration(name: "outer", kind: .proxy, host: 1, backEnd: .wire),
      ServerConfiguration(name: "inner", kind: .proxy, host: 2, backEnd: .wire),
      ServerConfiguration(name: "origin", kind: .origin, host: 3, backEnd: backEnd),
    ])
  }

  @Test(arguments: BackEnd.allCases) func `a tunnel leads to the origin`(
    _ backEnd: BackEnd
  ) throws {
    try begin(backEnd)
    let client = stand.client(of: 0)
    #expect(client.exchange(connect, for: opened) == opened)
    for _ in 0..<2 { #expect(client.exchange(get, for: ok) == ok) }
    let recording = stand.recording
    #expect(recording.connections.map(\.server) == [0, 2])
    #expect(recording.connections.map(\.tunnelledThrough) == [nil, 0])
    #expect(recording.connections.map(\.end) == [.tunnel, nil])
    #expect(recording.exchanges.map(\.connection) == [0, 1, 1])
    #expect(recording.exchanges.map(\.server) == [0, 2, 2])
    #expect(stand.asked.map(\.isFirstOnConnection) == [true, true, false])
    // What tells whether libmicrohttpd reads the connection.
    #expect((recording.exchanges.last?.rawHead == nil) == (backEnd == .microhttpd))
    client.close()
    #expect(client.wait { stand.recording.connections.last?.end == .byClient })
    #expect(recording.oddities == [])
    #expect(recording.faults == [])
  }

  @Test(arguments: BackEnd.allCases) func `a tunnel leads through a tunnel`(
    _ backEnd: BackEnd
  ) throws {
    try begin(backEnd, target: 1)
    let client = stand.client(of: 0)
    #expect(client.exchange(connect, for: opened) == opened)
    #expect(client.exchange(connect, for: opened) == opened)
    #expect(client.exchange(get, for: ok) == ok)
    #expect(stand.recording.connections.map(\.server) == [0, 1, 2])
    #expect(stand.recording.connections.map(\.tunnelledThrough) == [nil, 0, 1])
    // The outer proxy closes what goes through it.
    stand.group.closeConnections(of: 0)
    #expect(client.wait { client.isEnded })
    #expect(stand.recording.connections.map(\.end) == [.tunnel, .tunnel, .byServer])
  }

  @Test(arguments: BackEnd.allCases)
  func `what comes with the CONNECT is an oddity, and is read`(_ backEnd: BackEnd) throws {
    try begin(backEnd)
    let client = stand.client(of: 0)
    #expect(client.exchange(connect + get, for: opened + ok) == opened + ok)
    #expect(client.exchange(get, for: ok) == ok)
    let recording = stand.recording
    #expect(
      recording.oddities.map(\.complaint)
        == ["The client sent octets for the tunnel before it was told that there is one."])
    #expect(recording.oddities.map(\.octets) == [Octets(get)])
    #expect(recording.oddities.map(\.connection) == [0])
    #expect(recording.exchanges.map(\.server) == [0, 2, 2])
    #expect(recording.connections.map(\.tunnelledThrough) == [nil, 0])
  }

  @Test func `a tunnel to nowhere is a fault of the harness`() throws {
    try begin(.wire, target: 9)
    let client = stand.client(of: 0)
    client.send(connect)
    #expect(client.textUntilEnd() == opened)
    #expect(stand.recording.faults.map(\.complaint) == ["There is no server 9 to tunnel to."])
    #expect(stand.recording.connections.map(\.end) == [.byServer])
  }

  @Test func `a tunnel may be refused, and asked for again on the same connection`() throws {
    try begin(.wire)
    stand.decide = { request in
      if request.server == 2 { return .text("ok") }
      return request.head.fields.first("Proxy-Authorization") == nil
        ? .text("", status: 407) : Reply(content: .tunnel(to: 2))
    }
    let client = stand.client(of: 0)
    let refused = "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"
    #expect(client.exchange(connect, for: refused) == refused)
    let again = "CONNECT b:1 HTTP/1.1\r\nProxy-Authorization: Basic eDp5\r\n\r\n"
    #expect(client.exchange(again, for: opened) == opened)
    #expect(client.exchange(get, for: ok) == ok)
    #expect(stand.recording.exchanges.map(\.server) == [0, 0, 2])
  }
}
