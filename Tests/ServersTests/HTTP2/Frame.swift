// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A frame (RFC 9113 4.1), written and read without nghttp2.
struct Frame: Equatable {
  enum Kind: UInt8 {
    case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate
    case continuation
  }

  var kind: Kind
  var flags: UInt8 = 0
  var stream: UInt32 = 0
  var payload: [UInt8] = []

  /// Flags of DATA and HEADERS.
  static let endStream: UInt8 = 1
  static let endHeaders: UInt8 = 4

  var octets: [UInt8] {
    let length = payload.count
    return [
      UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), kind.rawValue,
      flags, UInt8(stream >> 24), UInt8(stream >> 16 & 0xFF), UInt8(stream >> 8 & 0xFF),
      UInt8(stream & 0xFF),
    ] + payload
  }

  var endsStream: Bool { flags & Frame.endStream != 0 }

  /// The 32 bits at a place of the payload.
  func number(at place: Int) -> UInt32 {
    payload[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The frames in octets.
  static func read(_ octets: [UInt8]) -> [Frame] {
    var frames: [Frame] = []
    var rest = octets[...]
    while rest.count >= 9 {
      let head = Array(rest.prefix(9))
      let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
      let stream = head[5...8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard let kind = Kind(rawValue: head[3]), rest.count >= 9 + length else { break }
      let payload = Array(rest.dropFirst(9).prefix(length))
      frames.append(Frame(kind: kind, flags: head[4], stream: stream, payload: payload))
      rest = rest.dropFirst(9 + length)
    }
    return frames
  }

  /// A header section: literal fields that are never indexed, without Huffman coding (RFC 7541
  /// 6.2.3).
  static func headers(
    _ lines: [(String, String)], on stream: UInt32, endsStream: Bool = true
  ) -> Frame {
    var payload: [UInt8] = []
    for (name, value) in lines {
      payload.append(0x10)
      payload += string(name) + string(value)
    }
    return Frame(
      kind: .headers, flags: endHeaders | (endsStream ? endStream : 0), stream: stream,
      payload: payload)
  }

  /// String literal: a length in a prefix of 7 bits (RFC 7541 5.1, 5.2).
  private static func string(_ text: String) -> [UInt8] {
    var octets: [UInt8] = []
    var count = text.utf8.count
    if count < 127 {
      octets.append(UInt8(count))
    } else {
      octets.append(127)
      count -= 127
      while count >= 128 {
        octets.append(UInt8(count & 0x7F | 0x80))
        count >>= 7
      }
      octets.append(UInt8(count))
    }
    return octets + text.utf8
  }

  /// GET of a path.
  static func get(
    _ path: String, on stream: UInt32, _ more: [(String, String)] = [], endsStream: Bool = true
  ) -> Frame {
    headers(
      [(":method", "GET"), (":scheme", "http"), (":authority", "a.test"), (":path", path)] + more,
      on: stream, endsStream: endsStream)
  }

  static let settings = Frame(kind: .settings)
}
