// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

extension Exchange {
  // MARK: Challenges

  /// The tokens of Negotiate in the challenges of a response, empty for one without data; `nil` if
  /// the server does not offer it.
  private func negotiateToken(_ response: Response, of peer: Peer) -> Octets? {
    let lines = response.head.fields.values(
      of: peer.side == .origin ? "WWW-Authenticate" : "Proxy-Authenticate")
    let challenges = ChallengeReader.read(lines)
    let found = challenges.first { $0.scheme.equalsIgnoringCase("Negotiate") }
    guard let found else { return nil }
    if found.scheme != "Negotiate", faults.has(.negotiateByCase) { return nil }
    return found.token68 ?? ""
  }

  /// Continues Negotiate after a challenge, or begins it. Returns `true` if there is a token to
  /// send.
  ///
  /// RFC 4559 4.2: "If a 401 containing a "WWW-Authenticate" header with "Negotiate" and
  /// gssapi-data is returned from the server, it is a continuation of the authentication request."
  func negotiates(after response: Response, of peer: Peer) -> Bool {
    guard let kerberos = settings.kerberos,
      settings.schemes?.contains("negotiate") ?? true || faults.has(.schemesNotRestricted),
      let token = negotiateToken(response, of: peer), isAllowed(response, at: peer)
    else { return false }
    guard let negotiation = handshakes.negotiations[peer] else {
      return token.isEmpty && beginsNegotiation(with: kerberos, at: peer)
    }
    if !token.isEmpty, let octets = Octets(base64: token), case .send = negotiation.take(octets) {
      return !faults.has(.negotiateSecondLegIgnored)
    }
    // A challenge without data, or with an error in its data, refuses the token.
    handshakes.negotiations[peer] = nil
    handshakes.openedConnection?.logins[peer.side] = nil
    handshakes.openedConnection = nil
    guard handshakes.restarts < Exchange.mostRestartsOfFault,
      faults.has(.negotiateRefusedTriedAgain)
    else {
      handshakes.refusedNegotiations.insert(peer)
      return false
    }
    handshakes.restarts += 1
    return beginsNegotiation(with: kerberos, at: peer)
  }

  /// RFC 4559 6: "The client MUST NOT utilize the SPNEGO HTTP authentication mechanism through a
  /// proxy unless the proxy supplies this header with the "401 Unauthorized" response from the
  /// server."
  private func isAllowed(_ response: Response, at peer: Peer) -> Bool {
    guard peer.side == .origin, isForwarded else { return true }
    let support = response.head.fields.values(of: "Proxy-Support")
    return support.contains { $0.equalsIgnoringCase("Session-Based-Authentication") }
      || faults.has(.negotiateThroughAnyProxy)
  }

  private func beginsNegotiation(with kerberos: ClientKerberos, at peer: Peer) -> Bool {
    guard !handshakes.refusedNegotiations.contains(peer) else { return false }
    let certificate = handshakes.usedConnection?.layer(to: peer)?.serverCertificate
    guard
      let negotiation = Negotiation(
        kerberos, host: host(of: peer), certificate: certificate, faults)
    else {
      handshakes.ticketless.insert(peer)
      return false
    }
    handshakes.negotiations[peer] = negotiation
    return true
  }

  /// RFC 4559 4.1: the service is `HTTP/hostname`, with the host of the request.
  private func host(of peer: Peer) -> String {
    let own = peer.origin.host
    if peer.side == .proxy {
      return faults.alter(own, .negotiateServiceOfOrigin) { _ in hop.address.origin.host }
    }
    // RFC 4120 1.3: "Implementations of Kerberos and protocols based on Kerberos MUST NOT use
    // insecure DNS queries to canonicalize the hostname components of the service principal names"
    let named = faults.alter(own, .negotiateServiceOfAddress) { _ in
      session.pool.names.place(of: peer.origin).host
    }
    return faults.alter(named, .negotiateServiceOfProxy) { _ in proxyPeer?.origin.host ?? own }
  }

  // MARK: Credentials

  /// The credentials of Negotiate for a server, if a handshake is under way (RFC 4559 4.2).
  func negotiateCredentials(for peer: Peer) -> Octets? {
    if peer.side == .origin, let token = faultState.carriedToken {
      faultState.carriedToken = nil
      return token
    }
    guard let negotiation = handshakes.negotiations[peer], let next = negotiation.takeNext() else {
      return nil
    }
    let isFirst = !negotiation.isContinued
    negotiation.isContinued = true
    if let connection, let kerberos = settings.kerberos {
      connection.logins[peer.side] = ConnectionLogin(
        peer: peer, owner: .tickets(kerberos.tickets), opening: [])
      handshakes.openedConnection = connection
    }
    var token = faults.alter(next, .negotiateWithoutToken) { _ in "" }
    if isFirst, let tickets = settings.kerberos?.tickets {
      let first = session.faultState.firstNegotiateTokens[peer]?[tickets] ?? next
      session.faultState.firstNegotiateTokens[peer, default: [:]][tickets] = first
      token = faults.alter(token, .negotiateTokenRepeated) { _ in first }
      negotiation.isReplayed = token != next && token == first
    } else {
      // NegTokenResp with accept-completed alone (RFC 4178 4.2.2).
      token = faults.alter(token, .negotiateListNotProtected) { _ in
        Octets([0xA1, 0x07, 0x30, 0x05, 0xA0, 0x03, 0x0A, 0x01, 0x00])
      }
    }
    let value = token.isEmpty ? "Negotiate" : Octets(Array("Negotiate ".utf8) + token.base64)
    faultState.sentToken = value
    return value
  }

  /// Sends its token to another server: a fault.
  func carriesToken() {
    if let token = faultState.sentToken, faults.has(.negotiateTokenFollowsRedirect) {
      faultState.carriedToken = token
    }
  }

  /// `true` if the request has a token of Negotiate for a server.
  var sendsNegotiateToken: Bool {
    [originPeer, proxyPeer].contains { $0.flatMap { handshakes.negotiations[$0]?.next } != nil }
  }

  // MARK: The outcome

  /// Checks the token of a response without a challenge. Returns `false` if the server has not
  /// proved itself.
  ///
  /// RFC 4559 4.1: "Before using the contents of the response, the gssapi-data should be processed
  /// by gss_init_security_context to determine the state of the security context."
  func believesNegotiation(_ response: Response, of peer: Peer) -> Bool {
    guard let negotiation = handshakes.negotiations.removeValue(forKey: peer) else { return true }
    handshakes.openedConnection?.logins[peer.side]?.isFinished = true
    handshakes.openedConnection = nil
    guard !negotiation.isEstablished, !negotiation.isReplayed,
      (200..<400).contains(response.head.status), !faults.has(.negotiateAnswerNotChecked)
    else { return true }
    guard let token = negotiateToken(response, of: peer), let octets = Octets(base64: token),
      case .done = negotiation.take(octets)
    else { return false }
    return true
  }

  /// The login to send with Basic after a handshake was refused, or without a ticket: a fault.
  func basicAfterNegotiate(_ response: Response, at peer: Peer) -> Attempts.Answer? {
    guard handshakes.refusedNegotiations.contains(peer) || handshakes.ticketless.contains(peer),
      attempts[peer]?.rounds ?? 0 == 0,
      let login = book.logins(at: peer, realm: nil, scheme: .basic).first,
      faults.has(
        handshakes.ticketless.contains(peer) ? .basicWithoutTicket : .basicAfterRefusedNegotiate)
    else { return nil }
    return Attempts.Answer(login: login, offer: Offer(scheme: .basic))
  }

  /// Waits for a ticket without end: a fault.
  func hangsWithoutTicket(at peer: Peer) -> Bool {
    handshakes.ticketless.contains(peer) && faults.has(.negotiateHangsWithoutTicket)
  }
}
