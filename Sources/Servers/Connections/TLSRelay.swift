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
  private var direct: DirectBackEnd?
  /// Takes a connection in clear, with the octets that were read, if a server without TLS is at the
  /// same place.
  var isInClear: (([UInt8]) -> Void)?
  private unowned let home: any RelayHome
  private let session: TLSSession
  private let plan: HandshakePlan
  private let context: TLSContext
  private var play: RecordingBuilder
  private(set) var index: Int
  private var handshake: TLSHandshake
  private var alerts = PlainAlertReader()
  private(set) var state = State.shakingHands
  /// The near end of the pair; -1 before there is one.
  private var inner: Int32 = -1
  private var towardsInner = OutputQueue()
  /// The beginning of the request before which the client is asked for a certificate.
  private var waiting: [UInt8] = []
  private var hasAsked = false
  /// The back end has ended its side, and so has TLS.
  private var isEnded = false
  private var hasEndedTLS = false
  /// How the back end ends the connection.
  var ending = Ending.orderly
  private var awaited: [Readiness] = [[], []]
  private var timer: EventLoop.TimerID?
  private var hasReceived = false

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
    session = try TLSSession(
      context, plan: plan,
      sessions: context.settings.resumesSessions ? try play.resumableSessions() : nil)
    self.outer = outer
    self.context = context
    self.plan = plan
    self.index = index
    self.play = play
    self.home = home
    handshake = TLSHandshake(step: play.step, certificate: session.shown.name)
    recordHandshake()
  }

  private func recordHandshake() { play.set(handshake: handshake, of: index) }

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

  private func take(_ octets: UnsafeRawBufferPointer) {
    switch state {
    case .shakingHands:
      if !hasReceived {
        hasReceived = true
        if let first = unsafe octets.first, !TLSRelay.isTLS(first) {
          if let isInClear { return leave(to: isInClear, unsafe Array(octets)) }
          return unsafe refuseClear(octets)
        }
        if plan.end == .http { return answerInClear() }
      }
      unsafe alerts.read(octets)
      unsafe session.take(octets)
      continueHandshake()
    case .open, .clientIsDone:
      unsafe session.take(octets)
      direct?.refill()
      decrypt()
    case .asking:
      unsafe session.take(octets)
      ask()
    case .lingering, .stalled: unsafe alerts.read(octets)
    case .closed: break
    }
  }

  /// ContentType of a record of a handshake, an alert, or application data (RFC 8446 5.1).
  private static func isTLS(_ octet: UInt8) -> Bool { (20...23).contains(octet) }

  /// Answers octets that are not TLS with an alert.
  private func refuseClear(_ octets: UnsafeRawBufferPointer) {
    handshake.end = .clear
    play.note(
      oddity: "What the client sent to a port for TLS is no TLS.",
      octets: Octets(unsafe Array(octets.prefix(InputQueue.excerpt))), server: server,
      connection: index)
    session.send(TLSAlert(rawValue: 10))
    finish(.byServer)
  }

  /// Hands the connection over to another server at the same place.
  private func leave(to isInClear: ([UInt8]) -> Void, _ octets: [UInt8]) {
    state = .closed
    home.loop.forget(outer)
    home.remove(self)
    isInClear(octets)
  }

  /// The server, as an index in the recording.
  var server: Int { play.recording.connections[index].server }

  private func continueHandshake() {
    switch session.shakeHands() {
    case .needsMore: break
    case .completed:
      noteAgreement()
      if plan.end != nil, plan.message == .complete {
        handshake.end = .byServer
        return perform(plan.end)
      }
      handshake.end = .completed
      open()
    case .stopped:
      noteAgreement()
      handshake.end = .byServer
      perform(plan.end)
    case .failed(let result):
      noteAgreement()
      handshake.end = .failed
      handshake.alert = alerts.alert ?? (GnuTLS.isAlert(result) ? session.lastAlert : nil)
      // The library reports an alert in clear as another failure.
      if handshake.alert == nil {
        handshake.failure = GnuTLS.symbol(result)
        session.sendAlert(for: result)
      }
      finish(handshake.alert == nil ? .byServer : .byClient)
    }
  }

  /// Takes over what the two sides have agreed on.
  private func noteAgreement() {
    handshake.certificate = session.shown.name
    handshake.endPoint = Octets(session.shown.endPointHash)
    handshake.serverName = session.serverName
    handshake.hasNoCommonVersion = session.hasNoCommonVersion
    play.set(serverName: handshake.serverName, of: index)
    let version = session.version
    guard !version.isEmpty, version != "unknown", !handshake.hasNoCommonVersion else { return }
    handshake.version = version
    handshake.cipher = session.cipher
    handshake.protocol = session.selectedProtocol
    handshake.isResumed = session.isResumed
    handshake.clientCertificates = shownCertificates
  }

  /// The names of the certificates that the client has shown.
  private var shownCertificates: [String] {
    session.clientCertificates.map {
      context.certificates.name(ofClientCertificate: $0) ?? "an unknown certificate"
    }
  }

  private func open() {
    state = .open
    recordHandshake()
    if isDirect {
      opened(.tls(self))
      return decrypt()
    }
    guard let ends = Sockets.pair() else {
      play.fault(
        "No pair of sockets can be made: \(Sockets.lastError).", server: server, connection: index)
      return close()
    }
    inner = ends.0
    opened(.socket(ends.1))
    decrypt()
  }

  /// Asks the client for a certificate, then passes its request on.
  private func ask() {
    let progress = session.askForCertificate { waiting += $0 }
    guard waiting.count <= TLSRelay.mostWaiting else {
      play.note(
        oddity: "The client sends more and more in place of a certificate.", octets: "",
        server: server, connection: index)
      return close()
    }
    switch progress {
    case .needsMore: return
    case .stopped, .completed: handshake.clientCertificates = shownCertificates
    case .failed(let result):
      note(failure: result)
      if !GnuTLS.isAlert(result) { session.sendAlert(for: result) }
      state = .open
      return clientEnded()
    }
    state = .open
    recordHandshake()
    towardsInner.append { $0 += waiting }
    waiting = []
    if towardsInner.flush(to: inner), towardsInner.isEmpty { decrypt() }
  }

  /// The most octets of a request that wait for the client's certificate.
  private static let mostWaiting = 1 << 20

  /// Passes on what the client has sent; drops it if the back end has ended.
  private func decrypt() {
    if let direct, !isEnded { return direct.read(outer) }
    while towardsInner.isEmpty {
      switch unsafe session.receive(into: home.relayRoom) {
      case .octets(let count):
        guard inner >= 0, !isEnded else { continue }
        if plan.asksAfterwards, !hasAsked {
          hasAsked = true
          waiting = unsafe Array(home.relayRoom[..<count])
          state = .asking
          return ask()
        }
        towardsInner.append {
          unsafe $0.append(contentsOf: UnsafeRawBufferPointer(rebasing: home.relayRoom[..<count]))
        }
        if !towardsInner.flush(to: inner) { return }
      case .none: return
      case .end:
        handshake.hasCloseNotify = true
        return clientEnded()
      case .failed(let result):
        note(failure: result)
        return clientEnded()
      }
    }
  }

  private func note(failure result: Int32) {
    if GnuTLS.isAlert(result) {
      handshake.alert = session.lastAlert
    } else {
      handshake.failure = GnuTLS.symbol(result)
    }
  }

  /// The client will send nothing more.
  private func clientEnded() {
    recordHandshake()
    guard case .open = state else { return }
    state = .clientIsDone
    if inner >= 0, !isEnded { Sockets.endSending(inner) }
    direct?.refill()
    direct?.read(outer)
    closeIfEnded()
  }

  // MARK: The plan's end

  private func perform(_ end: HandshakePlan.End?) {
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
      session.send(alert)
      finish(.byServer)
    }
  }

  private func answerInClear() {
    handshake.end = .byServer
    session.outgoing.append(
      "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    finish(.byServer)
  }

  /// Sends the rest, and FIN. Closes when the client is done or its time is up.
  private func finish(_ end: Recording.Connection.End) {
    recordHandshake()
    play.close(index, end)
    state = .lingering
    guard session.outgoing.flush(to: outer) else { return close() }
    Sockets.endSending(outer)
    linger()
  }

  private func linger() {
    timer = home.loop.schedule(
      at: Instant.now.advanced(byMilliseconds: NativeConnection.lingerTime), handler: self)
  }

  // MARK: From the back end

  private func relayReply() {
    guard inner >= 0, !isEnded else { return }
    while session.outgoing.isEmpty {
      switch unsafe StreamSocket.receive(inner, into: home.relayRoom) {
      case .octets(let count):
        guard unsafe session.send(UnsafeRawBufferPointer(rebasing: home.relayRoom[..<count])),
          session.outgoing.flush(to: outer)
        else { return close() }
        if unsafe count < home.relayRoom.count { return }
      case .none: return
      case .end, .broken: return backEndEnded()
      }
    }
  }

  /// The back end sends nothing more.
  func backEndEnded() {
    if isEnded { return }
    if case .closed = state { return }
    isEnded = true
    if inner >= 0 { home.loop.forget(inner) }
    awaited[1] = []
    if ending == .reset { return close() }
    guard isDirect, case .open = state else { return endTLS() }
    // A client may close as soon as it has a response, and a close with the end unread would be a
    // reset. So it gets the end in a later turn.
    timer = home.loop.schedule(at: Instant.now, token: TLSRelay.endToken, handler: self)
  }

  private static let endToken = 1

  private func endTLS() {
    home.loop.cancel(&timer)
    hasEndedTLS = true
    if ending == .orderly { session.sendCloseNotify() }
    guard session.outgoing.flush(to: outer) else { return close() }
    if case .clientIsDone = state { return close() }
    if session.outgoing.isEmpty { Sockets.endSending(outer) }
    linger()
    waitAsNeeded()
  }

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

  private func read() {
    if case .closed = state { return }
    guard wantsInput else { return }
    switch unsafe StreamSocket.receive(outer, into: home.relayInput) {
    case .octets(let count):
      unsafe take(UnsafeRawBufferPointer(rebasing: home.relayInput[..<count]))
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
  private func closeIfEnded() {
    guard isEnded else { return }
    if !hasEndedTLS { endTLS() }
    close()
  }

  private func waitAsNeeded() {
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

  /// Calls the back end when it can read or write.
  func serve(_ backEnd: any DescriptorHandler, when readiness: Readiness) {
    if direct?.serve(backEnd, when: readiness, on: outer) ?? false { waitAsNeeded() }
  }

  /// Calls the back end no more.
  func leaveBackEnd() { direct?.leave() }

  /// Decrypts for the back end.
  func receive(into room: UnsafeMutableRawBufferPointer) -> StreamSocket.Reception {
    direct?.receive { unsafe decrypt(into: room) } ?? .end
  }

  private func decrypt(into room: UnsafeMutableRawBufferPointer) -> StreamSocket.Reception {
    guard case .open = state, !isEnded else { return isEnded && state != .closed ? .none : .end }
    switch unsafe session.receive(into: room) {
    case .octets(let count): return .octets(count)
    case .none: return .none
    case .end: handshake.hasCloseNotify = true
    case .failed(let result): note(failure: result)
    }
    state = .clientIsDone
    recordHandshake()
    return .end
  }

  /// Encrypts what the back end sends, no more than the client takes.
  func send(_ octets: ArraySlice<UInt8>) -> StreamSocket.Dispatch {
    switch state {
    case .open, .clientIsDone: break
    case .shakingHands, .asking, .lingering, .stalled, .closed: return .broken
    }
    guard !isEnded else { return .broken }
    guard !session.outgoing.isBlocked else { return .none }
    let piece = octets.prefix(TLSRelay.longestPiece)
    let isSent = unsafe piece.withUnsafeBytes { unsafe session.send($0) }
    guard isSent, session.outgoing.flush(to: outer) else { return .broken }
    if !session.outgoing.isEmpty { waitAsNeeded() }
    return .octets(piece.count)
  }

  /// The number of octets that are encrypted at once.
  private static let longestPiece = 1 << 16
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

  private func flush() {
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
