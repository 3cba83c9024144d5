// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Platform
import HTTPAuth
@testable import Servers
@testable import Transcripts
import CMicroHTTPD
import Glibc
import TestThreads
import Testing

/// Cases one after another on the same servers.
@Suite(.onOwnThreads, .serialized) struct CaseTests {
  static func server(
    _ backEnd: BackEnd, host: Int = 2, isHTTP10: Bool = false
  ) -> ServerConfiguration {
    ServerConfiguration(
      name: "a", kind: .origin, host: host, backEnd: backEnd, isHTTP10: isHTTP10)
  }

  @Test func `servers listen on addresses and ports of their own`() throws {
    let stand = Stand()
    try stand.begin([
      CaseTests.server(.wire, host: 1), CaseTests.server(.wire, host: 7),
      CaseTests.server(.wire, host: 7), CaseTests.server(.microhttpd, host: 7),
      CaseTests.server(.wire, host: 7, isHTTP10: true),
    ])
    let servers = stand.recording.servers
    #expect(
      servers.map(\.address)
        == ["127.0.0.1", "127.0.0.7", "127.0.0.7", "127.0.0.7", "127.0.0.7"])
    #expect(Set(servers.map(\.authority)).count == 5)
    #expect(stand.group.serverAuthority(1) == servers[1].authority)
    #expect(stand.group.serverAuthority(5) == nil)
    #expect(stand.group.serverAuthority(-1) == nil)
    for index in servers.indices {
      let client = stand.client(of: index)
      client.send(get)
      #expect(client.wait { stand.recording.exchanges.count == index + 1 })
    }
    #expect(stand.recording.exchanges.map(\.server) == [0, 1, 2, 3, 4])
    #expect(stand.recording.servers.map(\.configuration.host) == [1, 7, 7, 7, 7])
  }

  @Test(arguments: [0, -1, 255, Int.max]) func `a host number out of range is an error`(
    _ host: Int
  ) throws {
    let stand = Stand()
    #expect(throws: ServerError("A host number is 1 to 254, not \(host).")) {
      try stand.begin([CaseTests.server(.wire, host: host)])
    }
    // And the group is as good as before.
    try stand.begin([CaseTests.server(.wire)])
    #expect(stand.client().exchange(get, for: ok) == ok)
  }

  @Test(arguments: BackEnd.allCases) func `a server keeps its port from case to case`(
    _ backEnd: BackEnd
  ) throws {
    let stand = Stand()
    try stand.begin([CaseTests.server(backEnd)])
    let authority = stand.group.serverAuthority(0)
    _ = stand.group.end()
    #expect(stand.group.serverAuthority(0) == nil)
    try stand.begin([CaseTests.server(backEnd, host: 3), CaseTests.server(backEnd)])
    #expect(stand.group.serverAuthority(1) == authority)
  }

  @Test(arguments: BackEnd.allCases) func `nothing of a case gets into the next one`(
    _ backEnd: BackEnd
  ) throws {
    let stand = Stand()
    try stand.begin([CaseTests.server(backEnd)])
    let idle = stand.client()
    #expect(idle.exchange(get, for: ok) == ok)
    let half = stand.client()
    half.send("GET / HT")
    let busy = stand.client()
    busy.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel")
    stand.turn(for: 10)
    // Not accepted yet when the case is over.
    let waiting = stand.client()
    waiting.send(get)
    let first = stand.group.end()
    #expect(first.exchanges.map(\.isComplete) == [true, false])
    #expect(first.exchanges.map(\.body) == ["", "hel"])
    #expect(first.connections.map(\.end) == [.byClient, .byClient, .byClient])
    #expect(first.oddities == [])

    try stand.begin([CaseTests.server(backEnd)])
    for client in [idle, half, busy, waiting] { client.send(get) }
    for client in [idle, half, busy, waiting] {
      client.wait { client.isEnded || client.isReset }
      #expect(client.isEnded || client.isReset)
    }
    #expect(waiting.text == "")
    #expect(stand.recording.connections == [])
    #expect(stand.recording.exchanges == [])
    #expect(stand.recording.oddities == [])
    #expect(stand.client().exchange(get, for: ok) == ok)
    #expect(stand.recording.exchanges.count == 1)
    #expect(stand.recording.exchanges.first?.received ?? .max < 5_000_000_000)
  }

  @Test(arguments: BackEnd.allCases) func `a case may begin without the last one's end`(
    _ backEnd: BackEnd
  ) throws {
    let stand = Stand()
    try stand.begin([CaseTests.server(backEnd)])
    let client = stand.client()
    #expect(client.exchange(get, for: ok) == ok)
    try stand.begin([CaseTests.server(backEnd)])
    #expect(client.wait { client.isEnded || client.isReset })
    #expect(stand.recording.connections == [])
  }

  @Test(arguments: BackEnd.allCases) func `connections stay usable where that is asked for`(
    _ backEnd: BackEnd
  ) throws {
    let stand = Stand()
    let servers = [CaseTests.server(backEnd, host: 1), CaseTests.server(backEnd, host: 2)]
    try stand.begin(servers)
    let client = stand.client(of: 1)
    let half = stand.client(of: 1)
    half.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel")
    #expect(client.exchange(get, for: ok) == ok)
    stand.turn(for: 10)
    try stand.begin(servers.reversed(), keepConnections: true)
    #expect(stand.recording.connections.count == 1)
    #expect(client.exchange(get, for: ok) == ok)
    #expect(stand.recording.exchanges.map(\.server) == [0])
    #expect(stand.recording.exchanges.map(\.connection) == [0])
    #expect(stand.asked.map(\.isFirstOnConnection) == [true])
    #expect(half.wait { half.isEnded || half.isReset })
    // A server that is not in the case keeps none.
    try stand.begin([servers[0]], keepConnections: true)
    #expect(client.wait { client.isEnded || client.isReset })
    #expect(stand.recording.connections == [])
  }

  @Test(arguments: BackEnd.allCases) func `a server that is not in the case answers nothing`(
    _ backEnd: BackEnd
  ) throws {
    let stand = Stand()
    try stand.begin([CaseTests.server(backEnd)])
    let authority = try #require(stand.group.serverAuthority(0))
    try stand.begin([CaseTests.server(backEnd, host: 3)])
    let client = Client(to: authority, loop: stand.loop)
    client.send(get)
    #expect(client.textUntilEnd() == "")
    #expect(stand.recording.connections == [])
  }

  @Test(arguments: BackEnd.allCases) func `a scenario closes the connections of one server`(
    _ backEnd: BackEnd
  ) throws {
    let stand = Stand()
    try stand.begin([CaseTests.server(backEnd, host: 1), CaseTests.server(backEnd, host: 2)])
    let (client, other) = (stand.client(of: 0), stand.client(of: 1))
    #expect(client.exchange(get, for: ok) == ok)
    #expect(other.exchange(get, for: ok) == ok)
    stand.group.closeConnections(of: 0)
    stand.group.closeConnections(of: 5)
    #expect(client.wait { client.isEnded })
    #expect(stand.recording.connections.map(\.end) == [.byServer, nil])
    #expect(other.exchange(get, for: ok) == ok)
    #expect(stand.client(of: 0).exchange(get, for: ok) == ok)
  }

  @Test func `steps are stamped, and each case begins with 0`() throws {
    let stand = try Stand(.wire)
    let client = stand.client()
    #expect(client.exchange(get, for: ok) == ok)
    stand.group.step = 1
    #expect(client.exchange(get, for: ok) == ok)
    client.send("x\r\n\r\n")
    #expect(client.wait { stand.recording.oddities.count == 1 })
    let recording = stand.group.end()
    #expect(recording.exchanges.map(\.step) == [0, 1])
    #expect(recording.oddities.map(\.step) == [1])
    try stand.begin([CaseTests.server(.wire)])
    #expect(stand.group.step == 0)
  }

  @Test func `looking serves what has come in, and tells whether a reply went out`() throws {
    let stand = try Stand(.microhttpd)
    let client = stand.client()
    #expect(client.exchange(get, for: ok) == ok)
    #expect(!stand.group.look())
    client.send(get)
    #expect(stand.group.look())
    #expect(stand.recording.exchanges.map { $0.replied != nil } == [true, true])
    #expect(!stand.group.look())
  }

  @Test(arguments: BackEnd.allCases) func `a thousand cases leave no descriptor behind`(
    _ backEnd: BackEnd
  ) throws {
    let stand = Stand()
    stand.decide = { request in
      if request.server == 0, request.head.method == "CONNECT" {
        return Reply(content: .tunnel(to: 1))
      }
      return .text("ok", afterwards: request.exchange % 3 == 2 ? .close : .keep)
    }
    let host = backEnd == .wire ? 201 : 203
    let servers = [
      CaseTests.server(.wire, host: host), CaseTests.server(backEnd, host: host + 1),
    ]
    let opened = "HTTP/1.1 200 OK\r\n\r\n"
    func playCase() throws {
      try stand.begin(servers)
      let (tunnelled, direct) = (stand.client(of: 0), stand.client(of: 1))
      #expect(tunnelled.exchange("CONNECT a:1 HTTP/1.1\r\n\r\n", for: opened) == opened)
      #expect(direct.exchange(get, for: ok) == ok)
      tunnelled.send(get)
      #expect(tunnelled.wait { stand.recording.exchanges.count == 3 })
      direct.send("GET / HT")
      _ = stand.group.end()
      tunnelled.close()
      direct.close()
    }
    for _ in 0..<3 { try playCase() }
    let before = descriptors(at: [host, host + 1])
    #expect(before == 2)
    for _ in 0..<1_000 { try playCase() }
    #expect(descriptors(at: [host, host + 1]) == before)
    try stand.begin(servers)
    let open = stand.client(of: 1)
    stand.turn(for: 5)
    #expect(descriptors(at: [host, host + 1]) == before + 2)
    open.close()
    stand.group.stop()
    #expect(stand.loop.watchedCount == 0)
    #expect(descriptors(at: [host, host + 1]) == 0)
  }

  /// How many descriptors of this process have one of their ends at these hosts; those of tests
  /// that run at the same time are at others.
  private func descriptors(at hosts: [Int]) -> Int {
    let addresses = hosts.map { (0x7F00_0000 | UInt32($0)).bigEndian }
    return (0..<Int32(4_096)).count { descriptor in
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      return unsafe withUnsafeMutablePointer(to: &address) { typed in
        unsafe typed.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
          if unsafe getsockname(descriptor, raw, &length) == 0,
            unsafe addresses.contains(typed.pointee.sin_addr.s_addr)
          {
            return true
          }
          return unsafe getpeername(descriptor, raw, &length) == 0
            && addresses.contains(typed.pointee.sin_addr.s_addr)
        }
      }
    }
  }

  @Test func `a group that nobody has any more leaves nothing behind`() throws {
    let stand = try Stand(.microhttpd)
    let loop = stand.loop
    let before = loop.watchedCount
    weak var group: ServerGroup?
    do {
      let other = ServerGroup(loop: loop)
      group = other
      try other.begin([CaseTests.server(.wire)], responder: stand)
      #expect(loop.watchedCount == before + 1)
    }
    #expect(group == nil)
    #expect(loop.watchedCount == before)
    #expect(stand.client().exchange(get, for: ok) == ok)
  }
}
