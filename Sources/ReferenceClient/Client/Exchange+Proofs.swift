// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts

/// Credentials that are made for one request: proofs of possession and logins by SCRAM.
extension Exchange {
  // MARK: DPoP (RFC 9449)

  /// The value of the DPoP field; `nil` if the request has no token that is bound to a key.
  func proofOfPossession(method: Octets) -> Octets? {
    guard let sent = attempts[originPeer]?.sent, sent.offer.scheme == .dpop,
      let token = sent.login.token
    else { return nil }
    session.faultState.proofCount += 1
    if session.faultState.proofCount > 1, faults.has(.dpopProofOnlyOnce) { return nil }
    if session.dpopKey == nil || faults.has(.dpopKeyForEachProof) { session.dpopKey = DPoPKey() }
    guard let key = session.dpopKey else { return nil }
    let url = hop.address.origin.url + hop.address.path
    let prover = DPoPProver(
      key: key, token: token, method: method, url: url, nonce: nonce(for: hop.address.origin),
      time: WallClock.secondsSince1970, identifier: Octets.random(16).base64URL, faults: faults)
    if let known = session.faultState.lastProof, faults.has(.dpopProofKept) { return known }
    let value = prover.value
    session.faultState.lastProof = value
    return value
  }

  /// "a nonce issued by any of them should be used only at the issuing server" (RFC 9449 9).
  private func nonce(for origin: Origin) -> Octets? {
    if let own = session.dpopNonces[origin] { return own }
    guard let other = session.faultState.latestDPoPNonce else { return nil }
    return faults.has(.dpopNonceOfAnotherServer) ? other : nil
  }

  /// Keeps the nonce of a response, also of one with 200, for the next proofs (RFC 9449 8.2, 9).
  func keepNonce(of response: Response) {
    guard let nonce = response.head.fields.first("DPoP-Nonce"), !nonce.isEmpty else { return }
    if response.head.status < 300, faults.has(.dpopNonceOfSuccessIgnored) { return }
    session.dpopNonces[hop.address.origin] = nonce
    session.faultState.latestDPoPNonce = nonce
  }

  // MARK: SCRAM (RFC 7804)

  /// The first message, or the last.
  func scramCredentials(_ answer: Attempts.Answer, for peer: Peer) -> Octets? {
    switch answer.offer.scram {
    case .answer(let sid, let message):
      return handshakes.scrams[peer]?.last(sid: sid, message)
    case .begin, nil:
      let answerer = SCRAMAnswerer(
        login: answer.login, realm: answer.offer.realm ?? "", nonce: newSCRAMNonce(), faults: faults
      )
      handshakes.scrams[peer] = answerer
      return answerer.first
    }
  }

  /// "a sequence of random printable ASCII characters excluding ','" (RFC 5802 5.1)
  private func newSCRAMNonce() -> Octets {
    if faults.has(.scramNonceConstant) { return "fyko+d2lbbFgONRv9qkxdawL" }
    return Octets.random(18).base64
  }

  // MARK: Scopes (RFC 6750 3)

  /// Asks once for a token with the scope that a 403 demands; `true` if the user has given one.
  func asksForScope(after response: Response) -> Bool {
    guard response.head.status == 403, settings.ask, let sent = attempts[originPeer]?.sent,
      sent.offer.scheme == .bearer, !errands.hasAskedForScope
    else { return false }
    let challenge = bearerChallenge(of: response) {
      $0.value("error", faults) == "insufficient_scope"
    }
    guard let challenge, let offer = Offer(challenge, faults, session.preferences),
      offer.scope != nil
    else { return false }
    errands.hasAskedForScope = true
    guard let login = question(originPeer, offer, 0), login.fits(.bearer), login != sent.login
    else {
      return false
    }
    attempts[originPeer]?.next = Attempts.Answer(login: login, offer: offer)
    return true
  }
}
