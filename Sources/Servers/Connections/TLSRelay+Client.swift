// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// What the client sends: the handshake, and what is decrypted.
extension TLSRelay {
  func take(_ octets: UnsafeRawBufferPointer) {
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
      oddity: "The client sent something other than TLS to a port for TLS.",
      octets: Octets(unsafe Array(octets.prefix(InputQueue.excerpt))), server: serverIndex,
      connection: index)
    session.send(alert: 10)
    finish(.byServer)
  }

  /// Hands the connection over to another server at the same place.
  func leave(to isInClear: ([UInt8]) -> Void, _ octets: [UInt8]) {
    state = .closed
    home.loop.forget(outer)
    home.remove(self)
    isInClear(octets)
  }

  /// The server, as an index in the recording.
  var serverIndex: Int { play.recording.connections[index].server }

  private func continueHandshake() {
    switch server.shakeHands() {
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
      handshake.alert =
        alerts.alert ?? (TLSSession.isAlert(result) ? TLSAlert(rawValue: session.lastAlert) : nil)
      // The library reports an alert in clear as another failure.
      if handshake.alert == nil {
        handshake.failure = TLSSession.symbol(result)
        session.sendAlert(for: result)
      }
      finish(handshake.alert == nil ? .byServer : .byClient)
    }
  }

  /// Takes over what the two sides have agreed on.
  func noteAgreement() {
    handshake.certificate = server.shown.name
    handshake.endPoint = Octets(server.shown.endPointHash)
    handshake.serverName = server.serverName
    handshake.hasNoCommonVersion = server.hasNoCommonVersion
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
    session.peerCertificates.map {
      context.certificates.name(ofClientCertificate: $0) ?? "an unknown certificate"
    }
  }

  func open() {
    state = .open
    recordHandshake()
    if isDirect {
      opened(.tls(self))
      return decrypt()
    }
    guard let ends = Sockets.pair() else {
      play.fault(
        "No pair of sockets can be made: \(Sockets.lastError).", server: serverIndex,
        connection: index)
      return close()
    }
    inner = ends.0
    opened(.socket(ends.1))
    decrypt()
  }

  /// Asks the client for a certificate, then passes its request on.
  private func ask() {
    let progress = server.askForCertificate { waiting += $0 }
    guard waiting.count <= TLSRelay.mostWaiting else {
      play.note(
        oddity: "The client sends more and more in place of a certificate.", octets: "",
        server: serverIndex, connection: index)
      return close()
    }
    switch progress {
    case .needsMore: return
    case .stopped, .completed: handshake.clientCertificates = shownCertificates
    case .failed(let result):
      note(failure: result)
      if !TLSSession.isAlert(result) { session.sendAlert(for: result) }
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
  func decrypt() {
    if let direct, !isEnded { return direct.read(outer) }
    let buffer = home.loop.buffer
    while towardsInner.isEmpty {
      switch unsafe session.receive(into: buffer.room) {
      case .octets(let count):
        guard inner >= 0, !isEnded else { continue }
        if plan.asksAfterwards, !hasAsked {
          hasAsked = true
          waiting = unsafe Array(buffer.prefix(count))
          state = .asking
          return ask()
        }
        towardsInner.append { unsafe $0.append(contentsOf: buffer.prefix(count)) }
        if !towardsInner.flush(to: inner) { return }
      case .none, .asked: return
      case .end:
        handshake.hasCloseNotify = true
        return clientEnded()
      case .failed(let result):
        note(failure: result)
        return clientEnded()
      }
    }
  }

  func note(failure result: Int32) {
    if TLSSession.isAlert(result) {
      handshake.alert = TLSAlert(rawValue: session.lastAlert)
    } else {
      handshake.failure = TLSSession.symbol(result)
    }
  }

  /// The client will send nothing more.
  func clientEnded() {
    recordHandshake()
    guard case .open = state else { return }
    state = .clientIsDone
    if inner >= 0, !isEnded { Sockets.endSending(inner) }
    direct?.refill()
    direct?.read(outer)
    closeIfEnded()
  }
}
