// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts

/// An accepted connection of the case in play, before a back end serves it.
struct AcceptedConnection {
  /// The server speaks HTTP/1.0.
  var isHTTP10 = false
  /// Heads may be longer than usual.
  var hasLargeHeads = false
  /// The server, as an index in the recording.
  var server: Int
  /// The connection's index in the recording.
  let index: Int
  /// The connections of the tunnels around this one, outermost first.
  var outer: [Int] = []
  /// The number of octets that were read from its socket before.
  var arrived: UInt64 = 0
  let play: RecordingBuilder
  /// The TLS in front of it; `nil` if it is in clear.
  var relay: TLSRelay?
}

/// A client's connection to a server of the case in play, whichever back end serves it.
class ServedConnection {
  private(set) var server: Int
  private(set) var index: Int
  /// The connections of the tunnels around this one, outermost first.
  let outer: [Int]
  let isHTTP10: Bool
  let relay: TLSRelay?
  private(set) var play: RecordingBuilder
  /// No request of this case has arrived.
  private var isFirst = true

  init(_ accepted: AcceptedConnection) {
    server = accepted.server
    index = accepted.index
    outer = accepted.outer
    isHTTP10 = accepted.isHTTP10
    relay = accepted.relay
    play = accepted.play
  }

  /// `true` if it waits for a request and no octet of one has arrived. Subclasses override this.
  var isIdle: Bool { false }

  /// Continues in another case.
  func move(to play: RecordingBuilder, server: Int, index: Int) {
    self.play = play
    self.server = server
    self.index = index
    relay?.move(to: play, index: index)
    isFirst = true
  }

  /// Records a request whose head has arrived; returns `nil` if the case has no room for it.
  func begin(
    _ head: RequestHead, raw: Octets?, isComplete: Bool, stream: Int? = nil
  ) -> ServedExchange? {
    let exchange = play.begin(
      server: server, connection: index, head: head, rawHead: raw, isComplete: isComplete,
      stream: stream)
    guard let exchange else { return nil }
    defer { isFirst = false }
    return ServedExchange(
      index: exchange, head: head, isFirstOnConnection: isFirst, isComplete: isComplete)
  }

  /// Asks the responder for the reply; `nil` if it waits for the rest of the body.
  func ask(_ exchange: ServedExchange, body: Octets) -> Reply? {
    play.ask(
      IncomingRequest(
        server: server, connection: index, exchange: exchange.index,
        isFirstOnConnection: exchange.isFirstOnConnection, head: exchange.head,
        body: body, isComplete: exchange.isComplete))
  }

  /// Records octets of the client that are not HTTP.
  func note(_ complaint: String, _ octets: Octets = Octets()) {
    play.note(oddity: complaint, octets: octets, server: server, connection: index)
  }

  /// Records something that the harness could not do.
  func fault(_ complaint: String) {
    play.fault(complaint, server: server, connection: index)
  }
}

/// A connection that authspec reads and writes itself, by the rules of HTTP/1.1 or of HTTP/2.
/// Subclasses override the methods without a body.
class NativeConnection: ServedConnection, DescriptorHandler, TimerHandler {
  let stream: ClientStream
  unowned let home: any ConnectionHome
  var outgoing = OutputQueue()
  private(set) var awaited: Readiness = .readable

  /// Milliseconds for a client to finish sending; the end of the case comes first. A server that
  /// closes earlier would reset the connection of a slow client.
  static let lingerTime = 30_000
  /// The longest pause in milliseconds; no case lasts that long.
  private static let longestPause = 3_600_000

  init(_ stream: ClientStream, _ accepted: AcceptedConnection, home: any ConnectionHome) {
    self.stream = stream
    self.home = home
    super.init(accepted)
  }

  /// Starts, with octets that were already read.
  func start(with octets: [UInt8]) {
    // Small pieces go out at once; libmicrohttpd does that itself.
    stream.sendAtOnce()
    stream.watch(for: .readable, handler: self, on: home.loop)
  }

  /// Reads what has arrived, without waiting. Returns `true` if it sent a piece of a reply; the
  /// next piece is sent once the client has read the one before.
  func look(clientHasRead: Bool) -> Bool { false }

  /// Records the bodies, or the parts of them, that have arrived.
  func recordBodies() {}

  /// Closes at once.
  func end(_ end: Recording.Connection.End) {}

  /// Closes at once between two requests, because the scenario says so.
  func endByServer() { end(.byServer) }

  func ready(_ descriptor: Int32, _ readiness: Readiness) {}

  func timeUp(_ token: Int) {}

  /// Waits for these events from now on.
  func wait(for readiness: Readiness) {
    guard readiness != awaited else { return }
    awaited = readiness
    stream.watch(for: readiness, handler: self, on: home.loop)
  }

  /// Calls `timeUp` with the token after that many milliseconds, in place of an earlier timer.
  func schedule(_ token: Int, in milliseconds: Int, replacing timer: inout EventLoop.TimerID?) {
    home.loop.cancel(&timer)
    let pause = min(max(0, milliseconds), NativeConnection.longestPause)
    timer = home.loop.schedule(
      at: Instant.now.advanced(byMilliseconds: pause), token: token, handler: self)
  }
}

extension EventLoop {
  /// Cancels a timer, if there is one, and sets it to `nil`.
  func cancel(_ timer: inout TimerID?) {
    if let timer { cancel(timer) }
    timer = nil
  }
}
