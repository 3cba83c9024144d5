// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform

/// The client's side of an open websocket: reads and writes frames (RFC 6455 5). It is a state
/// machine without a socket.
struct WebSocketChannel {
  /// What the client does after it has received frames.
  enum Action {
    /// Sends octets.
    case send([UInt8])
    /// Fails the connection: "the client MUST _Fail the WebSocket Connection_" (RFC 6455 7.2.1).
    case fail(String)
    /// Ends the connection at once.
    case end
  }

  private enum Opcode {
    static let continuation: UInt8 = 0
    static let text: UInt8 = 1
    static let octets: UInt8 = 2
    static let close: UInt8 = 8
    static let ping: UInt8 = 9
    static let pong: UInt8 = 10
  }

  private static let longestMessage = 16 << 20
  private static let longestControl = 125

  private let faults: FaultSet
  private var received: [UInt8] = []
  private var index = 0
  /// The fragments of a message that is not complete; `nil` between two messages.
  private var fragments: [UInt8]?
  /// The complete messages.
  private(set) var messages: [Octets] = []
  /// `true` if both sides have sent a Close.
  private(set) var isClosed = false

  init(_ faults: FaultSet) { self.faults = faults }

  /// Processes octets of the server, and returns what the client does next.
  mutating func take(_ octets: [UInt8]) -> [Action] {
    received.removeSubrange(..<index)
    index = 0
    received += octets
    var actions: [Action] = []
    while !isClosed {
      switch readFrame() {
      case .none: return actions
      case .failure(let reason): return actions + [.fail(reason.message)]
      case .success(let frame):
        switch heed(frame) {
        case .success(let action): if let action { actions.append(action) }
        case .failure(let reason): return actions + [.fail(reason.message)]
        }
      }
    }
    return actions
  }

  /// A text message in one frame.
  func message(_ text: Octets) -> [UInt8] { frame(Opcode.text, text) }

  // MARK: Frames

  private struct Frame {
    var isFinal: Bool
    var opcode: UInt8
    var payload: [UInt8]
  }

  private struct Flaw: Error { var message: String }

  private mutating func readFrame() -> Result<Frame, Flaw>? {
    let octets = received[index...]
    guard octets.count >= 2 else { return nil }
    let (first, second) = (octets[index], octets[index + 1])
    // "If a nonzero value is received and none of the negotiated extensions defines the meaning of
    // such a nonzero value, the receiving endpoint MUST _Fail the WebSocket Connection_." (5.2)
    if first & 0x70 != 0, !faults.has(.webSocketReservedBitsTaken) {
      return .failure(Flaw(message: "a frame has reserved bits"))
    }
    // "A client MUST close a connection if it detects a masked frame." (RFC 6455 5.1)
    let isMasked = second & 0x80 != 0
    if isMasked, !faults.has(.webSocketMaskedFrameTaken) {
      return .failure(Flaw(message: "a frame of the server is masked"))
    }
    var length = Int(second & 0x7F)
    var place = index + 2
    if length >= 126, !faults.has(.webSocketLongLengthNotRead) {
      let size = length == 126 ? 2 : 8
      guard received.count - place >= size else { return nil }
      length = 0
      for octet in received[place..<place + size] {
        guard length <= WebSocketChannel.longestMessage else { break }
        length = length << 8 | Int(octet)
      }
      place += size
    }
    guard length <= WebSocketChannel.longestMessage else {
      return .failure(Flaw(message: "a frame is too long"))
    }
    var mask: [UInt8] = [0, 0, 0, 0]
    if isMasked {
      guard received.count - place >= 4 else { return nil }
      mask = Array(received[place..<place + 4])
      place += 4
    }
    guard received.count - place >= length else { return nil }
    let masked = received[place..<place + length]
    index = place + length
    return .success(
      Frame(
        isFinal: first & 0x80 != 0, opcode: first & 0x0F,
        payload: masked.enumerated().map { $1 ^ mask[$0 & 3] }))
  }

  /// A frame for the server: "a client MUST mask all frames that it sends to the server", each with
  /// "a fresh masking key" (RFC 6455 5.1, 5.3).
  private func frame(_ opcode: UInt8, _ payload: Octets) -> [UInt8] {
    var octets: [UInt8] = [0x80 | opcode]
    if payload.count > WebSocketChannel.longestControl, faults.has(.webSocketReservedBitsSent) {
      octets[0] |= 0x40
    }
    let isMasked = !faults.has(.webSocketNotMasked)
    let bit: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case ..<126: octets.append(bit | UInt8(payload.count))
    case ..<65536: octets += [bit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      octets.append(bit | 127)
      for shift in stride(from: 56, through: 0, by: -8) {
        octets.append(UInt8(truncatingIfNeeded: payload.count >> shift))
      }
    }
    guard isMasked else { return octets + payload.array }
    let key = faults.alter(Octets.random(4).array, .webSocketMaskConstant) { _ in [1, 2, 3, 4] }
    return octets + key + payload.enumerated().map { $1 ^ key[$0 & 3] }
  }

  // MARK: Messages and control

  private mutating func heed(_ frame: Frame) -> Result<Action?, Flaw> {
    switch frame.opcode {
    case Opcode.continuation, Opcode.text, Opcode.octets: return add(frame)
    case Opcode.close, Opcode.ping, Opcode.pong: return control(frame)
    default: return .failure(Flaw(message: "a frame has an unknown opcode"))
    }
  }

  private mutating func add(_ frame: Frame) -> Result<Action?, Flaw> {
    guard (frame.opcode == Opcode.continuation) == (fragments != nil) else {
      return .failure(Flaw(message: "a message begins before the one before it has ended"))
    }
    let message = (fragments ?? []) + frame.payload
    guard message.count <= WebSocketChannel.longestMessage else {
      return .failure(Flaw(message: "a message is too long"))
    }
    if frame.isFinal {
      messages.append(Octets(message))
      fragments = nil
    } else {
      fragments = message
    }
    return .success(nil)
  }

  /// "All control frames MUST have a payload length of 125 bytes or less and MUST NOT be
  /// fragmented." (RFC 6455 5.5)
  private mutating func control(_ frame: Frame) -> Result<Action?, Flaw> {
    guard frame.isFinal,
      frame.payload.count <= WebSocketChannel.longestControl
        || faults.has(.webSocketLongPingAnswered)
    else {
      return .failure(Flaw(message: "a control frame is too long, or one of several"))
    }
    // "An endpoint MUST be capable of handling control frames in the middle of a fragmented
    // message." (RFC 6455 5.4)
    if let fragments, faults.has(.webSocketPingEndsMessage) {
      messages.append(Octets(fragments))
      self.fragments = []
    }
    let payload = Octets(frame.payload)
    switch frame.opcode {
    case Opcode.ping:
      // "Upon receipt of a Ping frame, an endpoint MUST send a Pong frame in response" with
      // "identical "Application data"" (RFC 6455 5.5.2, 5.5.3).
      if faults.has(.webSocketPingNotAnswered) { return .success(nil) }
      return .success(
        .send(
          self.frame(
            Opcode.pong, faults.alter(payload, .webSocketPongWithoutData) { _ in Octets() })))
    case Opcode.close:
      isClosed = true
      // "If an endpoint receives a Close frame and did not previously send a Close frame, the
      // endpoint MUST send a Close frame in response." (RFC 6455 5.5.1)
      if faults.has(.webSocketCloseNotAnswered) { return .success(.end) }
      var octets = self.frame(Opcode.close, Octets(payload.bytes.prefix(2)))
      if faults.has(.webSocketDataAfterClose) { octets += message("one more") }
      return .success(.send(octets))
    default: return .success(nil)
    }
  }
}
