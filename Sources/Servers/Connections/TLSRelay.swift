// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// TLS in front of a back end: a client's connection on one side, plain octets on the other.
///
/// Most back ends of an origin server read and write the plain octets in the relay itself
/// (`DirectBackEnd`). All others get the far end of a pair of sockets as if it were the client's
/// connection, so that they and tunnels work as without TLS. TLS within a tunnel, or within TLS, is
/// a relay behind a relay.
final class TLSRelay {
  enum State {
    case shakingHands
    case open
    /// The client was asked for a certificate; its request waits.
    case asking
    /// The client sends nothing more.
    case clientIsDone
    /// Everything was sent. What the client still sends is read until it is done: a close with
    /// unread octets would reset the connection and could cost the client what was sent.
    case lingering
    /// The server sends nothing more and does not close.
    case stalled
    case closed
  }

  /// The client's connection.
  let outer: Int32
  /// Hands itself or the far end of the pair over to a back end.
  var opened: (ClientStream) -> Void = { _ in }
  /// The back end reads and writes without a pair of sockets.
  var isDirect: Bool {
    get { direct != nil }
    // A request that waits for a certificate waits in front of the pair.
    set { direct = newValue && !plan.asksAfterwards ? DirectBackEnd() : nil }
  }
  var direct: DirectBackEnd?
  /// Takes a connection in clear, with the octets that were read, if a server without TLS is at the
  /// same place.
  var isInClear: (([UInt8]) -> Void)?
  unowned let home: any RelayHome
  let server: ServerHandshake
  let session: TLSSession
  let plan: HandshakePlan
  let context: TLSContext
  var play: RecordingBuilder
  private(set) var index: Int
  var handshake: TLSHandshake
  var alerts = PlainAlertReader()
  var state = State.shakingHands
  /// The near end of the pair; -1 before there is one.
  var inner: Int32 = -1
  var towardsInner = OutputQueue()
  /// The beginning of the request before which the client is asked for a certificate.
  var waiting: [UInt8] = []
  var hasAsked = false
  /// The back end has ended its side, and so has TLS.
  var isEnded = false
  var hasEndedTLS = false
  /// How the back end ends the connection.
  var ending = Ending.orderly
  var awaited: [Readiness] = [[], []]
  var timer: EventLoop.TimerID?
  var hasReceived = false

  /// A way to end a connection.
  enum Ending {
    /// `close_notify`, then FIN.
    case orderly
    /// FIN without `close_notify` (RFC 8446 6.1): the client cannot know whether something is
    /// missing.
    case truncated
    case reset
  }

  /// A relay for a connection of a case; its handshake has not begun.
  init(
    _ outer: Int32, _ context: TLSContext, plan: HandshakePlan, index: Int, play: RecordingBuilder,
    home: any RelayHome
  ) throws(ServerError) {
    server = try ServerHandshake(
      context, plan: plan,
      sessions: context.settings.resumesSessions ? try play.resumableSessions() : nil)
    session = server.session
    self.outer = outer
    self.context = context
    self.plan = plan
    self.index = index
    self.play = play
    self.home = home
    handshake = TLSHandshake(step: play.step, certificate: server.shown.name)
    recordHandshake()
  }

  func recordHandshake() { play.set(handshake: handshake, of: index) }

  /// Starts, with octets that were already read.
  func start(with octets: [UInt8] = []) {
    StreamSocket.sendAtOnce(outer)
    if !octets.isEmpty { unsafe octets.withUnsafeBytes { unsafe take($0) } }
    waitAsNeeded()
  }

  /// Continues in another case.
  func move(to play: RecordingBuilder, index: Int) {
    self.play = play
    self.index = index
    if handshake.step != 0 { handshake.step = 0 }
    recordHandshake()
  }

  /// The protocol that the handshake has agreed on (RFC 7301).
  var selectedProtocol: String? { handshake.protocol }

  /// `true` until the handshake has ended.
  var isShakingHands: Bool { if case .shakingHands = state { true } else { false } }

  // MARK: From the client

  // MARK: The plan's end

  func perform(_ end: HandshakePlan.End?) {
    switch end {
    case nil, .close, .http: finish(.byServer)
    case .reset:
      ending = .reset
      recordHandshake()
      play.close(index, .reset)
      close()
    case .stall:
      recordHandshake()
      state = .stalled
    case .garbage:
      // A record of a handshake with a message that is none.
      session.outgoing.append { $0 += [22, 3, 3, 0, 4, 0xFF, 0xFF, 0xFF, 0xFF] }
      finish(.byServer)
    case .alert(let alert):
      session.send(alert: alert.rawValue)
      finish(.byServer)
    }
  }

  func answerInClear() {
    handshake.end = .byServer
    session.outgoing.append(
      "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    finish(.byServer)
  }

  /// Sends the rest, and FIN. Closes when the client is done or its time is up.
  func finish(_ end: Recording.Connection.End) {
    recordHandshake()
    play.close(index, end)
    state = .lingering
    guard session.outgoing.flush(to: outer) else { return close() }
    Sockets.endSending(outer)
    linger()
  }

  func linger() {
    timer = home.loop.schedule(
      at: Instant.now.advanced(byMilliseconds: NativeConnection.lingerTime), handler: self)
  }

  // MARK: From the back end

  // MARK: Both sides

  /// Reads what the client has sent, without waiting.
  func look() {
    read()
    waitAsNeeded()
  }

  /// Sends what the back end has answered, without waiting.
  func lookInside() {
    guard inner >= 0 else { return }
    switch state {
    case .open, .clientIsDone: relayReply()
    case .shakingHands, .asking, .lingering, .stalled, .closed: return
    }
    waitAsNeeded()
  }

  func read() {
    if case .closed = state { return }
    guard wantsInput else { return }
    let buffer = home.loop.buffer
    switch unsafe StreamSocket.receive(outer, into: buffer.room) {
    case .octets(let count): unsafe take(buffer.prefix(count))
    case .none: break
    case .end: outerEnded(isBroken: false)
    case .broken: outerEnded(isBroken: true)
    }
  }

  private func outerEnded(isBroken: Bool) {
    switch state {
    case .shakingHands:
      noteAgreement()
      handshake.end = .failed
      handshake.alert = alerts.alert
      recordHandshake()
      play.close(index, .byClient)
      close()
    case .open, .asking:
      state = .open
      // "Clients MUST send a closure alert before closing the connection." (RFC 9112 9.8)
      // A close is a reset if the client has not read what the server sent last, so it depends on
      // the moment which of the two it is. An alert before it was read, as it came first.
      handshake.lacksClosure =
        !handshake.hasCloseNotify && handshake.alert == nil && handshake.failure == nil
      clientEnded()
      if isBroken { close() } else { stopReading() }
    case .clientIsDone where !isBroken: stopReading()
    case .clientIsDone, .lingering, .stalled:
      if handshake.alert == nil, let alert = alerts.alert {
        handshake.alert = alert
        recordHandshake()
      }
      play.close(index, .byClient)
      close()
    case .closed: break
    }
  }

  /// The client's FIN was read. The loop would report it in every turn.
  private var hasReadEnd = false
  private func stopReading() {
    hasReadEnd = true
    closeIfEnded()
  }

  /// Closes if both sides are done.
  func closeIfEnded() {
    guard isEnded else { return }
    if !hasEndedTLS { endTLS() }
    close()
  }

  func waitAsNeeded() {
    if case .closed = state { return }
    var outside: Readiness = []
    if !hasReadEnd, wantsInput { outside.insert(.readable) }
    if !session.outgoing.isEmpty { outside.insert(.writable) }
    wait(outside, on: outer, 0)
    guard inner >= 0, !isEnded else { return }
    var inside: Readiness = []
    if session.outgoing.isEmpty { inside.insert(.readable) }
    if !towardsInner.isEmpty { inside.insert(.writable) }
    wait(inside, on: inner, 1)
  }

  /// `true` if the back end can take more octets of the client.
  private var wantsInput: Bool {
    guard let direct, case .open = state, !isEnded else { return towardsInner.isEmpty }
    return direct.wantsInput
  }

  private func wait(_ readiness: Readiness, on descriptor: Int32, _ side: Int) {
    guard awaited[side] != readiness else { return }
    awaited[side] = readiness
    home.loop.watch(descriptor, for: readiness, handler: self)
  }

  /// Closes both sides at once.
  func close() {
    if case .closed = state { return }
    if case .shakingHands = state {
      noteAgreement()
      recordHandshake()
      play.close(index, .byClient)
    }
    state = .closed
    home.loop.cancel(&timer)
    home.loop.forget(outer)
    if inner >= 0 {
      if !isEnded { home.loop.forget(inner) }
      StreamSocket.close(inner)
    }
    if ending == .reset { Sockets.reset(outer) } else { StreamSocket.close(outer) }
    home.remove(self)
    direct?.refill()
    direct?.read(outer)
    direct?.leave()
  }

  // MARK: A back end without a pair of sockets
}

extension TLSRelay: DescriptorHandler {
  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    if case .closed = state { return }
    if descriptor == outer {
      // The client has closed both ways, which would be reported in every turn.
      if hasReadEnd, readiness.contains(.hungUp) { return close() }
      if readiness.contains(.writable) { flush() }
      if !readiness.isDisjoint(with: [.readable, .hungUp]) {
        // It is reported in every turn, also if the back end does not read.
        if wantsInput { read() } else { direct?.notify(outer, readiness) }
      }
    } else {
      if readiness.contains(.writable), towardsInner.flush(to: inner), towardsInner.isEmpty {
        decrypt()
      }
      if !readiness.isDisjoint(with: [.readable, .hungUp]) { relayReply() }
    }
    waitAsNeeded()
  }

  func flush() {
    guard session.outgoing.flush(to: outer) else { return close() }
    guard session.outgoing.isEmpty else { return }
    if case .lingering = state { Sockets.endSending(outer) }
    if isEnded {
      Sockets.endSending(outer)
    } else if let direct {
      direct.write(outer)
    } else {
      relayReply()
    }
  }
}

extension TLSRelay: TimerHandler {
  func timeUp(_ token: Int) {
    timer = nil
    if token == TLSRelay.endToken { endTLS() } else { close() }
  }
}
