// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts

/// Logins that belong to the connection.
extension Exchange {
  /// The most times that a login is opened again after its connection was lost.
  private static let mostRestarts = 1
  static let mostRestartsOfFault = 50

  // MARK: Which connection

  /// `true` if the request may go over a connection that other requests have used.
  ///
  /// A connection with a login is for requests with that login, and for those to the server that
  /// asked for it (RFC 9110 11.5: another protection space gets no credentials).
  func isUsable(_ connection: Connection) -> Bool {
    if let peer = continuedPeer {
      if connection === handshakes.openedConnection { return true }
      return !connection.hasOpenLogin && isMoved(at: peer)
    }
    return connection.logins.values.allSatisfy { isUsable($0, on: connection) }
  }

  private func isUsable(_ login: ConnectionLogin, on connection: Connection) -> Bool {
    guard login.isFinished else { return false }
    let peer = login.peer.side == .origin ? originPeer : proxyPeer
    guard let peer, peer == login.peer else {
      return login.peer.side == .origin && faults.has(.ntlmConnectionSharedByOrigins)
    }
    let own = book.logins(at: peer, realm: nil, scheme: .ntlm)
    switch login.owner {
    case .tickets(let tickets): return isUsable(tickets)
    case .login(let login): if own.contains(login) { return true }
    }
    if peer.side == .proxy { return faults.has(.ntlmProxyConnectionShared) }
    return !own.isEmpty && faults.has(.ntlmConnectionServesAnotherUser)
  }

  /// `true` if a connection that belongs to the owner of tickets is for this client.
  private func isUsable(_ tickets: String) -> Bool {
    guard let own = settings.kerberos else { return false }
    return own.tickets == tickets || faults.has(.negotiateConnectionServesAnotherUser)
  }

  /// The server whose message 2, or whose token of Negotiate, the next request answers.
  private var continuedPeer: Peer? {
    let ntlm = attempts.first { _, attempts in
      if case .answer? = attempts.next?.offer.ntlm { true } else { false }
    }
    return ntlm?.key
      ?? handshakes.negotiations.first { $0.value.isContinued && $0.value.next != nil }?.key
  }

  /// `true` if the login at a server is finished on another connection: a fault.
  private func isMoved(at peer: Peer) -> Bool {
    isNegotiated(peer) && faults.has(.negotiateLegOnAnotherConnection)
  }

  /// `true` if the unfinished login at a server is one of Negotiate.
  private func isNegotiated(_ peer: Peer) -> Bool {
    handshakes.negotiations[peer]?.isContinued ?? false
  }

  /// Opens a login again if its connection was lost before it was finished (MS-NTHT 2.2.1);
  /// `false` if that happened too often.
  func restartsLostLogin() -> Bool {
    guard let peer = continuedPeer,
      handshakes.openedConnection?.isAlive() != true || sending.needsNewConnection,
      !isMoved(at: peer),
      handshakes.openedConnection != nil || !faults.has(.ntlmUnaskedMessage2Answered)
    else { return true }
    handshakes.restarts += 1
    if isNegotiated(peer) {
      handshakes.negotiations[peer] = nil
    } else {
      attempts[peer]?.next?.offer.ntlm = .begin
    }
    if handshakes.restarts > Exchange.mostRestarts {
      return handshakes.restarts < Exchange.mostRestartsOfFault
        && faults.has(.ntlmRestartsWithoutEnd)
    }
    return true
  }

  /// `true` if the connection has no login for a server.
  func hasToBegin(at peer: Peer) -> Bool { connection?.logins[peer.side] == nil }

  // MARK: Credentials

  /// `true` if the next request opens a login: the server refuses it in any case.
  var opensLogin: Bool {
    let peers = [originPeer, isForwarded ? proxyPeer : nil].compactMap(\.self)
    return peers.contains { answer(for: $0)?.offer.ntlm == .begin }
  }

  /// `true` if a proxy forwards the request.
  var isForwarded: Bool { if case .forwarded = route { true } else { false } }

  /// Message 1 or 3.
  func ntlmCredentials(_ answer: Attempts.Answer, for peer: Peer) -> Octets {
    let answerer = NTLMAnswerer(
      login: answer.login, clientNonce: Octets.random(8).array,
      time: UInt64(max(0, WallClock.secondsSince1970) + 11_644_473_600) * 10_000_000,
      binding: connection?.layer(to: peer)?.serverCertificate.map(NTLMAnswerer.binding),
      faults: faults)
    let message: [UInt8]
    switch answer.offer.ntlm {
    case .answer(let challenge):
      let opening = handshakes.openedConnection?.logins[peer.side]?.opening
      session.faultState.lastMessage2 = challenge
      message = answerer.authenticate(challenge, after: opening ?? answerer.negotiate)
    case .begin, nil:
      if let known = session.faultState.lastMessage2, faults.has(.ntlmMessage2Remembered) {
        message = answerer.authenticate(known, after: answerer.negotiate)
        return Octets(Scheme.ntlm.written(faults) + Octets(message).base64.array)
      }
      message = answerer.negotiate
      connection?.logins[peer.side] = ConnectionLogin(
        peer: peer, owner: .login(answer.login), opening: message)
      handshakes.openedConnection = connection
    }
    return Octets(Scheme.ntlm.written(faults) + Octets(message).base64.array)
  }

  /// A message 2 that cannot be read; `nil` if there is none.
  func strangeMessage(in lines: [Octets]) -> Octets? {
    guard settings.allowsNTLM else { return nil }
    return ChallengeReader.read(lines).lazy
      .filter { Scheme($0.scheme, FaultSet()) == .ntlm }.compactMap(\.token68)
      .first { token in
        Octets(base64: token).flatMap { ReceivedNTLMChallenge($0.array, FaultSet()) } == nil
      }
  }

  /// Delivers a challenge on a connection that has a login: a fault.
  func refusesLaterLogin(at peer: Peer) -> Bool {
    guard attempts[peer]?.sent == nil,
      handshakes.usedConnection?.logins[peer.side]?.isFinished ?? false
    else {
      return false
    }
    return faults.has(.ntlmLaterChallengeNotAnswered)
  }

  // MARK: The outcome

  /// Called when the server has accepted a request with a message of NTLM.
  func noteConnectionLogin(_ sent: Attempts.Answer, at peer: Peer) {
    if case .answer? = sent.offer.ntlm {
      handshakes.openedConnection?.logins[peer.side]?.isFinished = true
    } else {
      handshakes.openedConnection?.logins[peer.side] = nil
    }
    handshakes.openedConnection = nil
  }

  /// Called when the server has refused a login: its connection belongs to no login.
  func forgetConnectionLogin(at peer: Peer) {
    guard let sent = attempts[peer]?.sent, case .answer? = sent.offer.ntlm else { return }
    handshakes.openedConnection?.logins[peer.side] = nil
    handshakes.openedConnection = nil
  }
}
