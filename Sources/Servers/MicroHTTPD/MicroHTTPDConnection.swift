// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

/// One connection that libmicrohttpd reads and writes.
final class MicroHTTPDConnection: ServedConnection {
  let descriptor: Int32
  /// The library has the memory for long heads.
  let hasLargeHeads: Bool
  /// The responses that its servers have created.
  let responses: MicroHTTPDResponseCache
  /// Its end is recorded, and what the library still does with it is ignored.
  var isOver = false
  /// The request-target of the request that is arriving, octet for octet.
  var target = Octets()
  /// The request in progress.
  var exchange: ServedExchange?
  /// The part of its body that has arrived.
  var body: IncomingBody
  /// How it ends, once this side has decided to end it.
  var decidedEnd: Recording.Connection.End?
  /// The number of octets in requests that were understood, with those that opened the tunnels
  /// around; `nil` if unknown.
  var understood: UInt64?

  init(
    _ descriptor: Int32, _ accepted: AcceptedConnection, _ responses: MicroHTTPDResponseCache
  ) {
    self.descriptor = descriptor
    self.responses = responses
    hasLargeHeads = accepted.hasLargeHeads
    understood = accepted.arrived
    body = IncomingBody(accepted.play.kept)
    super.init(accepted)
  }

  override var isIdle: Bool { exchange == nil && decidedEnd == nil }

  /// Records the part of the body that has arrived.
  func recordBody() {
    guard !isOver, let exchange, !body.isEmpty || exchange.isComplete else { return }
    play.set(body: body.octets, isComplete: exchange.isComplete, of: exchange.index)
  }

  /// Records its end.
  func end(_ end: Recording.Connection.End) {
    recordBody()
    isOver = true
    play.close(index, end)
  }

  /// Called when the request in progress is over: its reply was sent, or the connection is lost.
  func completed(isSent: Bool) {
    guard let current = exchange else { return }
    if isSent, current.isAnswering, !isOver, let reply = current.reply {
      play.setReplied(current.index)
      if ReplyWriter.closes(reply, to: current.head, isHTTP10: isHTTP10) || !current.isComplete {
        decidedEnd = .byServer
        if reply.afterwards == .closeSilently { Sockets.shutDown(descriptor) }
      }
    }
    if current.isComplete {
      exchange = nil
      if !body.isEmpty { body = IncomingBody(play.kept) }
    }
  }
}
