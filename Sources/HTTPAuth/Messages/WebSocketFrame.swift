// SPDX-License-Identifier: Apache-2.0

/// A frame of a websocket (RFC 6455 5.2).
package struct WebSocketFrame: Hashable, Sendable {
  package var isFinal: Bool
  /// RSV1 to RSV3, as the three lowest bits.
  package var reserved: UInt8
  /// 0 continues a message, 1 is text, 2 octets, 8 Close, 9 Ping, 10 Pong.
  package var opcode: UInt8
  /// The masking key; `nil` for a frame that is not masked.
  package var key: [UInt8]?
  /// The payload without its mask.
  package var payload: Octets

  /// `true` for a control frame, which belongs to no message (RFC 6455 5.5).
  package var isControl: Bool { opcode & 8 != 0 }
  package var isClose: Bool { opcode == 8 }
  package var isPong: Bool { opcode == 10 }

  /// The status code of a Close: "the first two bytes of the body MUST be a 2-byte unsigned
  /// integer" (RFC 6455 5.5.1).
  package var closeCode: Int? {
    guard isClose, payload.count >= 2 else { return nil }
    let start = payload.startIndex
    return Int(payload[start]) << 8 | Int(payload[start + 1])
  }

  /// A frame of a server, which masks nothing: "A server MUST NOT mask any frames" (RFC 6455 5.1).
  package static func unmasked(opcode: UInt8, _ payload: Octets) -> [UInt8] {
    var octets: [UInt8] = [0x80 | opcode]
    switch payload.count {
    case ..<126: octets.append(UInt8(payload.count))
    case ..<65536: octets += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      octets.append(127)
      for shift in stride(from: 56, through: 0, by: -8) {
        octets.append(UInt8(truncatingIfNeeded: payload.count >> shift))
      }
    }
    return octets + payload.array
  }
}

/// Parses the frames of a client from octets that arrive in pieces, as leniently as possible.
package struct WebSocketFrameReader {
  private var octets: [UInt8] = []
  private var start = 0
  private let limit: Int
  /// `true` after a frame that is longer than the limit: no more frames are returned.
  package private(set) var isBroken = false

  /// `limit` is the most octets in the payload of a frame.
  package init(limit: Int) { self.limit = limit }

  package mutating func feed(_ more: [UInt8]) {
    guard !isBroken else { return }
    if start > 0 {
      octets.removeSubrange(..<start)
      start = 0
    }
    octets += more
  }

  /// The next frame; `nil` if more octets must arrive first.
  package mutating func next() -> WebSocketFrame? {
    guard !isBroken, octets.count - start >= 2 else { return nil }
    let (first, second) = (octets[start], octets[start + 1])
    var place = start + 2
    var length = Int(second & 0x7F)
    if length >= 126 {
      let size = length == 126 ? 2 : 8
      guard octets.count - place >= size else { return nil }
      length = 0
      for octet in octets[place..<place + size] {
        guard length <= limit else { return fail() }
        length = length << 8 | Int(octet)
      }
      place += size
    }
    guard length <= limit else { return fail() }
    var key: [UInt8]?
    if second & 0x80 != 0 {
      guard octets.count - place >= 4 else { return nil }
      key = Array(octets[place..<place + 4])
      place += 4
    }
    guard octets.count - place >= length else { return nil }
    var payload = Array(octets[place..<place + length])
    if let key { for index in payload.indices { payload[index] ^= key[index & 3] } }
    start = place + length
    return WebSocketFrame(
      isFinal: first & 0x80 != 0, reserved: first >> 4 & 7, opcode: first & 0x0F, key: key,
      payload: Octets(payload))
  }

  private mutating func fail() -> WebSocketFrame? {
    isBroken = true
    octets = []
    start = 0
    return nil
  }
}
