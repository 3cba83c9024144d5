// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Platform
import Transcripts

/// A server that lives as long as its worker: its listening socket, and its place in the current
/// case.
final class ServerListener {
  /// The properties that a server must have to be reused in another case.
  struct Key: Hashable {
    enum Port: Hashable {
      /// A port of its own; `ordinal` counts the servers of that role and address before it.
      case own(Role, ordinal: Int)
      /// The port of a group, whatever its role in a case.
      case shared(group: Int)
    }

    var host: Int
    var isIPv6: Bool
    var port: Port
  }

  /// The way its connections are played.
  struct Role: Hashable {
    var backEnd: BackEnd
    var isHTTP10: Bool
    var speaksHTTP2: Bool
  }

  let key: Key
  let socket: ListeningSocket
  /// Its role in the current case.
  private(set) var role: Role
  /// `true` if its role is the same as in the case before.
  private(set) var hasKeptRole = true
  /// Its index in the current case, `nil` if the case does not have it. If several servers are at
  /// its place, the index of the first with TLS, or else of the first.
  var server: Int?
  /// The server without TLS at the place of one with TLS; `nil` if there is none.
  var serverInClear: Int?
  /// Heads in the current case may be longer than usual.
  var hasLargeHeads = false
  /// Its TLS in the current case; `nil` without TLS.
  var tls: TLSContext?
  private unowned let home: OpenConnections
  /// The server that was recorded last.
  private var latest: Recording.Server?
  /// `false` between two cases: the loop does not watch the socket then, because each watched
  /// descriptor costs time in every turn. Connections that arrive meanwhile are closed when the
  /// next case begins.
  private var isAwake = false
  private var pause: EventLoop.TimerID?
  /// Created when a client first connects over it.
  private var local: UnixSocket?
  /// `true` if a client is about to connect to it, or has.
  private var awaitsLocal = false

  /// Listens on that port, or on one that is free.
  init(
    _ key: Key, _ role: Role, port: UInt16, placement: ServerPlacement, home: OpenConnections
  ) throws(ServerError) {
    self.key = key
    self.role = role
    self.home = home
    socket = try ListeningSocket(
      host: key.host, isIPv6: key.isIPv6, port: port, placement: placement)
  }

  /// Takes the role that it has in the next case.
  func take(_ role: Role) {
    hasKeptRole = role == self.role
    self.role = role
  }

  /// The server of a case that listens here, for the recording. Mostly it is the same as in the
  /// case before, and is not made again.
  func recorded(_ configuration: ServerConfiguration) -> Recording.Server {
    if let latest, latest.configuration == configuration { return latest }
    let server = Recording.Server(configuration: configuration, socket: socket)
    latest = server
    return server
  }

  /// Accepts connections, at the beginning of a case.
  func wake() {
    guard !isAwake else { return }
    isAwake = true
    if pause == nil { watch() }
  }

  /// Stops accepting connections, at the end of a case.
  func sleep() {
    guard isAwake else { return }
    isAwake = false
    forget()
  }

  private func watch() {
    home.loop.watch(socket.descriptor, for: .readable, handler: self)
    if let local { home.loop.watch(local.descriptor, for: .readable, handler: self) }
  }

  private func forget() {
    home.loop.forget(socket.descriptor)
    if let local { home.loop.forget(local.descriptor) }
  }

  /// Closes the connections that wait.
  func drain() {
    drain(socket.descriptor)
    if let local { drain(local.descriptor) }
  }

  private func drain(_ listening: Int32) {
    while case .connection(let descriptor) = Sockets.accept(at: listening) {
      StreamSocket.close(descriptor)
    }
  }

  /// The address of its Unix socket, for a client that connects now; `nil` if it has none.
  func localAddress() -> [UInt8]? {
    guard role.backEnd == .wire else { return nil }
    if local == nil, let made = UnixSocket() {
      local = made
      if isAwake, pause == nil { watch() }
    }
    awaitsLocal = local != nil
    return local?.address
  }

  /// Takes the connection that a client was about to make to its Unix socket.
  func look() {
    guard awaitsLocal, let local else { return }
    awaitsLocal = false
    accept(at: local.descriptor, most: 1)
  }

  func stop() {
    if let pause { home.loop.cancel(pause) }
    pause = nil
    sleep()
    local?.close()
    local = nil
    StreamSocket.close(socket.descriptor)
  }
}

extension ServerListener: DescriptorHandler {
  /// The number of connections that are accepted in one turn of the loop.
  private static let batch = 16

  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    accept(at: descriptor, most: ServerListener.batch)
  }

  private func accept(at descriptor: Int32, most: Int) {
    for _ in 0..<most {
      switch Sockets.accept(at: descriptor) {
      case .connection(let connection): home.accepted(connection, at: self)
      case .none: return
      case .exhausted(let reason):
        home.fault("A connection cannot be accepted: \(reason).", at: self)
        takePause()
        return
      }
    }
  }

  /// Stops accepting for a while: a connection that cannot be accepted would be reported in every
  /// turn.
  private func takePause() {
    guard pause == nil else { return }
    forget()
    pause = home.loop.schedule(at: Instant.now.advanced(byMilliseconds: 50), handler: self)
  }
}

extension ServerListener: TimerHandler {
  func timeUp(_ token: Int) {
    pause = nil
    if isAwake { watch() }
  }
}
