// SPDX-License-Identifier: Apache-2.0

/// A frame of a websocket (RFC 6455 5.2): the one codec of both sides.
package struct WebSocketFrame: Hashable, Sendable {
  /// The opcodes of RFC 6455 11.8.
  package enum Opcode {
    package static let continuation: UInt8 = 0
    package static let text: UInt8 = 1
    package static let octets: UInt8 = 2
    package static let close: UInt8 = 8
    package static let ping: UInt8 = 9
    package static let pong: UInt8 = 10
  }

  /// The most octets in a control frame (RFC 6455 5.5).
  package static let longestControl = 125

  package var isFinal: Bool
  /// RSV1 to RSV3, as the three lowest bits.
  package var reserved: UInt8
  package var opcode: UInt8
  /// The masking key; `nil` for a frame that is not masked.
  package var key: [UInt8]?
  /// The payload without its mask.
  package var payload: Octets

  package init(
    isFinal: Bool = true, reserved: UInt8 = 0, opcode: UInt8, key: [UInt8]? = nil, payload: Octets
  ) {
    self.isFinal = isFinal
    self.reserved = reserved
    self.opcode = opcode
    self.key = key
    self.payload = payload
  }

  /// `true` for a control frame, which belongs to no message (RFC 6455 5.5).
  package var isControl: Bool { opcode & 8 != 0 }
  package var isClose: Bool { opcode == Opcode.close }
  package var isPong: Bool { opcode == Opcode.pong }

  /// The status code of a Close: "the first two bytes of the body MUST be a 2-byte unsigned
  /// integer" (RFC 6455 5.5.1).
  package var closeCode: Int? {
    guard isClose, payload.count >= 2 else { return nil }
    let start = payload.startIndex
    return Int(payload[start]) << 8 | Int(payload[start + 1])
  }

  /// A frame of a server, which masks nothing: "A server MUST NOT mask any frames" (RFC 6455 5.1).
  package static func unmasked(opcode: UInt8, _ payload: Octets) -> [UInt8] {
    WebSocketFrame(opcode: opcode, payload: payload).encoded
  }

  /// The frame as it is sent, masked if it has a key.
  package var encoded: [UInt8] {
    var octets = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
    let bit: UInt8 = key == nil ? 0 : 0x80
    switch payload.count {
    case ..<126: octets.append(bit | UInt8(payload.count))
    case ..<65536: octets += [bit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      octets.append(bit | 127)
      for shift in stride(from: 56, through: 0, by: -8) {
        octets.append(UInt8(truncatingIfNeeded: payload.count >> shift))
      }
    }
    guard let key else { return octets + payload.array }
    return octets + key + WebSocketFrame.masked(payload.array, key)
  }

  /// Masks a payload, or removes the mask (RFC 6455 5.3).
  fileprivate static func masked(_ payload: [UInt8], _ key: [UInt8]) -> [UInt8] {
    var payload = payload
    for index in payload.indices { payload[index] ^= key[index & 3] }
    return payload
  }
}

/// Parses frames from octets that arrive in pieces, as leniently as possible.
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
    let sent = Array(octets[place..<place + length])
    start = place + length
    return WebSocketFrame(
      isFinal: first & 0x80 != 0, reserved: first >> 4 & 7, opcode: first & 0x0F, key: key,
      payload: Octets(key.map { WebSocketFrame.masked(sent, $0) } ?? sent))
  }

  private mutating func fail() -> WebSocketFrame? {
    isBroken = true
    octets = []
    start = 0
    return nil
  }
}
