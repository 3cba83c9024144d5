// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// One connection to the wire server.
///
/// Requests are answered in order, one at a time: the next one is read after the reply to the one
/// before was sent and its body has arrived. Until then its octets stay in the system's buffer.
final class WireConnection: NativeConnection {
  enum Phase {
    /// Requests are read and answered.
    case open
    /// The last reply and FIN were sent. What the client still sends is read until it is done: a
    /// close with unread octets would reset the connection and could cost the client the reply (RFC
    /// 9112 9.6).
    case lingering
    /// The server sends nothing more and does not close.
    case stalled
    case closed
  }

  var phase = Phase.open
  var reader: RequestReader
  var exchange: ServedExchange?
  /// The open websocket; `nil` as long as requests are read.
  var webSocket: WireWebSocket?
  var clientIsDone = false
  /// The running timer: for the next piece of a trickle, for a websocket, or for the end of
  /// lingering.
  var timer: EventLoop.TimerID?

  override init(_ stream: ClientStream, _ accepted: AcceptedConnection, home: any ConnectionHome) {
    reader = RequestReader(
      headLimit: accepted.play.limits.head, bodyLimit: accepted.play.limits.body,
      room: accepted.play.kept, after: accepted.arrived)
    super.init(stream, accepted, home: home)
  }

  override func move(to play: RecordingBuilder, server: Int, index: Int) {
    super.move(to: play, server: server, index: index)
    reader.room = play.kept
  }

  override func start(with octets: [UInt8]) {
    super.start(with: octets)
    guard !octets.isEmpty else { return }
    unsafe octets.withUnsafeBytes { unsafe reader.feed($0) }
    advance()
  }

  override var isIdle: Bool {
    guard case .open = phase else { return false }
    return exchange == nil && reader.unreadCount == 0 && outgoing.isEmpty
  }

  // MARK: Requests

  /// Processes the octets that have arrived.
  func advance() {
    if webSocket != nil { return advanceWebSocket() }
    while true {
      switch phase {
      case .closed: return
      case .lingering, .stalled:
        guard let current = exchange, !current.isComplete else {
          reader.stop()
          return
        }
      case .open:
        if let current = exchange, current.isComplete { return }
      }
      let step = reader.next()
      noteComplaints()
      switch step {
      case nil: return answerIfDecided()
      case .head(let head): begin(head)
      case .complete: complete()
      case .broken:
        return refuse()
      }
    }
  }

  private func begin(_ head: RequestReader.Head) {
    guard let begun = begin(head.request, raw: head.raw, isComplete: !head.hasBody) else {
      return end(.byServer)
    }
    exchange = begun
    let reply = ask(begun, body: reader.body.octets)
    if head.hasBody, reply?.needsBody ?? true { sendContinue(head.request) }
    begun.reply = reply
    answerIfDecided()
  }

  private func complete() {
    exchange?.isComplete = true
    recordBodies()
    if let exchange, exchange.reply == nil {
      exchange.reply = ask(exchange, body: reader.body.octets)
    }
    answerIfDecided()
    finishIfDone()
  }

  /// "Upon receiving an HTTP/1.1 (or later) request that has a method, target URI, and complete
  /// header section that contains a 100-continue expectation […] an origin server MUST send either"
  /// a final status "or an interim 100"; it "MAY omit sending a 100 (Continue) response if it has
  /// already received some or all of the content" (RFC 9110 10.1.1).
  private func sendContinue(_ head: RequestHead) {
    guard !isHTTP10, head.version != "HTTP/1.0", reader.unreadCount == 0, head.expectsContinue
    else { return }
    outgoing.append("HTTP/1.1 100 Continue\r\n\r\n")
    flush()
  }

  /// Records the part of the body that has arrived, and the octets on the websocket.
  override func recordBodies() {
    if let webSocket { play.set(webSocket: webSocket.input, of: webSocket.exchange) }
    guard let exchange, !reader.body.isEmpty || exchange.isComplete else { return }
    play.set(body: reader.body.octets, isComplete: exchange.isComplete, of: exchange.index)
  }

  // MARK: Complaints

  func noteComplaints() {
    for complaint in reader.complaints { note(complaint.sentence, complaint.octets) }
    if !reader.complaints.isEmpty { reader.complaints = [] }
  }

  /// Answers octets that are not a request, unless a reply has already started.
  private func refuse() {
    recordBodies()
    guard case .open = phase else { return }
    if let exchange, exchange.isAnswering { return end(.byServer) }
    let version = isHTTP10 ? "HTTP/1.0" : "HTTP/1.1"
    outgoing.append("\(version) 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    exchange = nil
    outgoing.closesWhenEmpty = true
    flush()
  }

  // MARK: Events

  override func ready(_ descriptor: Int32, _ readiness: Readiness) {
    if readiness.contains(.writable) { flush() }
    if readiness.contains(.hungUp) || readiness.contains(.readable) { receive(readiness) }
    advanceAndWait()
  }

  private func advanceAndWait() {
    if case .closed = phase { return }
    advance()
    if case .closed = phase { return }
    waitAsNeeded()
  }

  private func receive(_ readiness: Readiness) {
    if case .closed = phase { return }
    guard isReading else {
      if readiness.contains(.hungUp) { clientEnded(isBroken: true) }
      return
    }
    let buffer = home.loop.buffer
    switch unsafe stream.receive(into: buffer.room) {
    case .octets(let count):
      unsafe reader.feed(buffer.prefix(count))
    case .none: break
    case .end: clientEnded(isBroken: false)
    case .broken: clientEnded(isBroken: true)
    }
  }

  override func timeUp(_ token: Int) {
    timer = nil
    if token == WireConnection.lingerToken { return end(.byServer) }
    if token == WireConnection.webSocketToken {
      if case .open = phase { webSocketIsLate() }
      return
    }
    guard case .open = phase, let trickle = exchange?.reply?.trickle else { return }
    outgoing.allow(trickle.octets)
    flush()
    if !outgoing.isEmpty { scheduleTrickle(trickle) }
    advanceAndWait()
  }

  override func end(_ end: Recording.Connection.End) {
    if case .closed = phase { return }
    recordBodies()
    phase = .closed
    play.close(index, end)
    release()
    if end == .reset { stream.reset(behind: relay) } else { stream.close() }
  }

  // MARK: Waiting

  /// Reads what has arrived, if it waits only for that. Sends the next piece of a reply in pieces
  /// without pauses, once the client has read the one before.
  override func look(clientHasRead: Bool) -> Bool {
    guard case .open = phase else { return false }
    if isSendingPieces {
      if clientHasRead { sendNextPiece() }
      return clientHasRead
    }
    // A relay that is read directly has called it.
    guard timer == nil || webSocket != nil, awaited == .readable, relay?.isDirect != true else {
      return false
    }
    ready(stream.descriptor, .readable)
    return isSendingPieces
  }

  /// `true` while it reads what the client sends.
  var isReading: Bool { awaited.contains(.readable) }

  /// Waits to read if it can use more octets, and to write if something is left to send.
  func waitAsNeeded() {
    var readiness: Readiness = []
    let isHolding = exchange.map(\.isComplete) ?? false
    let hasRoom = reader.unreadCount < WireConnection.readAhead || !isHolding
    if !clientIsDone, hasRoom { readiness.insert(.readable) }
    if outgoing.isBlocked { readiness.insert(.writable) }
    wait(for: readiness)
  }

  /// The number of octets of further requests that are read while one is answered.
  static let readAhead = 1 << 16
}
