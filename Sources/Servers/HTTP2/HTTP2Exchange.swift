// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts

/// A request on a stream, and what is sent there.
final class HTTP2Exchange {
  let stream: Int32
  let exchange: WireExchange
  /// The request's body, as far as it is in.
  var body: [UInt8] = []
  /// The body of a reply that is sent in pieces.
  var trickling: HTTP2Body?
  /// The tunnel that the stream is an end of.
  var tunnel: HTTP2Tunnel?
  /// The stream is reset once the reply is sent.
  var isResetAfterwards = false
  /// What it waits for before it goes on with the reply.
  var timer: EventLoop.TimerID?
  /// What was last recorded of the body.
  private var kept: (octets: Int, isComplete: Bool)

  init(_ exchange: WireExchange, on stream: Int32) {
    self.stream = stream
    self.exchange = exchange
    kept = (0, exchange.isComplete)
  }

  /// The reply is sent to its end.
  var isSettled: Bool { exchange.isReplied || exchange.reply?.content == .nothing }

  /// Records the part of the body that has arrived.
  func keepBody(in play: RecordingBuilder) {
    let now = (octets: body.count, isComplete: exchange.isComplete)
    guard now != kept else { return }
    kept = now
    play.set(body: Octets(body), isComplete: exchange.isComplete, of: exchange.index)
  }
}
