// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

/// One connection that libmicrohttpd reads and writes.
final class MicroHTTPDConnection {
  let descriptor: Int32
  private(set) var server: Int
  private(set) var index: Int
  /// The connections of the tunnels around this one, outermost first.
  let outer: [Int]
  let isHTTP10: Bool
  /// It has the memory for long heads.
  let hasLargeHeads: Bool
  /// The TLS that it is behind; `nil` where it is in clear.
  var relay: TLSRelay?
  /// The responses that its servers have created.
  let responses: MicroHTTPDResponseCache
  /// The case that it belongs to; `nil` once the case is over.
  var play: RecordingBuilder?
  /// The request-target of the request that is coming in, as it was on the wire.
  var target = Octets()
  /// The request in progress.
  var exchange: WireExchange?
  /// Its body, as far as it is in.
  var body: [UInt8] = []
  var isFirst = true
  /// How it ends, once this side has decided to end it.
  var decidedEnd: Recording.Connection.End?
  /// The number of octets in requests that were understood, with those that opened the tunnels
  /// around; `nil` if unknown.
  var understood: UInt64?

  init(
    _ descriptor: Int32, server: Int, index: Int, outer: [Int], isHTTP10: Bool,
    hasLargeHeads: Bool, responses: MicroHTTPDResponseCache, after arrived: UInt64,
    play: RecordingBuilder
  ) {
    self.descriptor = descriptor
    self.server = server
    self.index = index
    self.outer = outer
    self.isHTTP10 = isHTTP10
    self.hasLargeHeads = hasLargeHeads
    self.responses = responses
    understood = arrived
    self.play = play
  }

  /// `true` if it waits for a request.
  var isIdle: Bool { exchange == nil && decidedEnd == nil }

  /// Continues in another case.
  func move(to play: RecordingBuilder, server: Int, index: Int) {
    self.play = play
    self.server = server
    self.index = index
    relay?.move(to: play, index: index)
    isFirst = true
  }

  /// Records the part of the body that has arrived.
  func keepBody() {
    if let play { keepBody(in: play) }
  }

  func keepBody(in play: RecordingBuilder) {
    guard let exchange, !body.isEmpty || exchange.isComplete else { return }
    play.set(body: Octets(body), isComplete: exchange.isComplete, of: exchange.index)
  }

  /// Asks the responder for the reply.
  func ask() -> Reply? {
    guard let play, let exchange else { return nil }
    return play.ask(
      IncomingRequest(
        server: server, connection: index, exchange: exchange.index,
        isFirstOnConnection: exchange.isFirstOnConnection, head: exchange.head,
        body: Octets(body), isComplete: exchange.isComplete))
  }

  /// The request in progress is over: its reply is sent, or the connection is lost.
  func completed(isSent: Bool) {
    guard let current = exchange else { return }
    if isSent, current.isAnswering, let play, let reply = current.reply {
      play.setReplied(current.index)
      if ReplyWriter.closes(reply, to: current.head, isHTTP10: isHTTP10) || !current.isComplete {
        decidedEnd = .byServer
        if reply.afterwards == .closeSilently { Sockets.shutDown(descriptor) }
      }
    }
    if current.isComplete {
      exchange = nil
      if !body.isEmpty { body = [] }
    }
  }

  func fault(_ complaint: String) {
    play?.fault(complaint, server: server, connection: index)
  }

  func note(oddity complaint: String, octets: Octets = .init()) {
    play?.note(oddity: complaint, octets: octets, server: server, connection: index)
  }
}
