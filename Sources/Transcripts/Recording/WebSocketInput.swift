// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The octets that a client sent on a websocket.
package struct WebSocketInput: Hashable, Sendable {
  /// The octets, without TLS.
  package var octets: Octets
  /// The number of octets that arrived before the server answered.
  package var early: Int
  /// The most octets that are recorded; the server stops after them.
  package static let mostOctets = 1 << 20
  /// The most frames that are read; the server stops after them.
  package static let mostFrames = 10_000

  package init(octets: Octets = "", early: Int = 0) {
    self.octets = octets
    self.early = early
  }

  /// The complete frames, the first `mostFrames` of them.
  package var frames: [WebSocketFrame] {
    var reader = WebSocketFrameReader(limit: WebSocketInput.mostOctets)
    reader.feed(octets.array)
    var frames: [WebSocketFrame] = []
    while frames.count < WebSocketInput.mostFrames, let frame = reader.next() {
      frames.append(frame)
    }
    return frames
  }
}

extension [WebSocketFrame] {
  /// The messages, joined from their fragments: "A fragmented message consists of a single
  /// frame with the FIN bit clear and an opcode other than 0, followed by zero or more frames with
  /// the FIN bit clear and the opcode set to 0, and terminated by a single frame with the FIN bit
  /// set and an opcode of 0." (RFC 6455 5.4)
  package var messages: [Octets] {
    var messages: [Octets] = []
    var fragments: [UInt8] = []
    for frame in self where !frame.isControl {
      fragments += frame.payload.bytes
      guard frame.isFinal else { continue }
      messages.append(Octets(fragments))
      fragments = []
    }
    return messages
  }
}
