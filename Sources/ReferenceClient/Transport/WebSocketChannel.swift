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

  private typealias Opcode = WebSocketFrame.Opcode

  private static let longestMessage = 16 << 20

  private let faults: FaultSet
  private var reader = WebSocketFrameReader(limit: longestMessage)
  /// The fragments of a message that is not complete; `nil` between two messages.
  private var fragments: [UInt8]?
  /// The complete messages.
  private(set) var messages: [Octets] = []
  /// `true` if both sides have sent a Close.
  private(set) var isClosed = false

  init(_ faults: FaultSet) { self.faults = faults }

  /// Processes octets of the server, and returns what the client does next.
  mutating func take(_ octets: [UInt8]) -> [Action] {
    reader.feed(octets)
    var actions: [Action] = []
    do throws(Flaw) {
      while !isClosed, let frame = reader.next() {
        if let action = try heed(frame) { actions.append(action) }
      }
      if reader.isBroken { throw Flaw("a frame is too long") }
    } catch {
      actions.append(.fail(error.message))
    }
    return actions
  }

  /// A text message in one frame.
  func message(_ text: Octets) -> [UInt8] { frame(Opcode.text, text) }

  // MARK: Frames

  private struct Flaw: Error {
    let message: String
    init(_ message: String) { self.message = message }
  }

  /// A frame for the server: "a client MUST mask all frames that it sends to the server", each with
  /// "a fresh masking key" (RFC 6455 5.1, 5.3).
  private func frame(_ opcode: UInt8, _ payload: Octets) -> [UInt8] {
    var frame = WebSocketFrame(opcode: opcode, payload: payload)
    if !faults.has(.webSocketNotMasked) { frame.key = Octets.random(4).array }
    return frame.encoded
  }

  // MARK: Messages and control

  private mutating func heed(_ frame: WebSocketFrame) throws(Flaw) -> Action? {
    // "If a nonzero value is received and none of the negotiated extensions defines the meaning of
    // such a nonzero value, the receiving endpoint MUST _Fail the WebSocket Connection_." (5.2)
    if frame.reserved != 0, !faults.has(.webSocketReservedBitsTaken) {
      throw Flaw("a frame has reserved bits")
    }
    // "A client MUST close a connection if it detects a masked frame." (RFC 6455 5.1)
    if frame.key != nil, !faults.has(.webSocketMaskedFrameTaken) {
      throw Flaw("a frame of the server is masked")
    }
    switch frame.opcode {
    case Opcode.continuation, Opcode.text, Opcode.octets:
      try add(frame)
      return nil
    case Opcode.close, Opcode.ping, Opcode.pong: return try control(frame)
    default: throw Flaw("a frame has an unknown opcode")
    }
  }

  private mutating func add(_ frame: WebSocketFrame) throws(Flaw) {
    guard (frame.opcode == Opcode.continuation) == (fragments != nil) else {
      throw Flaw("a message begins before the one before it has ended")
    }
    let message = (fragments ?? []) + payload(of: frame).array
    guard message.count <= WebSocketChannel.longestMessage else {
      throw Flaw("a message is too long")
    }
    if frame.isFinal {
      messages.append(Octets(message))
      fragments = nil
    } else {
      fragments = message
    }
  }

  /// The payload, or as much of it as the first octet of its length says: a fault.
  private func payload(of frame: WebSocketFrame) -> Octets {
    let count = frame.payload.count
    guard count > 125, faults.has(.webSocketLongLengthNotRead) else { return frame.payload }
    return Octets(frame.payload.bytes.prefix(count < 1 << 16 ? 126 : 127))
  }

  /// "All control frames MUST have a payload length of 125 bytes or less and MUST NOT be
  /// fragmented." (RFC 6455 5.5)
  private mutating func control(_ frame: WebSocketFrame) throws(Flaw) -> Action? {
    guard frame.isFinal,
      frame.payload.count <= WebSocketFrame.longestControl
        || faults.has(.webSocketLongPingAnswered)
    else { throw Flaw("a control frame is too long, or one of several") }
    // "An endpoint MUST be capable of handling control frames in the middle of a fragmented
    // message." (RFC 6455 5.4)
    if let fragments, faults.has(.webSocketPingEndsMessage) {
      messages.append(Octets(fragments))
      self.fragments = []
    }
    switch frame.opcode {
    case Opcode.ping:
      // "Upon receipt of a Ping frame, an endpoint MUST send a Pong frame in response" with
      // "identical "Application data"" (RFC 6455 5.5.2, 5.5.3).
      let data = faults.alter(frame.payload, .webSocketPongWithoutData) { _ in Octets() }
      return .send(self.frame(Opcode.pong, data))
    case Opcode.close:
      isClosed = true
      // "If an endpoint receives a Close frame and did not previously send a Close frame, the
      // endpoint MUST send a Close frame in response." (RFC 6455 5.5.1)
      var octets = self.frame(Opcode.close, Octets(frame.payload.bytes.prefix(2)))
      if faults.has(.webSocketDataAfterClose) { octets += message("one more") }
      return .send(octets)
    default: return nil
    }
  }
}
