// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// What the back end sends, by a pair of sockets or without one.
extension TLSRelay {
  func relayReply() {
    guard inner >= 0, !isEnded else { return }
    let buffer = home.loop.buffer
    while session.outgoing.isEmpty {
      switch unsafe StreamSocket.receive(inner, into: buffer.room) {
      case .octets(let count):
        guard unsafe session.send(buffer.prefix(count)), session.outgoing.flush(to: outer)
        else { return close() }
        if unsafe count < buffer.room.count { return }
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

  static let endToken = 1

  func endTLS() {
    home.loop.cancel(&timer)
    hasEndedTLS = true
    if ending == .orderly { session.sendCloseNotify() }
    guard session.outgoing.flush(to: outer) else { return close() }
    if case .clientIsDone = state { return close() }
    if session.outgoing.isEmpty { Sockets.endSending(outer) }
    linger()
    waitAsNeeded()
  }

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

  func decrypt(into room: UnsafeMutableRawBufferPointer) -> StreamSocket.Reception {
    guard case .open = state, !isEnded else { return isEnded && state != .closed ? .none : .end }
    switch unsafe session.receive(into: room) {
    case .octets(let count): return .octets(count)
    case .none, .asked: return .none
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
