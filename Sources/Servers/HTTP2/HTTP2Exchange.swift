// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts

/// A request on a stream, and its reply.
final class HTTP2Exchange {
  let stream: Int32
  let exchange: ServedExchange
  /// The part of the request's body that has arrived.
  var body: IncomingBody
  /// The octets of that part for which the client has got no new window yet.
  var withheld = 0
  /// The body of a reply that is sent in pieces.
  var trickling: HTTP2Body?
  /// The tunnel that has the stream as one end.
  var tunnel: HTTP2Tunnel?
  /// The stream is reset after the reply.
  var isResetAfterwards = false
  /// The timer for the next piece of the reply.
  var timer: EventLoop.TimerID?
  /// The part of the body that was last recorded.
  private var recorded: (octets: Int, isComplete: Bool)

  init(_ exchange: ServedExchange, on stream: Int32, room: KeptOctets) {
    self.stream = stream
    body = IncomingBody(room)
    self.exchange = exchange
    recorded = (0, exchange.isComplete)
  }

  /// `true` if the reply was sent, or there is none.
  var isSettled: Bool { exchange.isReplied || exchange.reply?.content == .nothing }

  /// Records the part of the body that has arrived.
  func recordBody(in play: RecordingBuilder) {
    let now = (octets: body.count, isComplete: exchange.isComplete)
    guard now != recorded else { return }
    recorded = now
    play.set(body: body.octets, isComplete: exchange.isComplete, of: exchange.index)
  }
}
