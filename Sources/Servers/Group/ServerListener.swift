import Scenarios
import Platform
import Transcripts

/// A server as long as the worker lives: its listening socket, and which server of the case in play
/// it is.
final class ServerListener {
  /// What makes a server fit for another case.
  struct Key: Hashable {
    /// Which port it has.
    enum Port: Hashable {
      /// One of its own, as so many servers of that role and address have before it.
      case own(Role, ordinal: Int)
      /// That of the group with this number, whatever its role in a case.
      case shared(group: Int)
    }

    var host: Int
    var isIPv6: Bool
    var port: Port
  }

  /// How its connections are played.
  struct Role: Hashable {
    var backEnd: BackEnd
    var isHTTP10: Bool
  }

  let key: Key
  let socket: ListeningSocket
  /// Its role in the case in play.
  private(set) var role: Role
  /// Connections of the case before it are played as those of this one are.
  private(set) var hasKeptRole = true
  /// Its index in the case in play; nil when it is not in it.
  var server: Int?
  /// What it is to be in the case in play.
  var hasLargeHeads = false
  /// How it speaks TLS in the case in play; `nil` where it speaks HTTP in clear.
  var tls: TLSContext?
  private unowned let home: OpenConnections
  /// Between two cases nobody waits for connections: what the loop watches takes time in each of
  /// its turns, and of the groups that share one most have no case in play. What comes meanwhile is
  /// closed when the next case begins.
  private var isAwake = false
  private var pause: EventLoop.TimerID?
  /// Made when a client wants to come that way.
  private var local: LocalSocket?
  /// A client is about to connect to it, or has.
  private var awaitsLocal = false

  /// Listens on that port, or on one that is free.
  init(_ key: Key, _ role: Role, port: UInt16, home: OpenConnections) throws(ServerError) {
    self.key = key
    self.role = role
    self.home = home
    socket = try ListeningSocket(host: key.host, isIPv6: key.isIPv6, port: port)
  }

  /// Takes the role that it has in the next case.
  func take(_ role: Role) {
    hasKeptRole = role == self.role
    self.role = role
  }

  /// A case begins.
  func wake() {
    guard !isAwake else { return }
    isAwake = true
    if pause == nil { watch() }
  }

  /// The case is over.
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

  /// The address of its Unix socket, for a client that connects now; nil where it has none.
  func localAddress() -> [UInt8]? {
    guard role.backEnd == .wire else { return nil }
    if local == nil, let made = LocalSocket() {
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
  /// Connections in one turn of the loop: others want their turn too.
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

  /// Stops to look for a while: a connection that cannot be accepted would be reported in every
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
