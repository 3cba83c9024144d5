// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// The server's side of an open websocket; it has no socket.
final class WireWebSocket {
  /// The exchange that opened it.
  let exchange: Int
  /// The end of the connection after the last act.
  let afterwards: ConnectionFate
  private var acts: ArraySlice<Reply.WebSocket.Act>
  private var reader = WebSocketFrameReader(limit: WebSocketInput.mostOctets)
  private var octets: [UInt8]
  /// The number of octets that arrived before the handshake was answered.
  private let early: Int
  /// Messages and Pongs that no act has waited for yet.
  private var unawaited: [WebSocketTemplate.Awaited: Int] = [:]
  /// Its acts are being played; sending one may end the connection.
  var isPlaying = false
  /// The number of frames so far.
  private var frames = 0
  private var hasSentClose = false
  private var hasReceivedClose = false

  init(
    _ socket: Reply.WebSocket, of exchange: Int, afterwards: ConnectionFate, early: [UInt8]
  ) {
    self.exchange = exchange
    self.afterwards = afterwards
    acts = socket.acts[...]
    octets = early
    self.early = early.count
    reader.feed(early)
  }

  /// The octets that the client has sent so far.
  var input: WebSocketInput { WebSocketInput(octets: Octets(octets), early: early) }

  /// Adds octets of the client; returns what is too much, or `nil` if nothing is.
  func take(_ more: [UInt8]) -> String? {
    let room = max(0, WebSocketInput.mostOctets - octets.count)
    octets += more.prefix(room)
    reader.feed(more)
    if more.count > room { return "\(WebSocketInput.mostOctets) octets" }
    readFrames()
    return frames > WebSocketInput.mostFrames ? "\(WebSocketInput.mostFrames) frames" : nil
  }

  /// The next thing that the server does.
  enum Step {
    case send([UInt8])
    /// The acts are over.
    case end(ConnectionFate)
    /// The client has to send something first.
    case wait
  }

  /// Returns the next step.
  func next() -> Step {
    readFrames()
    switch acts.first {
    case .send(let octets):
      acts.removeFirst()
      return .send(octets.array)
    case .close(let code):
      acts.removeFirst()
      return close(code)
    case .await(let awaited):
      guard let count = unawaited[awaited], count > 0 else {
        // Nothing follows the client's Close.
        if hasReceivedClose || reader.isBroken { acts = [] } else { return .wait }
        return next()
      }
      unawaited[awaited] = count - 1
      acts.removeFirst()
      return next()
    case nil:
      guard afterwards == .keep else { return .end(afterwards) }
      if !hasSentClose { return close(reader.isBroken ? 1009 : 1000) }
      // "the underlying TCP connection […] SHOULD be closed first by the server" (RFC 6455 7.1.1).
      return hasReceivedClose || reader.isBroken ? .end(.close) : .wait
    }
  }

  /// Goes on without what the client did not send in time.
  func stopWaiting() {
    if case .await? = acts.first { acts.removeFirst() } else { hasReceivedClose = true }
  }

  private func close(_ code: Int?) -> Step {
    hasSentClose = true
    let payload = code.map { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    return .send(WebSocketFrame.unmasked(opcode: 8, Octets(payload ?? [])))
  }

  private func readFrames() {
    while frames <= WebSocketInput.mostFrames, let frame = reader.next() {
      frames += 1
      if frame.isClose { hasReceivedClose = true }
      if frame.isPong { unawaited[.pong, default: 0] += 1 }
      if !frame.isControl, frame.isFinal { unawaited[.message, default: 0] += 1 }
    }
  }
}

extension WireConnection {
  /// Continues as a websocket. Octets that arrived before are early: "Once the client's opening
  /// handshake has been sent, the client MUST wait for a response from the server before sending
  /// any further data." (RFC 6455 4.1)
  func open(_ socket: Reply.WebSocket, of exchange: Int, afterwards: ConnectionFate) {
    let opened = WireWebSocket(
      socket, of: exchange, afterwards: afterwards, early: reader.takeBehindRequest())
    webSocket = opened
    // The early octets alone may be too much.
    if isWithinLimits(opened, []) { playWebSocket() }
  }

  /// Passes octets to the websocket. Ends the connection and returns `false` if they are too many.
  private func isWithinLimits(_ webSocket: WireWebSocket, _ octets: [UInt8]) -> Bool {
    guard let limit = webSocket.take(octets) else { return true }
    note("The client sent more than \(limit) on a websocket.")
    end(.byServer)
    return false
  }

  /// Reads what the client has sent, and plays the next acts.
  func advanceWebSocket() {
    guard let webSocket else { return }
    let octets = reader.takeBehindRequest()
    guard !octets.isEmpty else { return }
    switch phase {
    case .open, .lingering, .stalled: break
    case .closed: return
    }
    guard play.kept.take(octets.count) else {
      play.noteTooManyOctets(server: server, connection: index)
      return end(.byServer)
    }
    guard isWithinLimits(webSocket, octets) else { return }
    if case .open = phase { playWebSocket() }
  }

  /// Plays the next acts once everything was sent.
  func flushedWebSocket() {
    if case .open = phase, webSocket?.isPlaying == false { playWebSocket() }
  }

  /// Milliseconds that a server waits for a client.
  private static let longestWait = 1_000

  /// Called when the time to wait for the client is up.
  func webSocketIsLate() {
    webSocket?.stopWaiting()
    playWebSocket()
  }

  private func playWebSocket() {
    guard let webSocket, !webSocket.isPlaying else { return }
    webSocket.isPlaying = true
    defer { webSocket.isPlaying = false }
    while case .open = phase, outgoing.isEmpty {
      switch webSocket.next() {
      case .send(let octets):
        outgoing.append { $0 += octets }
        flush()
      case .wait: return schedule(WireConnection.webSocketToken, in: WireConnection.longestWait)
      case .end(let fate): return end(webSocket, fate)
      }
    }
  }

  private func end(_ webSocket: WireWebSocket, _ fate: ConnectionFate) {
    switch fate {
    case .reset: end(.reset)
    case .stall: phase = .stalled
    case .truncate:
      relay?.ending = .truncated
      closeInOrder(isWaiting: true)
    case .keep, .close, .closeSilently, .streamReset: closeInOrder(isWaiting: true)
    }
  }
}
