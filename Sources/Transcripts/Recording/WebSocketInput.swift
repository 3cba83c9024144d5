// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// What a client sent on a connection after its request was answered with a websocket.
package struct WebSocketInput: Hashable, Sendable {
  /// The octets, as they are on the wire below TLS.
  package var octets: Octets
  /// How many of them arrived before the server had answered.
  package var early: Int
  /// How many octets of a client are kept; it is not served beyond.
  package static let mostOctets = 1 << 20

  package init(octets: Octets = "", early: Int = 0) {
    self.octets = octets
    self.early = early
  }

  /// The whole frames.
  package var frames: [WebSocketFrame] {
    var reader = WebSocketFrameReader(limit: WebSocketInput.mostOctets)
    reader.feed(octets.array)
    var frames: [WebSocketFrame] = []
    while let frame = reader.next() { frames.append(frame) }
    return frames
  }
}

extension [WebSocketFrame] {
  /// The messages, put together from their fragments: "A fragmented message consists of a single
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
