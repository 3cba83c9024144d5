// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Platform
import Transcripts

/// The connections of a worker's servers, for all back ends, and the case that they belong to.
@safe final class OpenConnections {
  let loop: EventLoop
  /// The buffer that connections read into, one after another.
  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// The case that is being played; `nil` between two cases.
  var play: RecordingBuilder?
  /// The servers of the current case, in its order.
  var servers: [ServerListener] = []
  private var wires: [Int32: WireConnection] = [:]
  private var multiplexed: [Int32: HTTP2Connection] = [:]
  /// TLS in front of connections, by the client's descriptor.
  private var relays: [Int32: TLSRelay] = [:]
  /// The buffers that relays read into: octets of clients, and plain octets.
  let relayInput = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  let relayRoom = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private let responses = MicroHTTPDResponseCache()
  private var daemon: MicroHTTPDaemon?
  private var largeDaemon: MicroHTTPDaemon?

  init(loop: EventLoop) { self.loop = loop }

  deinit {
    unsafe room.deallocate()
    unsafe relayInput.deallocate()
    unsafe relayRoom.deallocate()
  }

  // MARK: Coming

  /// Takes a new connection. A connection to a server that the case does not have is closed.
  func accepted(_ descriptor: Int32, at listener: ServerListener) {
    guard let play, let server = listener.server,
      let index = play.open(server: server, at: play.now)
    else {
      StreamSocket.close(descriptor)
      return
    }
    serve(descriptor, at: listener, server: server, index: index, play: play)
  }

  /// The Unix socket address of a wire server of the case; the client will connect to it now.
  func localAddress(of address: UInt32, port: UInt16) -> [UInt8]? {
    servers.first { $0.socket.port == port && $0.socket.host == address }?.localAddress()
  }

  /// Hands a connection to its back end, with TLS in front where the server has it. `arrived` is the
  /// number of octets that were read from it before.
  private func serve(
    _ descriptor: Int32, at listener: ServerListener, server: Int, index: Int, outer: [Int] = [],
    after arrived: UInt64 = 0, with octets: [UInt8] = [], play: RecordingBuilder
  ) {
    guard let tls = listener.tls else {
      adopt(
        .socket(descriptor), at: listener, server: server, index: index, outer: outer,
        after: arrived, with: octets, play: play)
      return
    }
    do throws(ServerError) {
      let relay = try TLSRelay(
        descriptor, tls, plan: play.planHandshake(of: server), index: index, play: play, home: self)
      // A proxy hands its connections over to other servers, and libmicrohttpd takes sockets only.
      relay.isDirect =
        listener.role.backEnd == .wire
        && play.recording.servers[server].configuration.kind == .origin
      relay.opened = { [unowned self, unowned relay, unowned listener] inner in
        adopt(
          inner, at: listener, server: server, index: index, outer: outer, play: play, relay: relay)
      }
      if let clear = listener.serverInClear {
        relay.isInClear = { [unowned self, unowned listener] octets in
          play.isInClear(index, to: clear)
          adopt(
            .socket(descriptor), at: listener, server: clear, index: index, outer: outer,
            with: octets,
            play: play)
        }
      }
      relays[descriptor] = relay
      relay.start(with: octets)
    } catch {
      play.fault(error.reason, server: server, connection: index)
      play.close(index, .byServer)
      StreamSocket.close(descriptor)
    }
  }

  private func adopt(
    _ stream: ClientStream, at listener: ServerListener, server: Int, index: Int, outer: [Int] = [],
    after arrived: UInt64 = 0, with octets: [UInt8] = [], play: RecordingBuilder,
    relay: TLSRelay? = nil
  ) {
    if listener.role.speaksHTTP2, relay.map({ $0.selectedProtocol == "h2" }) ?? true {
      let connection = HTTP2Connection(
        stream, server: server, index: index, outer: outer, play: play, relay: relay, home: self
      ) { [unowned self, unowned listener] octets in
        adoptWire(
          stream, at: listener, server: server, index: index, outer: outer, after: arrived,
          with: octets, play: play, relay: relay)
      }
      guard let connection else {
        play.fault("nghttp2 has no memory.", server: server, connection: index)
        play.close(index, .byServer)
        return stream.close()
      }
      multiplexed[stream.descriptor] = connection
      return connection.start(with: octets)
    }
    switch (listener.role.backEnd, stream) {
    case (.microhttpd, .socket(let descriptor)) where octets.isEmpty:
      let connection = MicroHTTPDConnection(
        descriptor, server: server, index: index, outer: outer, isHTTP10: listener.role.isHTTP10,
        hasLargeHeads: listener.hasLargeHeads, responses: responses, after: arrived, play: play)
      connection.relay = relay
      do throws(ServerError) {
        try daemon(hasLargeHeads: listener.hasLargeHeads).add(connection)
      } catch {
        play.fault(error.reason, server: server, connection: index)
        play.close(index, .byServer)
      }
    case (.microhttpd, _), (.wire, _):
      adoptWire(
        stream, at: listener, server: server, index: index, outer: outer, after: arrived,
        with: octets, play: play, relay: relay)
    }
  }

  private func adoptWire(
    _ stream: ClientStream, at listener: ServerListener, server: Int, index: Int, outer: [Int],
    after arrived: UInt64, with octets: [UInt8], play: RecordingBuilder, relay: TLSRelay?
  ) {
    let connection = WireConnection(
      stream, server: server, index: index, outer: outer, isHTTP10: listener.role.isHTTP10,
      after: arrived, play: play, home: self)
    connection.relay = relay
    wires[stream.descriptor] = connection
    connection.start(with: octets)
  }

  /// Starts what a server needs to take connections.
  func prepare(_ configuration: ServerConfiguration) throws(ServerError) {
    switch configuration.backEnd {
    case .microhttpd: _ = try daemon(hasLargeHeads: configuration.hasLargeHeads)
    case .wire: break
    }
  }

  private func daemon(hasLargeHeads: Bool) throws(ServerError) -> MicroHTTPDaemon {
    if let running = hasLargeHeads ? largeDaemon : daemon { return running }
    let started = try MicroHTTPDaemon(loop: loop, hasLargeHeads: hasLargeHeads)
    if hasLargeHeads { largeDaemon = started } else { daemon = started }
    return started
  }

  // MARK: Tunnels

  /// Hands a connection over to another server. The wire server reads octets that arrived with the
  /// CONNECT, whichever back end the target has: libmicrohttpd takes sockets only.
  func handOver(_ connection: WireConnection, to target: Int) {
    let play = connection.play
    guard servers.indices.contains(target) else {
      play.fault(
        "There is no server \(target) to tunnel to.", server: connection.server,
        connection: connection.index)
      connection.end(.byServer)
      return
    }
    let octets = connection.reader.takeUnread()
    let arrived = connection.reader.arrived &- UInt64(octets.count)
    if !octets.isEmpty {
      play.note(
        oddity: "The client sent octets for the tunnel before it was told that there is one.",
        octets: Octets(Array(octets.prefix(InputQueue.excerpt))), server: connection.server,
        connection: connection.index)
    }
    guard
      let index = play.open(server: target, tunnelledThrough: connection.index, at: play.now)
    else {
      connection.end(.byServer)
      return
    }
    connection.release()
    play.close(connection.index, .tunnel)
    serve(
      connection.stream.descriptor, at: servers[target], server: target, index: index,
      outer: connection.outer + [connection.index], after: arrived, with: octets, play: play)
  }

  /// Hands one end of a pair of sockets to another server, for a tunnel that is a stream of an HTTP/2
  /// connection; returns the other end, or `nil` if there is none.
  func openTunnel(
    to target: Int, through tunnel: Int, outer: [Int], play: RecordingBuilder
  ) -> Int32? {
    guard servers.indices.contains(target) else {
      play.fault("There is no server \(target) to tunnel to.", server: 0, connection: tunnel)
      return nil
    }
    guard let ends = Sockets.pair(),
      let index = play.open(server: target, tunnelledThrough: tunnel, at: play.now)
    else { return nil }
    serve(
      ends.1, at: servers[target], server: target, index: index, outer: outer + [tunnel],
      play: play)
    return ends.0
  }

  // MARK: Going

  func remove(_ connection: WireConnection) {
    wires[connection.stream.descriptor] = nil
  }

  func remove(_ connection: HTTP2Connection) {
    if multiplexed[connection.stream.descriptor] === connection {
      multiplexed[connection.stream.descriptor] = nil
    }
  }

  func remove(_ relay: TLSRelay) {
    if relays[relay.outer] === relay { relays[relay.outer] = nil }
  }

  /// Closes the connections that a server has, and the tunnels that go through it.
  func close(of server: Int) {
    guard let play, servers.indices.contains(server) else { return }
    // Servers at one place close their connections together.
    let isAtPlace = { [servers] (other: Int) in
      servers.indices.contains(other) && servers[other] === servers[server]
    }
    let isConcerned = { (own: Int, outer: [Int]) in
      isAtPlace(own) || outer.contains { isAtPlace(play.recording.connections[$0].server) }
    }
    for connection in wires.values where isConcerned(connection.server, connection.outer) {
      connection.end(.byServer)
    }
    for connection in multiplexed.values where isConcerned(connection.server, connection.outer) {
      connection.endWithGoAway()
    }
    for daemon in [daemon, largeDaemon] {
      daemon?.close(.byServer) { isConcerned($0.server, $0.outer) }
    }
    for relay in relays.values where relay.isShakingHands && isAtPlace(relay.server) {
      relay.close()
    }
  }

  /// Closes every connection at the end of the case.
  func closeAll() {
    for connection in wires.values { connection.end(.byClient) }
    for connection in multiplexed.values { connection.end(.byClient) }
    for daemon in [daemon, largeDaemon] { daemon?.close(.byClient) { _ in true } }
    for relay in relays.values { relay.close() }
  }

  /// Moves idle connections to another case, and closes the others.
  func move(to play: RecordingBuilder, from old: [ServerListener]) {
    for connection in wires.values {
      if let server = newServer(connection.server, connection.outer, from: old), connection.isIdle,
        let index = play.open(server: server, at: 0)
      {
        connection.move(to: play, server: server, index: index)
      } else {
        connection.end(.byClient)
      }
    }
    for connection in multiplexed.values {
      if let server = newServer(connection.server, connection.outer, from: old), connection.isIdle,
        let index = play.open(server: server, at: 0)
      {
        connection.move(to: play, server: server, index: index)
      } else {
        connection.end(.byClient)
      }
    }
    for daemon in [daemon, largeDaemon] {
      daemon?.move { connection in
        guard let server = newServer(connection.server, connection.outer, from: old),
          connection.isIdle, let index = play.open(server: server, at: 0)
        else { return false }
        connection.move(to: play, server: server, index: index)
        return true
      }
    }
    for relay in relays.values where relay.isShakingHands { relay.close() }
  }

  /// The server of the new case that a connection belongs to; `nil` for tunnels, which end with
  /// their case.
  private func newServer(_ server: Int, _ outer: [Int], from old: [ServerListener]) -> Int? {
    guard outer.isEmpty, old.indices.contains(server), old[server].hasKeptRole else { return nil }
    return old[server].server
  }

  /// Reads what has arrived on connections that wait only for that. Returns `true` if a piece of a
  /// reply was sent; the next piece is sent after the client has read the one before.
  func look(clientHasRead: Bool) -> Bool {
    for listener in servers { listener.look() }
    each(relays, by: \.index) { $0.look() }
    var hasSent = false
    each(wires, by: \.index) { if $0.look(clientHasRead: clientHasRead) { hasSent = true } }
    each(multiplexed, by: \.index) { $0.look() }
    daemon?.look()
    largeDaemon?.look()
    // The innermost first: what comes out of one goes into the one around it.
    each(relays, by: \.index, backwards: true) { $0.lookInside() }
    return hasSent
  }

  /// Calls for each connection in the order in which they came, or backwards. Mostly there is none
  /// or only one, which needs no list.
  private func each<Connection>(
    _ connections: [Int32: Connection], by index: (Connection) -> Int, backwards: Bool = false,
    _ body: (Connection) -> Void
  ) {
    if connections.isEmpty { return }
    if connections.count == 1, let only = connections.first { return body(only.value) }
    let ordered = connections.values.sorted { one, other in
      backwards ? index(one) > index(other) : index(one) < index(other)
    }
    for connection in ordered { body(connection) }
  }

  /// Records the bodies that are arriving.
  func keepBodies() {
    for connection in wires.values { connection.keepBody() }
    for connection in multiplexed.values { connection.keepBodies() }
    daemon?.keepBodies()
    largeDaemon?.keepBodies()
  }

  func stop() {
    closeAll()
    daemon?.stop()
    largeDaemon?.stop()
    daemon = nil
    largeDaemon = nil
  }

  func fault(_ complaint: String, at listener: ServerListener) {
    guard let play, let server = listener.server else { return }
    play.fault(complaint, server: server, connection: nil)
  }
}
