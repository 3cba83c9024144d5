// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// One connection on which HTTP/2 is spoken, with many requests at once.
///
/// A client shows by the first octets that it knows HTTP/2 (RFC 9113 3.3, 3.4); a connection that
/// begins otherwise is left to the wire server.
final class HTTP2Connection {
  private enum Phase {
    /// The beginning of the connection preface is in.
    case beginning([UInt8])
    case open
    /// All is sent, and FIN; what the client still sends is read until it is done.
    case lingering
    /// The server sends nothing more and does not close.
    case stalled
    case closed
  }

  let stream: ClientStream
  private(set) var server: Int
  private(set) var index: Int
  /// The connections of the tunnels around this one, outermost first.
  let outer: [Int]
  unowned let home: OpenConnections
  /// The TLS that it is behind; `nil` where it is in clear.
  let relay: TLSRelay?
  /// Leaves a connection that begins with these octets to the wire server.
  private let leave: ([UInt8]) -> Void
  private(set) var play: RecordingBuilder
  private let session: HTTP2Session
  private var phase = Phase.beginning([])
  private var exchanges: [Int32: HTTP2Exchange] = [:]
  private var outgoing = OutputQueue()
  /// Exchanges whose reply is in `outgoing` to its end.
  private var unsent: [Int] = []
  private var isFirst = true
  private var octetsOfBodies = 0
  private var fate = ConnectionFate.keep
  /// Streams that are reset once they are answered.
  private var resets: Set<Int32> = []
  private var awaited: Readiness = .readable
  private var timers: [Int32: EventLoop.TimerID] = [:]

  /// Milliseconds for a client to finish sending.
  private static let lingerTime = 1_000
  /// The token of the timer for that; those of streams are their numbers.
  private static let lingerToken: Int32 = 0

  /// `nil` if there is no memory for a session.
  init?(
    _ stream: ClientStream, server: Int, index: Int, outer: [Int], play: RecordingBuilder,
    relay: TLSRelay?, home: OpenConnections, leave: @escaping ([UInt8]) -> Void
  ) {
    guard let session = HTTP2Session(headLimit: play.limits.head) else { return nil }
    self.session = session
    self.stream = stream
    self.server = server
    self.index = index
    self.outer = outer
    self.play = play
    self.relay = relay
    self.home = home
    self.leave = leave
  }

  /// Starts, with octets that were already read.
  func start(with octets: [UInt8]) {
    stream.sendAtOnce()
    stream.watch(for: .readable, handler: self, on: home.loop)
    guard !octets.isEmpty else { return }
    unsafe octets.withUnsafeBytes { unsafe take($0) }
    finishTurn()
  }

  /// `true` if it waits for a request and no octet of one has arrived.
  var isIdle: Bool {
    if case .open = phase { exchanges.isEmpty && outgoing.isEmpty } else { false }
  }

  /// Continues in another case.
  func move(to play: RecordingBuilder, server: Int, index: Int) {
    self.play = play
    self.server = server
    self.index = index
    relay?.move(to: play, index: index)
    isFirst = true
  }

  // MARK: From the client

  private func take(_ octets: UnsafeRawBufferPointer) {
    switch phase {
    case .beginning(let earlier): unsafe begin(earlier + Array(octets))
    case .open: unsafe handle(session.receive(octets))
    case .lingering, .stalled, .closed: break
    }
  }

  private func begin(_ octets: [UInt8]) {
    let preface = HTTP2Session.preface
    let isPreface = octets.prefix(preface.count).elementsEqual(preface.prefix(octets.count))
    // Another protocol was agreed on in the handshake (RFC 9113 3.2).
    guard isPreface || relay != nil else {
      phase = .closed
      stream.forget(on: home.loop)
      home.remove(self)
      return leave(octets)
    }
    guard octets.count >= preface.count || !isPreface else {
      phase = .beginning(octets)
      return
    }
    phase = .open
    unsafe octets.withUnsafeBytes { unsafe handle(session.receive($0)) }
  }

  private func handle(_ events: [HTTP2Session.Event]) {
    for event in events {
      if case .closed = phase { return }
      switch event {
      case .request(let request): begin(request)
      case .body(let stream, let octets): add(octets, to: stream)
      case .complete(let stream): complete(stream)
      case .answered(let stream): hasAnswered(stream)
      case .closed(let stream): forget(stream)
      case .complaint(let sentence): note(sentence)
      }
    }
  }

  private func hasAnswered(_ stream: Int32) {
    guard let current = exchanges[stream] else { return }
    hasAnswered(current)
    if resets.remove(stream) != nil, !current.exchange.isComplete {
      session.reset(stream, .noError)
    }
  }

  private func hasAnswered(_ current: HTTP2Exchange) {
    guard !current.exchange.isReplied else { return }
    current.exchange.isReplied = true
    unsent.append(current.exchange.index)
  }

  private func note(_ sentence: String, _ octets: Octets = Octets()) {
    play.note(oddity: sentence, octets: octets, server: server, connection: index)
  }

  private func begin(_ request: HTTP2Request) {
    let kind = play.recording.servers[server].configuration.kind
    let head = request.head(at: kind, isSecure: relay != nil)
    // What follows CONNECT is for the tunnel, if there is one.
    let isComplete = request.isComplete || head.request.method == "CONNECT"
    if let complaint = head.complaint {
      note(complaint, request.raw.prefix(InputQueue.excerpt))
      return session.reset(request.stream, .protocolError)
    }
    guard
      let index = play.begin(
        server: server, connection: index, head: head.request, rawHead: request.raw,
        isComplete: isComplete, stream: Int(request.stream))
    else { return end(.byServer) }
    let current = HTTP2Exchange(
      WireExchange(
        index: index, head: head.request, isFirstOnConnection: isFirst, isComplete: isComplete))
    exchanges[request.stream] = current
    isFirst = false
    current.exchange.reply = ask(current)
    answerIfDecided(request.stream)
  }

  private func ask(_ current: HTTP2Exchange) -> Reply? {
    play.ask(
      IncomingRequest(
        server: server, connection: index, exchange: current.exchange.index,
        isFirstOnConnection: current.exchange.isFirstOnConnection, head: current.exchange.head,
        body: Octets(current.body), isComplete: current.exchange.isComplete))
  }

  private func add(_ octets: [UInt8], to stream: Int32) {
    guard let current = exchanges[stream] else { return }
    if let tunnel = current.tunnel { return tunnel.send(octets) }
    octetsOfBodies += octets.count
    guard octetsOfBodies <= play.limits.body else {
      note(
        "The bodies of requests are longer than \(play.limits.body) octets.",
        Octets(octets.prefix(InputQueue.excerpt)))
      return end(.byServer)
    }
    current.body += octets
  }

  private func complete(_ stream: Int32) {
    guard let current = exchanges[stream] else { return }
    if let tunnel = current.tunnel { return tunnel.endSending() }
    current.exchange.isComplete = true
    current.keepBody(in: play)
    if current.exchange.reply == nil { current.exchange.reply = ask(current) }
    answerIfDecided(stream)
  }

  private func forget(_ stream: Int32) {
    guard let current = exchanges.removeValue(forKey: stream) else { return }
    current.keepBody(in: play)
    current.tunnel?.close()
    resets.remove(stream)
    octetsOfBodies -= current.body.count
    if let timer = timers.removeValue(forKey: stream) { home.loop.cancel(timer) }
  }

  /// Records the parts of bodies that have arrived.
  func keepBodies() {
    for current in exchanges.values { current.keepBody(in: play) }
  }

  // MARK: Replies

  private func answerIfDecided(_ stream: Int32) {
    guard case .open = phase, let current = exchanges[stream], let reply = current.exchange.reply,
      !current.exchange.isAnswering, current.exchange.isComplete || reply.isEarly
    else { return }
    current.exchange.isAnswering = true
    if let delay = reply.trickle?.delay, delay > 0 {
      schedule(stream, in: delay)
    } else {
      answer(stream, current, reply)
    }
  }

  private func answer(_ stream: Int32, _ current: HTTP2Exchange, _ reply: Reply) {
    for head in reply.interim {
      session.send(interim: head, on: stream)
    }
    switch reply.content {
    case .response(let response):
      let made = HTTP2Response(response, to: current.exchange.head.method)
      session.send(made.fields, body: made.body, on: stream)
      if let trickle = reply.trickle, let body = made.body, trickle.octets < body.count {
        current.trickling = body
        body.allow(trickle.octets)
        schedule(stream, in: trickle.milliseconds)
      }
    case .streamEnd(let end):
      switch end.frame {
      case .reset: session.reset(stream, end.code)
      case .goAway:
        // "The last stream identifier in the GOAWAY frame contains the highest-numbered stream
        // identifier for which the sender […] might have taken some action on" (RFC 9113 6.8).
        session.goAway(after: stream - 2, end.code)
        hasAnswered(current)
      }
    case .tunnel(let target, _): openTunnel(stream, current, to: target)
    case .nothing: break
    case .raw, .webSocket:
      play.fault("HTTP/2 has no raw replies or websockets.", server: server, connection: index)
      return end(.byServer)
    }
    take(reply.afterwards, of: stream, reply.content)
  }

  private func take(_ fate: ConnectionFate, of stream: Int32, _ content: Reply.Content) {
    switch fate {
    case .keep: return
    case .streamReset: resets.insert(stream)
    case .close:
      // Without a response there is nothing that GOAWAY would be about.
      if content != .nothing { session.goAway(after: stream, .noError) }
      self.fate = fate
    case .closeSilently, .truncate, .reset, .stall: self.fate = fate
    }
  }

  /// Opens the way from a stream to another server of the case (RFC 9113 8.5).
  private func openTunnel(_ stream: Int32, _ current: HTTP2Exchange, to target: Int) {
    guard let inner = home.openTunnel(to: target, through: index, outer: outer, play: play) else {
      return session.reset(stream, .connectError)
    }
    let body = HTTP2Body(Octets(), isComplete: false)
    session.send(HTTP2Fields(of: ResponseHead(status: 200)), body: body, on: stream)
    let tunnel = HTTP2Tunnel(inner, body, loop: home.loop) { [unowned self] in
      session.resume(stream)
      finishTurn()
    }
    current.tunnel = tunnel
    hasAnswered(current)
    tunnel.start()
  }

  // MARK: To the client

  /// Sends what is due, and continues once all of it is sent.
  private func finishTurn() {
    if case .closed = phase { return }
    flush()
    if case .closed = phase { return }
    for current in exchanges.values { current.tunnel?.watch() }
    waitAsNeeded()
  }

  private func flush() {
    guard case .open = phase else { return }
    guard outgoing.flush(to: stream) else { return end(.byClient) }
    while outgoing.isEmpty {
      makeOutgoing()
      if case .closed = phase { return }
      if outgoing.isEmpty { break }
      guard outgoing.flush(to: stream) else { return end(.byClient) }
    }
    guard outgoing.isEmpty else { return }
    for exchange in unsent { play.setReplied(exchange) }
    unsent.removeAll(keepingCapacity: true)
    if session.hasEnded { return closeInOrder() }
    guard fate != .keep, exchanges.values.allSatisfy(\.isSettled) else { return }
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
      var events: [HTTP2Session.Event] = []
      var hasWritten = false
      outgoing.append { octets in
        let count = octets.count
        events = session.write(to: &octets)
        hasWritten = octets.count > count
      }
      handle(events)
      guard hasWritten, !events.isEmpty else { return }
    }
  }

  /// How often the session writes before what it has written is sent.
  private static let mostWrites = 4

  /// Sends FIN, and closes when the client does, or its time is up: a close with octets unread would
  /// be a reset, and could cost the client the reply.
  private func closeInOrder() {
    keepBodies()
    play.close(index, .byServer)
    phase = .lingering
    for current in exchanges.values { current.tunnel?.close() }
    stream.endSending()
    schedule(HTTP2Connection.lingerToken, in: HTTP2Connection.lingerTime)
  }

  /// Closes at once, and says so: "Endpoints SHOULD always send a GOAWAY frame before closing a
  /// connection" (RFC 9113 6.8).
  func endWithGoAway() {
    if case .open = phase {
      session.terminate(.noError)
      outgoing.append { _ = session.write(to: &$0) }
      _ = outgoing.flush(to: stream)
    }
    end(.byServer)
  }

  /// Closes at once.
  func end(_ end: Recording.Connection.End) {
    if case .closed = phase { return }
    keepBodies()
    phase = .closed
    play.close(index, end)
    for timer in timers.values { home.loop.cancel(timer) }
    timers = [:]
    for current in exchanges.values { current.tunnel?.close() }
    exchanges = [:]
    stream.forget(on: home.loop)
    home.remove(self)
    if end == .reset { stream.reset(behind: relay) } else { stream.close() }
  }

  // MARK: Waiting

  /// Reads what has arrived, without waiting.
  func look() {
    // A relay that is read directly has called it.
    if case .closed = phase { return }
    if relay?.isDirect != true { ready(stream.descriptor, .readable) }
  }

  private func waitAsNeeded() {
    var readiness: Readiness = []
    // A client that does not read is not read either.
    if !outgoing.isBlocked { readiness.insert(.readable) } else { readiness.insert(.writable) }
    guard readiness != awaited else { return }
    awaited = readiness
    stream.watch(for: readiness, handler: self, on: home.loop)
  }

  private func schedule(_ token: Int32, in milliseconds: Int) {
    if let timer = timers[token] { home.loop.cancel(timer) }
    timers[token] = home.loop.schedule(
      at: Instant.now.advanced(byMilliseconds: max(0, milliseconds)), token: Int(token),
      handler: self)
  }
}

extension HTTP2Connection: DescriptorHandler {
  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    if case .closed = phase { return }
    if !readiness.isDisjoint(with: [.readable, .hungUp]) { receive() }
    finishTurn()
  }

  private func receive() {
    guard !outgoing.isBlocked else { return }
    switch unsafe stream.receive(into: home.room) {
    case .octets(let count): unsafe take(UnsafeRawBufferPointer(rebasing: home.room[..<count]))
    case .none: break
    case .end, .broken: end(.byClient)
    }
  }
}

extension HTTP2Connection: TimerHandler {
  func timeUp(_ token: Int) {
    let stream = Int32(truncatingIfNeeded: token)
    timers[stream] = nil
    if stream == HTTP2Connection.lingerToken { return end(.byServer) }
    guard case .open = phase, let current = exchanges[stream], let reply = current.exchange.reply
    else { return }
    if let body = current.trickling, let trickle = reply.trickle {
      body.allow(trickle.octets)
      session.resume(stream)
      if body.count > trickle.octets { schedule(stream, in: trickle.milliseconds) }
    } else {
      answer(stream, current, reply)
    }
    finishTurn()
  }
}
