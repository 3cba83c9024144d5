// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// A request on a stream, and what is sent there.
final class HTTP2Exchange {
  let exchange: WireExchange
  /// The request's body, as far as it is in.
  var body: [UInt8] = []
  /// The body of a reply that is sent in pieces.
  var trickling: HTTP2Body?
  /// The tunnel that the stream is an end of.
  var tunnel: HTTP2Tunnel?

  init(_ exchange: WireExchange) { self.exchange = exchange }

  /// The reply is sent to its end.
  var isSettled: Bool { exchange.isReplied || exchange.reply?.content == .nothing }

  /// Records the part of the body that has arrived.
  func keepBody(in play: RecordingBuilder) {
    guard !body.isEmpty || exchange.isComplete else { return }
    play.set(body: Octets(body), isComplete: exchange.isComplete, of: exchange.index)
  }
}
