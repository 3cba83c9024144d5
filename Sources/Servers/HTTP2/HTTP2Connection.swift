// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// One connection on which HTTP/2 is spoken, with many requests at once.
///
/// A client shows by the first octets that it knows HTTP/2 (RFC 9113 3.3, 3.4); a connection that
/// begins otherwise is left to the wire server.
final class HTTP2Connection: NativeConnection {
  enum Phase {
    /// The connection preface is not complete yet.
    case beginning
    case open
    /// Everything and FIN were sent. What the client still sends is read until it is done.
    case lingering
    /// The server sends nothing more and does not close.
    case stalled
    case closed
  }

  /// Leaves a connection that begins with these octets to the wire server.
  private let leave: ([UInt8]) -> Void
  let session: HTTP2Session
  var phase = Phase.beginning
  /// The part of the connection preface that has arrived; empty once it is complete.
  private var beginning: [UInt8] = []
  /// The exchanges on open streams, of which a client has a few at most.
  var exchanges: [HTTP2Exchange] = []
  /// Exchanges whose reply is completely in `outgoing`.
  var unsent: [Int] = []
  private var octetsOfBodies = 0
  var fate = ConnectionFate.keep
  /// The end of waiting for a client to finish sending.
  private var lingering: EventLoop.TimerID?

  /// The token of that timer; those of streams are their numbers.
  private static let lingerToken = 0

  /// `nil` if there is no memory for a session.
  init?(
    _ stream: ClientStream, _ accepted: AcceptedConnection, home: any ConnectionHome,
    leave: @escaping ([UInt8]) -> Void
  ) {
    guard let session = HTTP2Session(.server(headLimit: accepted.play.limits.head)) else {
      return nil
    }
    self.session = session
    self.leave = leave
    super.init(stream, accepted, home: home)
  }

  override func start(with octets: [UInt8]) {
    super.start(with: octets)
    guard !octets.isEmpty else { return }
    unsafe octets.withUnsafeBytes { unsafe take($0) }
    finishTurn()
  }

  override var isIdle: Bool {
    phase == .open && exchanges.isEmpty && outgoing.isEmpty
  }

  // MARK: From the client

  private func take(_ octets: UnsafeRawBufferPointer) {
    switch phase {
    case .beginning: unsafe begin(octets)
    case .open:
      unsafe session.receive(octets)
      handleEvents()
    case .lingering, .stalled, .closed: break
    }
  }

  private func begin(_ octets: UnsafeRawBufferPointer) {
    unsafe beginning.append(contentsOf: octets)
    let preface = HTTP2Session.preface
    let isPreface = beginning.prefix(preface.count)
      .elementsEqual(preface.prefix(beginning.count))
    // Another protocol was agreed on in the handshake (RFC 9113 3.2).
    guard isPreface || relay != nil else {
      phase = .closed
      stream.forget(on: home.loop)
      home.remove(self)
      return leave(beginning)
    }
    guard beginning.count >= preface.count || !isPreface else { return }
    phase = .open
    unsafe beginning.withUnsafeBytes { unsafe session.receive($0) }
    beginning = []
    handleEvents()
  }

  /// Handles the session's events; returns `false` if there are none.
  @discardableResult
  private func handleEvents() -> Bool {
    let events = session.takeEvents()
    guard !events.isEmpty else { return false }
    for event in events {
      if phase == .closed { return true }
      switch event {
      case .head(let stream, let lines, let endsStream):
        begin(HTTP2Request(stream: stream, lines: lines, isComplete: endsStream))
      case .body(let stream, let octets): take(octets, of: stream)
      case .complete(let stream): complete(stream)
      case .answered(let stream): hasAnswered(stream)
      case .closed(let stream, _): forget(stream)
      case .complaint(let sentence): note(sentence)
      case .trailers, .goAway: break
      }
    }
    session.reuse(events)
    return true
  }

  func exchange(on stream: Int32) -> HTTP2Exchange? {
    exchanges.first { $0.stream == stream }
  }

  private func begin(_ request: HTTP2Request) {
    let kind = play.recording.servers[server].configuration.kind
    let head = request.head(at: kind, isSecure: relay != nil)
    // What follows CONNECT is for the tunnel, if there is one.
    let isComplete = request.isComplete || head.request.method.equals("CONNECT")
    if let complaint = head.complaint {
      note(complaint, request.raw.prefix(InputQueue.excerpt))
      return session.reset(request.stream, code: HTTP2ErrorCode.protocolError.rawValue)
    }
    let begun = begin(
      head.request, raw: request.raw, isComplete: isComplete, stream: Int(request.stream))
    guard let begun else { return end(.byServer) }
    let current = HTTP2Exchange(begun, on: request.stream, room: play.kept)
    exchanges.append(current)
    current.exchange.reply = ask(current)
    if !isComplete, current.exchange.reply?.needsBody ?? true { sendContinue(current) }
    answerIfDecided(current)
  }

  private func ask(_ current: HTTP2Exchange) -> Reply? {
    ask(current.exchange, body: current.body.octets)
  }

  /// Takes a piece of a body, and grants the client as much again: "The receiver of a frame sends a
  /// WINDOW_UPDATE frame as it consumes data and frees up space in flow-control windows." (RFC 9113
  /// 6.9.1) If the reply waits for a part of the body, the client gets no more than its window
  /// before: it has either sent it, or waits for the server.
  private func take(_ octets: [UInt8], of stream: Int32) {
    let current = exchange(on: stream)
    if let current, !current.exchange.isReplied, current.exchange.reply?.octetsAwaited ?? 0 > 0 {
      current.withheld += octets.count
    } else {
      session.grant(octets.count, on: stream)
    }
    if let current { add(octets, to: current) }
  }

  private func add(_ octets: [UInt8], to current: HTTP2Exchange) {
    if let tunnel = current.tunnel {
      if tunnel.send(octets) { return }
      note("The client sends into a tunnel what its server does not read.")
      return end(.byServer)
    }
    octetsOfBodies += octets.count
    guard octetsOfBodies <= play.limits.body else {
      note(
        "The bodies of requests are longer than \(play.limits.body) octets.",
        Octets(octets.prefix(InputQueue.excerpt)))
      return end(.byServer)
    }
    guard current.body.append(octets[...]) else {
      note(current.body.complaint, current.body.beginning)
      return end(.byServer)
    }
    answerIfDecided(current)
  }

  private func complete(_ stream: Int32) {
    guard let current = exchange(on: stream) else { return }
    if let tunnel = current.tunnel { return tunnel.endSending() }
    current.exchange.isComplete = true
    current.recordBody(in: play)
    if current.exchange.reply == nil { current.exchange.reply = ask(current) }
    answerIfDecided(current)
  }

  private func forget(_ stream: Int32) {
    guard let place = exchanges.firstIndex(where: { $0.stream == stream }) else { return }
    let current = exchanges.remove(at: place)
    grantWithheld(of: current)
    current.recordBody(in: play)
    current.tunnel?.close()
    octetsOfBodies -= current.body.count
    home.loop.cancel(&current.timer)
  }

  override func recordBodies() {
    for current in exchanges { current.recordBody(in: play) }
  }

  // MARK: To the client

  /// Sends what is due, and waits for what is needed next.
  func finishTurn() {
    if phase == .open { flush() }
    if phase == .closed { return }
    for current in exchanges { current.tunnel?.watch() }
    waitAsNeeded()
  }

  private func flush() {
    guard outgoing.flush(to: stream) else { return end(.byClient) }
    while outgoing.isEmpty {
      makeOutgoing()
      if phase == .closed { return }
      if outgoing.isEmpty { break }
      guard outgoing.flush(to: stream) else { return end(.byClient) }
    }
    guard outgoing.isEmpty else { return }
    for exchange in unsent { play.setReplied(exchange) }
    unsent.removeAll(keepingCapacity: true)
    if session.hasEnded { return closeInOrder() }
    guard fate != .keep, exchanges.allSatisfy(\.isSettled) else { return }
    switch fate {
    case .keep, .streamReset: break
    case .reset: end(.reset)
    case .stall: phase = .stalled
    case .close, .closeSilently: closeInOrder()
    case .truncate:
      relay?.ending = .truncated
      closeInOrder()
    }
  }

  /// Adds the octets that are due, with those that follow from the end of a reply.
  private func makeOutgoing() {
    for _ in 0..<HTTP2Connection.mostWrites {
      var hasWritten = false
      outgoing.append { octets in
        let count = octets.count
        session.write(to: &octets)
        hasWritten = octets.count > count
      }
      guard handleEvents(), hasWritten else { return }
    }
  }

  /// The most times that the session writes before its octets are sent.
  private static let mostWrites = 4

  /// Sends FIN, and closes when the client does or its time is up: a close with unread octets would
  /// reset the connection and could cost the client the reply (RFC 9112 9.6).
  private func closeInOrder() {
    recordBodies()
    play.close(index, .byServer)
    phase = .lingering
    for current in exchanges { current.tunnel?.close() }
    stream.endSending()
    schedule(
      HTTP2Connection.lingerToken, in: HTTP2Connection.lingerTime, replacing: &lingering)
  }

  /// "Endpoints SHOULD always send a GOAWAY frame before closing a connection" (RFC 9113 6.8).
  override func endByServer() {
    if phase == .open {
      session.terminate()
      outgoing.append { session.write(to: &$0) }
      // The client's last frames may be unread.
      if outgoing.flush(to: stream), outgoing.isEmpty { return closeInOrder() }
    }
    end(.byServer)
  }

  override func end(_ end: Recording.Connection.End) {
    if phase == .closed { return }
    recordBodies()
    phase = .closed
    play.close(index, end)
    home.loop.cancel(&lingering)
    for current in exchanges {
      home.loop.cancel(&current.timer)
      current.tunnel?.close()
    }
    exchanges = []
    stream.forget(on: home.loop)
    home.remove(self)
    if end == .reset { stream.reset(behind: relay) } else { stream.close() }
  }

  // MARK: Waiting

  override func look(clientHasRead: Bool) -> Bool {
    // A relay that is read directly has called it.
    if phase != .closed, relay?.isDirect != true { ready(stream.descriptor, .readable) }
    return false
  }

  private func waitAsNeeded() {
    // A client that does not read is not read from either.
    wait(for: outgoing.isBlocked ? .writable : .readable)
  }

  override func ready(_ descriptor: Int32, _ readiness: Readiness) {
    if phase == .closed { return }
    if !readiness.isDisjoint(with: [.readable, .hungUp]) { receive() }
    finishTurn()
  }

  private func receive() {
    guard !outgoing.isBlocked else { return }
    let buffer = home.loop.buffer
    switch unsafe stream.receive(into: buffer.room) {
    case .octets(let count): unsafe take(buffer.prefix(count))
    case .none: break
    case .end, .broken: end(.byClient)
    }
  }

  override func timeUp(_ token: Int) {
    if token == HTTP2Connection.lingerToken {
      lingering = nil
      return end(.byServer)
    }
    guard let current = exchange(on: Int32(truncatingIfNeeded: token)) else { return }
    current.timer = nil
    guard phase == .open, let reply = current.exchange.reply else { return }
    if let body = current.trickling, let trickle = reply.trickle {
      body.allow(trickle.octets)
      session.resume(current.stream)
      if body.count > trickle.octets {
        schedule(token, in: trickle.milliseconds, replacing: &current.timer)
      }
    } else {
      answer(current, reply)
    }
    finishTurn()
  }
}
