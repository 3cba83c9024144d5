// SPDX-License-Identifier: Apache-2.0

@testable import Platform
import Scenarios
@testable import Servers
@testable import Transcripts
import TestThreads
import Testing

@Suite(.onOwnThreads) struct ServerPlacementTests {
  @Test(arguments: ["127.0.0.1", "192.168.1.5", "1.0.0.0", "223.255.255.255"])
  func addresses(_ text: String) throws {
    let address = try #require(ServerAddress(text))
    #expect(address.text == text)
    #expect(address.isLoopback == text.hasPrefix("127."))
  }

  @Test(arguments: [
    "", "0.0.0.0", "0.1.2.3", "224.0.0.1", "255.255.255.255", "1.2.3", "1.2.3.4.5", "01.2.3.4",
    "1.2.3.256", "1.2.3.-1", "1.2.3.4 ", "::1", "localhost", "１.2.3.4",
  ])
  func noAddresses(_ text: String) { #expect(ServerAddress(text) == nil) }

  private final class Silent: Responder {
    func reply(to request: IncomingRequest) -> Reply? {
      Reply(content: .nothing, afterwards: .close)
    }
  }

  private func servers(
    _ placement: ServerPlacement, _ configurations: [ServerConfiguration]
  ) throws(ServerError) -> [Recording.Server] {
    let group = ServerGroup(loop: EventLoop(), placement: placement)
    defer { group.stop() }
    try group.begin(configurations, responder: Silent())
    return group.servers
  }

  private static func configuration(
    _ host: Int, group: Int? = nil, isIPv6: Bool = false
  ) -> ServerConfiguration {
    ServerConfiguration(
      name: "s\(host)", kind: .origin, host: host, isIPv6: isIPv6, portGroup: group,
      backEnd: .wire)
  }

  /// A port that is free, and so is the next.
  private func freePort() throws -> UInt16 {
    for _ in 0..<50 {
      let port = try servers(ServerPlacement(), [Self.configuration(1)])[0].port
      var placement = ServerPlacement()
      placement.firstPort = port
      let both = [Self.configuration(1), Self.configuration(2)]
      if port < .max, (try? servers(placement, both)) != nil { return port }
    }
    throw ServerError("There is no free port.")
  }

  @Test func portsFollowTheFirst() throws {
    // Another test may take a port between the search and the use.
    for _ in 0..<20 {
      do { return try followTheFirst() } catch is ServerError {}
    }
    try followTheFirst()
  }

  private func followTheFirst() throws {
    var placement = ServerPlacement()
    let port = try freePort()
    placement.firstPort = port
    let found = try servers(placement, [Self.configuration(1), Self.configuration(2)])
    #expect(found.map(\.port) == [port, port + 1])
    #if os(Linux)
      let shared = try servers(
        placement,
        [
          Self.configuration(1, group: 0), Self.configuration(2, group: 0), Self.configuration(3),
        ])
      #expect(shared.map(\.port) == [port, port, port + 1])
    #endif
  }

  @Test func aPortThatIsTakenIsAnError() throws {
    let group = ServerGroup(loop: EventLoop())
    defer { group.stop() }
    try group.begin([Self.configuration(1)], responder: Silent())
    var placement = ServerPlacement()
    placement.firstPort = group.servers[0].port
    #expect(throws: ServerError.self) { try servers(placement, [Self.configuration(1)]) }
    placement.firstPort = .max
    #expect(throws: ServerError.self) {
      try servers(placement, [Self.configuration(1), Self.configuration(2)])
    }
  }

  #if os(Linux)
    @Test func allServersHaveTheAddress() throws {
      var placement = ServerPlacement()
      placement.address = ServerAddress("127.0.0.9")
      let found = try servers(placement, [Self.configuration(1), Self.configuration(2)])
      #expect(found.map(\.address) == ["127.0.0.9", "127.0.0.9"])
      #expect(found[0].port != found[1].port)
    }
  #endif

  @Test func oneAddressIsNotEnoughForAll() {
    var placement = ServerPlacement()
    placement.address = ServerAddress("127.0.0.1")
    #expect(
      placement.lack(for: [Self.configuration(1, group: 0), Self.configuration(1, group: 0)]) == nil
    )
    #expect(
      placement.lack(for: [Self.configuration(1, group: 0), Self.configuration(2, group: 0)]) != nil
    )
    #expect(placement.lack(for: [Self.configuration(1, isIPv6: true)]) != nil)
    #expect(ServerPlacement().lack(for: [Self.configuration(1, isIPv6: true)]) == nil)
  }
}
