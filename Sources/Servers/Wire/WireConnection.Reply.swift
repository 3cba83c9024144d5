// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Platform
import Transcripts

// How a connection sends its reply, and how it goes on or ends afterwards.
extension WireConnection {
  static let trickleToken = 1
  static let lingerToken = 2
  static let webSocketToken = 3

  /// Starts the reply if it is decided and due.
  func answerIfDecided() {
    guard case .open = phase, let current = exchange, let reply = current.reply,
      !current.isAnswering, current.isComplete || reply.isDue(after: reader.body.count)
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
    } else if writer.closes, reply.content.isMessage {
      stream.holdForEnd()
    }
    flush()
  }

  /// Sends what can be sent, and continues once everything was sent.
  func flush() {
    if case .closed = phase { return }
    guard outgoing.flush(to: stream) else { return clientEnded(isBroken: true) }
    guard outgoing.isEmpty else { return }
    if outgoing.closesWhenEmpty { return closeInOrder(isWaiting: true) }
    if webSocket != nil { return flushedWebSocket() }
    guard let current = exchange, current.isAnswering, !current.isReplied else { return }
    exchange?.isReplied = true
    if let reply = current.reply { replied(reply, current) }
  }

  private func replied(_ reply: Reply, _ current: ServedExchange) {
    if reply.content != .nothing || !reply.interim.isEmpty { play.setReplied(current.index) }
    if clientIsDone { return end(.byClient) }
    if case .webSocket(let socket) = reply.content {
      return open(socket, of: current.index, afterwards: reply.afterwards)
    }
    switch reply.afterwards {
    case .reset: end(.reset)
    case .stall: phase = .stalled
    case .close, .closeSilently: closeInOrder(isWaiting: !current.isComplete)
    case .truncate:
      relay?.ending = .truncated
      closeInOrder(isWaiting: !current.isComplete)
    case .keep, .streamReset:
      if case .tunnel(let target, _) = reply.content {
        handOver(to: target)
      } else if reply.content == .nothing {
        phase = .stalled
      } else if current.closes {
        closeInOrder(isWaiting: !current.isComplete)
      } else {
        finishIfDone()
      }
    }
  }

  /// Goes on to the next request if the current one has arrived and is answered.
  func finishIfDone() {
    guard case .open = phase, let current = exchange, current.isComplete, current.isReplied else {
      return
    }
    exchange = nil
    reader.startNext()
  }

  /// Hands the connection over to another server.
  private func handOver(to target: Int) {
    guard home.hasServer(target) else {
      fault("There is no server \(target) to tunnel to.")
      return end(.byServer)
    }
    let octets = reader.takeUnread()
    if !octets.isEmpty {
      note(
        "The client sent octets for the tunnel before it was told that there is one.",
        Octets(Array(octets.prefix(InputQueue.excerpt))))
    }
    guard let inner = play.open(server: target, tunnelledThrough: index, at: play.now) else {
      return end(.byServer)
    }
    release()
    play.close(index, .tunnel)
    home.serve(
      stream.descriptor,
      outOfTunnel: AcceptedConnection(
        server: target, index: inner, outer: outer + [index],
        arrived: reader.arrived &- UInt64(octets.count), play: play),
      with: octets)
  }

  // MARK: Ends

  /// Sends FIN, and closes: at once if the client seems to have nothing more to send.
  func closeInOrder(isWaiting: Bool) {
    guard isWaiting || reader.unreadCount > 0 else {
      // A close with unread octets in the system's buffer would discard those that are held back.
      stream.endSending()
      return end(.byServer)
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
    if let complaint = reader.interruption { note(complaint.sentence, complaint.octets) }
    recordBodies()
    if !isBroken, case .open = phase, let current = exchange, current.isComplete,
      current.isAnswering, !current.isReplied
    {
      clientIsDone = true
      return
    }
    end(.byClient)
  }

  /// Gives up the descriptor without closing it.
  func release() {
    phase = .closed
    home.loop.cancel(&timer)
    stream.forget(on: home.loop)
    home.remove(self)
  }

  // MARK: Time

  func scheduleTrickle(_ trickle: Trickle) {
    schedule(WireConnection.trickleToken, in: trickle.milliseconds)
  }

  func schedule(_ token: Int, in milliseconds: Int) {
    schedule(token, in: milliseconds, replacing: &timer)
  }

  /// `true` while a reply is sent in pieces without pauses.
  var isSendingPieces: Bool {
    guard timer != nil, let trickle = exchange?.reply?.trickle else { return false }
    return trickle.milliseconds == 0 && trickle.delay == 0
  }

  /// Sends the next piece before its timer fires.
  func sendNextPiece() {
    home.loop.cancel(&timer)
    timeUp(WireConnection.trickleToken)
  }
}
