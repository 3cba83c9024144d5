// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
@testable import Servers
@testable import Transcripts
import TestThreads
import Testing

/// Servers at several addresses that have one port.
@Suite(.onOwnThreads, .serialized) struct SharedPortTests {
  private static func server(
    host: Int, group: Int? = 0, _ backEnd: BackEnd = .wire,
    isIPv6: Bool = false
  ) -> ServerConfiguration {
    ServerConfiguration(
      name: "a", kind: .origin, host: host, isIPv6: isIPv6, portGroup: group, backEnd: backEnd)
  }

  @Test func `servers of a group differ in address alone, and others in port as well`() throws {
    let stand = Stand()
    try stand.begin([
      Self.server(host: 1), Self.server(host: 2), Self.server(host: 1, group: nil),
      Self.server(host: 3, group: 1), Self.server(host: 1, group: 1),
    ])
    let servers = stand.recording.servers
    #expect(servers.map(\.address) == [1, 2, 1, 3, 1].map { "127.0.0.\($0)" })
    #expect(servers[0].port == servers[1].port)
    #expect(servers[3].port == servers[4].port)
    #expect(Set(servers.map(\.port)).count == 3)
    for index in servers.indices {
      #expect(stand.client(of: index).exchange(get, for: ok) == ok)
    }
    #expect(stand.recording.exchanges.map(\.server) == [0, 1, 2, 3, 4])
  }

  @Test(arguments: [BackEnd.wire, .microhttpd])
  func `servers at one place get the requests that name them`(_ backEnd: BackEnd) throws {
    let stand = Stand()
    try stand.begin(
      [nil, "one.test", "two.test"].map { name in
        ServerConfiguration(
          name: name ?? "a", kind: .origin, host: 1, portGroup: 0, hostName: name, backEnd: backEnd)
      })
    let servers = stand.recording.servers
    #expect(Set(servers.map(\.place)).count == 1)
    for host in [servers[1].authority, "TWO.test.:\(servers[0].port)", servers[0].place, "else"] {
      stand.client(of: 0).send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    }
    #expect(stand.client(of: 0).wait { stand.recording.exchanges.count == 4 })
    #expect(stand.recording.exchanges.map(\.server).sorted() == [0, 0, 1, 2])
    #expect(stand.recording.connections.allSatisfy { $0.server == 0 })
  }

  @Test func `they keep their port from case to case, whoever plays them`() throws {
    let stand = Stand()
    try stand.begin([Self.server(host: 1), Self.server(host: 2)])
    let port = stand.recording.servers[0].port
    try stand.begin([Self.server(host: 1, .microhttpd), Self.server(host: 3)])
    #expect(stand.recording.servers.map(\.port) == [port, port])
    stand.client(of: 0).send(get)
    #expect(stand.client(of: 1).exchange(get, for: ok) == ok)
    #expect(stand.client(of: 0).wait { stand.recording.exchanges.count == 2 })
  }

  @Test func `where an address has the port taken, all of them get another`() throws {
    let stand = Stand()
    try stand.begin([Self.server(host: 1)])
    let port = stand.recording.servers[0].port
    let other = try ListeningSocket(host: 5, port: port)
    #expect(throws: ServerError.self) { try ListeningSocket(host: 5, port: port) }
    try stand.begin([Self.server(host: 1), Self.server(host: 5)])
    let ports = stand.recording.servers.map(\.port)
    #expect(ports[0] == ports[1])
    #expect(ports[0] != port)
    #expect(stand.client(of: 0).exchange(get, for: ok) == ok)
    #expect(other.port == port)
  }

  @Test func `a server may listen on the address of IPv6, and share a port there`() throws {
    let stand = Stand()
    do {
      try stand.begin([
        Self.server(host: 1), Self.server(host: 2, isIPv6: true),
        Self.server(host: 3, group: nil, isIPv6: true),
      ])
    } catch let error as ServerError {
      // A machine without it says so, and nothing is wrong.
      #expect(error.isLack)
      return
    }
    let servers = stand.recording.servers
    #expect(servers.map(\.address) == ["127.0.0.1", "::1", "::1"])
    #expect(servers[0].port == servers[1].port)
    #expect(servers[1].port != servers[2].port)
    #expect(servers[1].url == "http://[::1]:\(servers[1].port)")
    #expect(servers[1].host == "[::1]")
    #expect(stand.group.serverAuthority(1) == servers[1].authority)
  }
}

/// What stands for a server in URLs.
@Suite(.onOwnThreads) struct ServerNameTests {
  private static func server(
    name: String? = nil, authority: String? = nil, address: String = "127.0.0.2",
    port: UInt16 = 4012
  ) -> Recording.Server {
    Recording.Server(
      configuration: ServerConfiguration(
        name: "a", kind: .origin, host: 2, hostName: name, authority: authority, backEnd: .wire),
      address: address, port: port)
  }

  @Test func `a name goes with the port of the server, an authority says its own`() {
    let named = Self.server(name: "first.test")
    #expect(named.url == "http://first.test:4012")
    #expect(
      [named.host, named.portInURLs, named.place] == ["first.test", "4012", "127.0.0.2:4012"])
    let usual = Self.server(authority: "first.test")
    #expect(usual.url == "http://first.test")
    #expect([usual.host, usual.portInURLs, usual.place] == ["first.test", "80", "127.0.0.2:4012"])
    let six = Self.server(address: "::1")
    #expect([six.host, six.portInURLs, six.place] == ["[::1]", "4012", "[::1]:4012"])
  }

  @Test(arguments: [
    ("first.test", "first.test", true), ("first.test", "FIRST.Test", true),
    ("first.test", "first.test:80", true), ("first.test", "first.test:", true),
    ("first.test:80", "first.test", true), ("first.test", "first.test:8080", false),
    ("first.test", "xfirst.test", false), ("first.test", "sub.first.test", false),
    ("first.test", "first.test.", false), ("first.test:8080", "first.test", false),
    ("[::1%25.first.test]", "[::1%25.FIRST.test]:80", true), ("[::1]", "[::1]:81", false),
  ])
  func `an authority means a server whatever its case, and port 80 may be left out`(
    _ own: String, _ asked: String, _ isMeant: Bool
  ) {
    #expect(Self.server(authority: own).isMeant(by: Octets(asked)) == isMeant)
  }

  @Test func `a dot at the end is looked past where that is asked for`() {
    #expect(Self.server(name: "first.test").isMeant(by: "first.test.:4012", ignoringDot: true))
    #expect(Self.server(authority: "first.test.").isMeant(by: "First.test:80", ignoringDot: true))
    #expect(!Self.server(name: "first.test").isMeant(by: "first.test..:4012", ignoringDot: true))
  }
}
