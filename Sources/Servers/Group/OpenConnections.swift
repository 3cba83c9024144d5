// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Platform
import Transcripts

/// The connections of a worker's servers, for all back ends, and the case that they belong to.
final class OpenConnections: ConnectionHome, RelayHome {
  let loop: EventLoop
  /// The case that is being played; `nil` between two cases.
  var play: RecordingBuilder?
  /// The servers of the current case, in its order.
  var servers: [ServerListener] = []
  /// The connections that authspec reads and writes itself, by the client's descriptor.
  private var connections: [Int32: NativeConnection] = [:]
  /// TLS in front of connections, by the client's descriptor.
  private var relays: [Int32: TLSRelay] = [:]
  private let responses = MicroHTTPDResponseCache()
  /// With memory for long heads, or without; started when first needed.
  private var daemons: [MicroHTTPDaemon] = []

  init(loop: EventLoop) { self.loop = loop }

  // MARK: New connections

  /// Takes a new connection. A connection to a server that the case does not have is closed.
  func accepted(_ descriptor: Int32, at listener: ServerListener) {
    guard let play, let server = listener.server,
      let index = play.open(server: server, at: play.now)
    else { return StreamSocket.close(descriptor) }
    serve(
      descriptor, AcceptedConnection(server: server, index: index, play: play), at: listener)
  }

  /// The Unix socket address of a wire server of the case; the client will connect to it now.
  func localAddress(of address: UInt32, port: UInt16) -> [UInt8]? {
    servers.first { $0.socket.port == port && $0.socket.host == address }?.localAddress()
  }

  /// Hands a connection to its back end, with TLS in front if the server has it.
  private func serve(
    _ descriptor: Int32, _ accepted: AcceptedConnection, at listener: ServerListener,
    with octets: [UInt8] = []
  ) {
    var accepted = accepted
    accepted.isHTTP10 = listener.role.isHTTP10
    accepted.hasLargeHeads = listener.hasLargeHeads
    guard let tls = listener.tls else {
      return adopt(.socket(descriptor), accepted, as: listener.role, with: octets)
    }
    let play = accepted.play
    do throws(ServerError) {
      let relay = try TLSRelay(
        descriptor, tls, plan: play.planHandshake(of: accepted.server), index: accepted.index,
        play: play, home: self)
      // A proxy hands its connections over to other servers, and libmicrohttpd takes sockets only.
      relay.isDirect =
        listener.role.backEnd == .wire
        && play.recording.servers[accepted.server].configuration.kind == .origin
      var plain = accepted
      plain.arrived = 0
      relay.opened = { [unowned self, unowned relay, listener, plain] stream in
        var secured = plain
        secured.relay = relay
        adopt(stream, secured, as: listener.role)
      }
      if let clear = listener.serverInClear {
        plain.server = clear
        relay.isInClear = { [unowned self, listener, plain] octets in
          play.isInClear(plain.index, to: clear)
          adopt(.socket(descriptor), plain, as: listener.role, with: octets)
        }
      }
      relays[descriptor] = relay
      relay.start(with: octets)
    } catch {
      refuse(accepted, error.reason)
      StreamSocket.close(descriptor)
    }
  }

  /// Records that the harness cannot serve a connection.
  private func refuse(_ accepted: AcceptedConnection, _ complaint: String) {
    accepted.play.fault(complaint, server: accepted.server, connection: accepted.index)
    accepted.play.close(accepted.index, .byServer)
  }

  private func adopt(
    _ stream: ClientStream, _ accepted: AcceptedConnection, as role: ServerListener.Role,
    with octets: [UInt8] = []
  ) {
    if role.speaksHTTP2, accepted.relay.map({ $0.selectedProtocol == "h2" }) ?? true {
      let connection = HTTP2Connection(stream, accepted, home: self) { [unowned self] octets in
        adoptWire(stream, accepted, with: octets)
      }
      guard let connection else {
        refuse(accepted, "nghttp2 has no memory.")
        return stream.close()
      }
      return start(connection, with: octets)
    }
    switch (role.backEnd, stream) {
    case (.microhttpd, .socket(let descriptor)) where octets.isEmpty:
      do throws(ServerError) {
        try daemon(hasLargeHeads: accepted.hasLargeHeads).add(
          MicroHTTPDConnection(descriptor, accepted, responses))
      } catch {
        refuse(accepted, error.reason)
      }
    case (.microhttpd, _), (.wire, _): adoptWire(stream, accepted, with: octets)
    }
  }

  private func adoptWire(
    _ stream: ClientStream, _ accepted: AcceptedConnection, with octets: [UInt8]
  ) {
    start(WireConnection(stream, accepted, home: self), with: octets)
  }

  private func start(_ connection: NativeConnection, with octets: [UInt8]) {
    connections[connection.stream.descriptor] = connection
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
    if let running = daemons.first(where: { $0.hasLargeHeads == hasLargeHeads }) { return running }
    let started = try MicroHTTPDaemon(loop: loop, hasLargeHeads: hasLargeHeads)
    daemons.append(started)
    return started
  }

  // MARK: Tunnels

  func hasServer(_ index: Int) -> Bool { servers.indices.contains(index) }

  func serve(
    _ descriptor: Int32, outOfTunnel accepted: AcceptedConnection, with octets: [UInt8]
  ) {
    serve(descriptor, accepted, at: servers[accepted.server], with: octets)
  }

  // MARK: Ends

  func remove(_ connection: NativeConnection) {
    let descriptor = connection.stream.descriptor
    if connections[descriptor] === connection { connections[descriptor] = nil }
  }

  func remove(_ relay: TLSRelay) {
    if relays[relay.outer] === relay { relays[relay.outer] = nil }
  }

  /// Closes the connections that a server has, and the tunnels that go through it.
  func close(of server: Int) {
    guard let play, servers.indices.contains(server) else { return }
    // Servers at one address and port close their connections together.
    let isAtPlace = { [servers] (other: Int) in
      servers.indices.contains(other) && servers[other] === servers[server]
    }
    let isConcerned = { (connection: ServedConnection) in
      isAtPlace(connection.server)
        || connection.outer.contains { isAtPlace(play.recording.connections[$0].server) }
    }
    for connection in connections.values where isConcerned(connection) { connection.endByServer() }
    for daemon in daemons { daemon.close(.byServer, where: isConcerned) }
    for relay in relays.values where relay.isShakingHands && isAtPlace(relay.serverIndex) {
      relay.close()
    }
  }

  /// Closes every connection at the end of the case.
  func closeAll() {
    for connection in connections.values { connection.end(.byClient) }
    for daemon in daemons { daemon.close(.byClient) { _ in true } }
    for relay in relays.values { relay.close() }
  }

  /// Moves idle connections to another case, and closes the others.
  func move(to play: RecordingBuilder, from old: [ServerListener]) {
    /// Returns `false` for connections that cannot be moved.
    func move(_ connection: ServedConnection) -> Bool {
      // Tunnels end with their case.
      guard connection.outer.isEmpty, connection.isIdle, old.indices.contains(connection.server),
        old[connection.server].hasKeptRole, let server = old[connection.server].server,
        let index = play.open(server: server, at: 0)
      else { return false }
      connection.move(to: play, server: server, index: index)
      return true
    }
    for connection in connections.values where !move(connection) { connection.end(.byClient) }
    for daemon in daemons { daemon.close(.byClient) { !move($0) } }
    for relay in relays.values where relay.isShakingHands { relay.close() }
  }

  /// Reads what has arrived on connections that wait only for that. Returns `true` if a piece of a
  /// reply was sent; the next piece is sent after the client has read the one before.
  func look(clientHasRead: Bool) -> Bool {
    for listener in servers { listener.look() }
    each(relays, by: \.index) { $0.look() }
    var hasSent = false
    each(connections, by: \.index) { if $0.look(clientHasRead: clientHasRead) { hasSent = true } }
    for daemon in daemons { daemon.look() }
    // The innermost first: what comes out of one goes into the one around it.
    each(relays, by: \.index, backwards: true) { $0.lookInside() }
    return hasSent
  }

  /// Calls `body` for each connection in the order in which they were opened, or backwards. Mostly
  /// there is none or only one, which needs no list.
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

  /// Records the bodies, or the parts of them, that have arrived.
  func recordBodies() {
    for connection in connections.values { connection.recordBodies() }
    for daemon in daemons { daemon.recordBodies() }
  }

  func stop() {
    closeAll()
    for daemon in daemons { daemon.stop() }
    daemons = []
  }

  func fault(_ complaint: String, at listener: ServerListener) {
    guard let play, let server = listener.server else { return }
    play.fault(complaint, server: server, connection: nil)
  }
}
