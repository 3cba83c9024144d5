internal import HTTPAuth
internal import Polling

/// A server as long as the worker lives: its listening socket, and which server of the case in play it is.
final class ServerListener {
  /// What makes a server fit for another case.
  struct Key: Hashable {
    var host: Int
    var backEnd: ServerConfiguration.BackEnd
    var isHTTP10: Bool
    /// How many servers like it the case has before it.
    var ordinal: Int
  }

  let key: Key
  let socket: ListeningSocket
  /// Its index in the case in play; nil when it is not in it.
  var server: Int?
  /// What it is to be in the case in play.
  var hasLargeHeads = false
  private unowned let home: OpenConnections
  private var pause: EventLoop.TimerID?

  init(_ key: Key, home: OpenConnections) throws(ServerError) {
    self.key = key
    self.home = home
    socket = try ListeningSocket(host: key.host)
    home.loop.watch(socket.descriptor, for: .readable, handler: self)
  }

  /// Closes the connections that wait.
  func drain() {
    while case .connection(let descriptor) = Sockets.accept(at: socket.descriptor) {
      StreamSocket.close(descriptor)
    }
  }

  func stop() {
    if let pause { home.loop.cancel(pause) }
    pause = nil
    home.loop.forget(socket.descriptor)
    StreamSocket.close(socket.descriptor)
  }
}

extension ServerListener: DescriptorHandler {
  /// Connections in one turn of the loop: others want their turn too.
  private static let batch = 16

  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    for _ in 0..<ServerListener.batch {
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

  /// Stops to look for a while: a connection that cannot be accepted would be reported in every turn.
  private func takePause() {
    home.loop.forget(socket.descriptor)
    pause = home.loop.schedule(at: Instant.now.advanced(byMilliseconds: 50), handler: self)
  }
}

extension ServerListener: TimerHandler {
  func timeUp(_ token: Int) {
    pause = nil
    home.loop.watch(socket.descriptor, for: .readable, handler: self)
  }
}
