// SPDX-License-Identifier: Apache-2.0

import Scenarios
@testable import Servers
@testable import Transcripts
import Glibc
import TestThreads
import Testing

/// Servers that are reached without TCP.
@Suite("Local sockets", .onOwnThreads)
struct UnixSocketTests {
  private func localAddress(_ stand: Stand) throws -> [UInt8]? {
    let server = try #require(stand.group.servers.first)
    let port = try #require(UInt16(server.authority.split(separator: ":")[1]))
    return stand.group.localAddress(of: 0x7F00_0002, port: port)
  }

  private func connect(_ address: [UInt8]) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let result = unsafe address.withUnsafeBytes { octets in
      unsafe Glibc.connect(
        descriptor, octets.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(octets.count))
    }
    #expect(result == 0)
    return descriptor
  }

  @Test("A server of the case answers there as it does over TCP, without a turn of the loop")
  func answers() throws {
    let stand = try Stand(.wire) { _ in .text("here") }
    defer { stand.group.stop() }
    let address = try #require(try localAddress(stand))
    #expect(address.count <= 16)
    let client = connect(address)
    defer { close(client) }
    let request = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    #expect(unsafe send(client, request, request.count, 0) == request.count)
    #expect(stand.group.look())
    var room = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(client, &room, room.count, Int32(MSG_DONTWAIT))
    #expect(String(decoding: room.prefix(max(0, count)), as: UTF8.self).hasSuffix("here"))
    #expect(stand.group.end().connections.count == 1)
  }

  @Test(
    "No file is left, and no server is there but those of the case that are played octet by octet")
  func nothingElse() throws {
    let stand = try Stand(.wire)
    defer { stand.group.stop() }
    let address = try #require(try localAddress(stand))
    let path = String(decoding: address.dropFirst(2).dropLast(), as: UTF8.self)
    #expect(path.hasPrefix("/dev/fd/"))
    #expect(stand.group.localAddress(of: 0x7F00_0002, port: 1) == nil)
    #expect(stand.group.localAddress(of: 0x7F00_0003, port: 1) == nil)

    let other = try Stand(.microhttpd)
    defer { other.group.stop() }
    #expect(try localAddress(other) == nil)
  }
}
