// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts

/// The servers of one worker, on its loop: they play case after case, on the same addresses and
/// ports.
///
/// A server listens from its first case until `stop`, so it keeps its port. A `Responder` may call
/// only the methods that begin with `note` and those that only read.
package final class ServerGroup: UnixSocketResolver {
  private let connections: OpenConnections
  private var listeners: [ServerListener] = []
  /// The certificates of the run, from the first server with TLS on.
  private var certificates: RunCertificates?

  /// The limits of later cases.
  package var limits = CaseLimits()

  /// Where servers listen.
  private let placement: ServerPlacement

  /// No servers yet, on this loop.
  package init(loop: EventLoop, placement: ServerPlacement = ServerPlacement()) {
    connections = OpenConnections(loop: loop)
    self.placement = placement
  }

  deinit { stop() }

  // MARK: Cases

  /// Makes these servers ready for a case, and starts a recording and its clock.
  ///
  /// Servers that listen already are used again if address, back end and version are the same, or
  /// address and shared port. All connections of earlier cases are closed, also those that wait to
  /// be accepted. With `keepConnections`, for benchmarks, idle connections stay usable; the new
  /// recording has them as if they had been opened when the case began.
  package func begin(
    _ configurations: [ServerConfiguration], responder: any Responder, keepConnections: Bool = false
  ) throws(ServerError) {
    if !keepConnections { connections.closeAll() }
    connections.play = nil
    let old = connections.servers
    for listener in old { listener.server = nil }
    connections.servers = []
    for index in configurations.indices { try connections.prepare(configurations[index]) }
    let ready = try listeners(for: configurations)
    for (index, listener) in ready.enumerated() {
      // Servers at one place share a listener.
      let isShared = listener.server != nil
      if !isShared { listener.server = index }
      listener.hasLargeHeads =
        configurations[index].hasLargeHeads || (isShared && listener.hasLargeHeads)
      if !keepConnections { listener.drain() }
    }
    var servers: [Recording.Server] = []
    servers.reserveCapacity(ready.count)
    for index in ready.indices { servers.append(ready[index].recorded(configurations[index])) }
    for index in ready.indices where ready[index].server == index {
      try prepareTLS(of: ready[index], among: servers, at: ready)
    }
    let play = RecordingBuilder(servers: servers, responder: responder, limits: limits)
    connections.servers = ready
    if keepConnections { connections.move(to: play, from: old) }
    connections.play = play
    for listener in listeners { listener.wake() }
  }

  /// The certificates of the run.
  package func runCertificates() throws(ServerError) -> RunCertificates {
    if let certificates { return certificates }
    let certificates = try RunCertificates.current()
    self.certificates = certificates
    return certificates
  }

  /// Prepares TLS for the servers of a case at one listener; `listeners` has the listener of each.
  private func prepareTLS(
    of listener: ServerListener, among servers: [Recording.Server], at listeners: [ServerListener]
  ) throws(ServerError) {
    var secure: [Int] = []
    var inClear: Int?
    for index in servers.indices where listeners[index] === listener {
      if servers[index].configuration.tls != nil {
        secure.append(index)
      } else {
        inClear = inClear ?? index
      }
    }
    guard let first = secure.first, let settings = servers[first].configuration.tls else {
      listener.tls = nil
      listener.serverInClear = nil
      return
    }
    listener.server = first
    listener.serverInClear = inClear
    if let context = listener.tls, context.isFit(for: secure, of: servers) { return }
    listener.tls = try TLSContext(
      settings, of: secure.map { servers[$0] }, try runCertificates())
  }

  /// The number of attempts to bind servers that share a port, if one of their addresses already
  /// has it in use.
  private static let mostPorts = 20

  private func listeners(
    for configurations: [ServerConfiguration]
  ) throws(ServerError) -> [ServerListener] {
    for _ in 1..<ServerGroup.mostPorts {
      do throws(ServerError) {
        return try boundListeners(for: configurations)
      } catch {
        guard error.kind == .portTaken else { throw error }
        giveUpSharedPorts()
      }
    }
    return try boundListeners(for: configurations)
  }

  private func boundListeners(
    for configurations: [ServerConfiguration]
  ) throws(ServerError) -> [ServerListener] {
    if let lack = placement.lack(for: configurations) {
      throw ServerError(lack, .noSuchAddress)
    }
    var ready: [ServerListener] = []
    for index in configurations.indices {
      ready.append(try listener(for: configurations[index], besides: ready))
    }
    return ready
  }

  private func listener(
    for configuration: ServerConfiguration, besides others: [ServerListener]
  ) throws(ServerError) -> ServerListener {
    let role = ServerListener.Role(
      backEnd: configuration.backEnd, isHTTP10: configuration.isHTTP10,
      speaksHTTP2: configuration.speaksHTTP2)
    var key = ServerListener.Key(
      host: configuration.isIPv6 ? 1 : configuration.host, isIPv6: configuration.isIPv6,
      port: .own(role, ordinal: 0))
    var port: UInt16 = 0
    if let group = configuration.portGroup {
      key.port = .shared(group: group)
      port = listeners.first { $0.key.port == key.port }?.socket.port ?? 0
    } else {
      var ordinal = 0
      while others.contains(where: { $0.key == key }) {
        ordinal += 1
        key.port = .own(role, ordinal: ordinal)
      }
    }
    if let listener = listeners.first(where: { $0.key == key }) {
      // Servers at one place have one role.
      if !others.contains(where: { $0 === listener }) { listener.take(role) }
      return listener
    }
    if port == 0, let first = placement.firstPort {
      let next = listeners.map { Int($0.socket.port) + 1 }.max() ?? Int(first)
      guard let chosen = UInt16(exactly: next) else {
        throw ServerError("There is no port \(next) for a server.")
      }
      port = chosen
    }
    let listener = try ServerListener(
      key, role, port: port, placement: placement, home: connections)
    listeners.append(listener)
    return listener
  }

  /// Closes the servers that share ports, so that they get other ports.
  private func giveUpSharedPorts() {
    listeners.removeAll { listener in
      guard case .shared = listener.key.port else { return false }
      listener.stop()
      return true
    }
  }

  /// Closes all connections and returns the recording. Connections that were still open are
  /// recorded as closed by the client.
  package func end() -> Recording {
    connections.closeAll()
    let recording = connections.play?.recording ?? Recording()
    connections.play = nil
    for listener in connections.servers { listener.server = nil }
    for listener in listeners { listener.sleep() }
    connections.servers = []
    return recording
  }

  /// Closes everything, including listening sockets, and ends the current case.
  package func stop() {
    _ = end()
    connections.stop()
    for listener in listeners { listener.stop() }
    listeners = []
  }

  // MARK: While a case is played

  /// The step of the scenario that later exchanges are recorded as part of; 0 when a case begins.
  package var step: Int {
    get { connections.play?.step ?? 0 }
    set { connections.play?.step = newValue }
  }

  /// The recording of the current case so far.
  package var recording: Recording {
    connections.recordBodies()
    return connections.play?.recording ?? Recording()
  }

  /// The handshake on a connection of the current case; `nil` without TLS.
  package func handshake(on connection: Int) -> TLSHandshake? {
    connections.play?.recording.handshakes[connection]
  }

  /// The servers of the current case, as its recording has them.
  package var servers: [Recording.Server] { connections.play?.recording.servers ?? [] }

  /// `address:port` of a server of the current case; `nil` if it has no such server.
  package func serverAuthority(_ server: Int) -> String? {
    guard connections.servers.indices.contains(server) else { return nil }
    return connections.servers[server].socket.authority
  }

  /// Serves requests that have arrived, without poll(2): after a client in this process has sent
  /// something, this saves a turn of the loop. If the client has read the last piece of a reply in
  /// pieces, the next one is sent. Returns `true` if a reply, or a piece of one, was sent.
  package func look(clientHasRead: Bool = false) -> Bool {
    let before = connections.play?.replies
    let hasSent = connections.look(clientHasRead: clientHasRead)
    return hasSent || connections.play?.replies != before
  }

  /// The Unix socket address of a server of the case in play; `nil` if no wire server is at that
  /// address.
  package func localAddress(of address: UInt32, port: UInt16) -> [UInt8]? {
    connections.localAddress(of: address, port: port)
  }

  /// `true` if a connection of the current case is open.
  package var hasConnections: Bool {
    connections.play?.recording.connections.contains { $0.end == nil } ?? false
  }

  /// Closes the connections of a server, and the tunnels through it, as a scenario may require
  /// between two steps.
  package func closeConnections(of server: Int) {
    connections.close(of: server)
  }

  /// Records that a proxy forwarded a request to another server of the case, which happens without
  /// a connection.
  ///
  /// The exchange follows the proxy's own and has its connection, step and body; its times are
  /// those of this call.
  package func noteForwarded(
    _ request: IncomingRequest, head: RequestHead, to server: Int, reply: Reply,
    negotiation: NegotiateFinding? = nil
  ) {
    connections.play?.noteForwarded(
      request, head: head, to: server, reply: reply, negotiation: negotiation)
  }

  /// Records the time of day at which the case began, for proofs that contain a time.
  package func noteTimeOfDay() {
    connections.play?.recording.began = WallClock.secondsSince1970
  }

  /// Records the acceptor's finding about the token in a request.
  package func note(_ finding: NegotiateFinding, of exchange: Int) {
    connections.play?.set(negotiation: finding, of: exchange)
  }
}
