// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth
import Testing

@Suite struct WebSocketTests {
  /// The example of RFC 6455 1.3.
  @Test func theAcceptOfAKeyIsThatOfTheRFC() {
    #expect(
      WebSocketHandshake.accept(for: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test func aHandshakeIsAskedForInAnyCase() {
    func isAsked(_ value: Octets) -> Bool {
      WebSocketHandshake.isAsked(
        by: RequestHead(method: "GET", target: "/", fields: FieldSection([("UPGRADE", value)])))
    }
    #expect(isAsked("WebSocket"))
    #expect(isAsked("h2c, websocket "))
    #expect(!isAsked("websockets"))
    #expect(!isAsked(""))
  }

  private func read(_ octets: [UInt8], limit: Int = 1 << 16) -> (
    frames: [WebSocketFrame], isBroken: Bool
  ) {
    var reader = WebSocketFrameReader(limit: limit)
    var frames: [WebSocketFrame] = []
    // Octet by octet is the same as at once.
    for octet in octets {
      reader.feed([octet])
      while let frame = reader.next() { frames.append(frame) }
    }
    var atOnce = WebSocketFrameReader(limit: limit)
    atOnce.feed(octets)
    var others: [WebSocketFrame] = []
    while let frame = atOnce.next() { others.append(frame) }
    #expect(frames == others)
    return (frames, reader.isBroken)
  }

  /// The examples of RFC 6455 5.7.
  @Test func theExamplesOfTheRFCAreRead() {
    let hello: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]
    let masked: [UInt8] = [
      0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58,
    ]
    let fragments: [UInt8] = [0x01, 0x03, 0x48, 0x65, 0x6c, 0x80, 0x02, 0x6c, 0x6f]
    let frames = read(hello + masked + fragments).frames
    #expect(frames.map(\.payload) == ["Hello", "Hello", "Hel", "lo"])
    #expect(frames.map(\.key) == [nil, [0x37, 0xfa, 0x21, 0x3d], nil, nil])
    #expect(frames.map(\.isFinal) == [true, true, false, true])
    #expect(WebSocketFrame.unmasked(opcode: 1, "Hello") == hello)
    let key: [UInt8] = [0x37, 0xfa, 0x21, 0x3d]
    #expect(WebSocketFrame(opcode: 1, key: key, payload: "Hello").encoded == masked)
    #expect(frames.flatMap(\.encoded) == hello + masked + fragments)
    for length in [0, 125, 126, 65_535, 65_536] {
      let payload = Octets([UInt8](repeating: 7, count: length))
      let octets = WebSocketFrame.unmasked(opcode: 2, payload)
      #expect(read(octets).frames.map(\.payload) == (length > 1 << 16 ? [] : [payload]))
    }
  }

  @Test func aLengthBeyondTheLimitIsBroken() {
    #expect(read([0x82, 0x7f] + [UInt8](repeating: 0xff, count: 8)).isBroken)
    #expect(read([0x82, 0x7e, 0, 9] + [UInt8](repeating: 1, count: 9), limit: 8).isBroken)
    #expect(!read([0x82, 0x7e, 0, 8] + [UInt8](repeating: 1, count: 8), limit: 8).isBroken)
  }

  @Test func aCloseHasACodeOrNone() {
    #expect(read([0x88, 0x02, 0x03, 0xe8]).frames.first?.closeCode == 1000)
    #expect(read([0x88, 0x01, 0x03]).frames.first?.closeCode == nil)
    #expect(read([0x88, 0x00]).frames.first?.isClose == true)
  }
}
