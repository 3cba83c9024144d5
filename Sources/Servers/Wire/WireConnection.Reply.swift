// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Platform
import Transcripts

// How a connection sends what was decided, and what becomes of it afterwards.
extension WireConnection {
  private static let trickleToken = 1
  private static let lingerToken = 2
  static let webSocketToken = 3
  /// The time for a client to finish sending, in milliseconds.
  private static let lingerTime = 1_000
  /// The longest pause in milliseconds; no case lasts that long.
  private static let longestPause = 3_600_000

  /// Starts the reply if it is decided and due.
  func answerIfDecided() {
    guard case .open = phase, let current = exchange, let reply = current.reply,
      !current.isAnswering, current.isComplete || reply.isEarly
    else { return }
    exchange?.isAnswering = true
    let writer = ReplyWriter(reply, to: current.head, isHTTP10: isHTTP10)
    exchange?.closes = writer.closes
    outgoing.append { writer.write(to: &$0) }
    if let trickle = reply.trickle, !outgoing.isEmpty {
      if trickle.delay > 0 {
        outgoing.holdBack()
        schedule(WireConnection.trickleToken, in: trickle.delay)
      } else {
        outgoing.allow(trickle.octets)
        scheduleTrickle(trickle)
      }
    }
    flush()
  }

  /// Sends what can be sent, and continues once everything was sent.
  func flush() {
    if case .closed = phase { return }
    guard outgoing.flush(to: stream) else {
      clientEnded(isBroken: true)
      return
    }
    guard outgoing.isEmpty else { return }
    if outgoing.closesWhenEmpty {
      closeInOrder(isWaiting: true)
      return
    }
    if webSocket != nil { return flushedWebSocket() }
    guard let current = exchange, current.isAnswering, !current.isReplied else { return }
    exchange?.isReplied = true
    if let reply = current.reply { replied(reply, current) }
  }

  private func replied(_ reply: Reply, _ current: WireExchange) {
    if reply.content != .nothing || !reply.interim.isEmpty { play.setReplied(current.index) }
    if clientIsDone {
      end(.byClient)
      return
    }
    if case .webSocket(let socket) = reply.content {
      return open(socket, of: current.index, afterwards: reply.afterwards)
    }
    become(reply, current)
  }

  /// What becomes of the connection after a reply.
  private func become(_ reply: Reply, _ current: WireExchange) {
    switch reply.afterwards {
    case .reset: end(.reset)
    case .stall: phase = .stalled
    case .close, .closeSilently: closeInOrder(isWaiting: !current.isComplete)
    case .truncate:
      relay?.ending = .truncated
      closeInOrder(isWaiting: !current.isComplete)
    case .keep, .streamReset:
      if case .tunnel(let target, _) = reply.content {
        home.handOver(self, to: target)
      } else if reply.content == .nothing {
        phase = .stalled
      } else if current.closes {
        closeInOrder(isWaiting: !current.isComplete)
      } else {
        finishIfDone()
      }
    }
  }

  /// Finishes an exchange that is over.
  func finishIfDone() {
    guard case .open = phase, let current = exchange, current.isComplete, current.isReplied else {
      return
    }
    exchange = nil
    reader.startNext()
  }

  // MARK: Ends

  /// Sends FIN, and closes: at once if the client seems to have nothing more to send.
  func closeInOrder(isWaiting: Bool) {
    guard isWaiting || reader.unreadCount > 0 else {
      end(.byServer)
      return
    }
    play.close(index, .byServer)
    outgoing = OutputQueue()
    phase = .lingering
    stream.endSending()
    schedule(WireConnection.lingerToken, in: WireConnection.lingerTime)
  }

  /// The client will send nothing more.
  func clientEnded(isBroken: Bool) {
    if case .closed = phase { return }
    if let complaint = reader.interruption {
      play.note(
        oddity: complaint.sentence, octets: complaint.octets, server: server, connection: index)
    }
    keepBody()
    if !isBroken, case .open = phase, let current = exchange, current.isComplete,
      current.isAnswering, !current.isReplied
    {
      clientIsDone = true
      return
    }
    end(.byClient)
  }

  /// Closes at once.
  func end(_ end: Recording.Connection.End) {
    if case .closed = phase { return }
    keepBody()
    phase = .closed
    play.close(index, end)
    release()
    if end == .reset { stream.reset(behind: relay) } else { stream.close() }
  }

  /// Gives up the descriptor without closing it.
  func release() {
    phase = .closed
    if let timer { home.loop.cancel(timer) }
    timer = nil
    stream.forget(on: home.loop)
    home.remove(self)
  }

  // MARK: Time

  private func scheduleTrickle(_ trickle: Trickle) {
    schedule(WireConnection.trickleToken, in: max(0, trickle.milliseconds))
  }

  func schedule(_ token: Int, in milliseconds: Int) {
    if let timer { home.loop.cancel(timer) }
    timer = home.loop.schedule(
      at: Instant.now.advanced(byMilliseconds: min(milliseconds, WireConnection.longestPause)),
      token: token, handler: self)
  }
}

extension WireConnection: DescriptorHandler {
  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    if readiness.contains(.writable) { flush() }
    if readiness.contains(.hungUp) || readiness.contains(.readable) { receive(readiness) }
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
    switch unsafe stream.receive(into: home.room) {
    case .octets(let count):
      unsafe reader.feed(UnsafeRawBufferPointer(rebasing: home.room[..<count]))
    case .none: break
    case .end:
      clientEnded(isBroken: false)
    case .broken:
      clientEnded(isBroken: true)
    }
  }
}

extension WireConnection: TimerHandler {
  /// `true` while a reply is sent in pieces without pauses.
  var isSendingPieces: Bool {
    guard timer != nil, let trickle = exchange?.reply?.trickle else { return false }
    return trickle.milliseconds == 0 && trickle.delay == 0
  }

  /// Sends the next piece before its timer fires.
  func sendNextPiece() {
    if let timer { home.loop.cancel(timer) }
    timeUp(WireConnection.trickleToken)
  }

  func timeUp(_ token: Int) {
    timer = nil
    if token == WireConnection.lingerToken {
      end(.byServer)
      return
    }
    if token == WireConnection.webSocketToken {
      if case .open = phase { webSocketIsLate() }
      return
    }
    guard case .open = phase, let trickle = exchange?.reply?.trickle else { return }
    outgoing.allow(trickle.octets)
    flush()
    if !outgoing.isEmpty { scheduleTrickle(trickle) }
    advance()
    if case .closed = phase { return }
    waitAsNeeded()
  }
}
