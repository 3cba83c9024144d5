// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// What an exchange does about challenges, and what it learns of its answers.
extension Exchange {
  /// Decides about a challenge of a server.
  func decide(_ response: Response, from peer: Peer) -> Authenticator.Decision {
    if peer.side == .origin, hop.callers("Authorization") != nil,
      !faults.has(.callersAuthorizationIgnored),
      !faults.has(.callersAuthorizationDoubled)
    {
      return .deliver
    }
    if peer.side == .proxy, hop.callers("Proxy-Authorization") != nil { return .deliver }
    if peer.side == .origin, isLoginLost || errands.purpose == .metadata { return .deliver }
    if negotiates(after: response, of: peer) { return .negotiate }
    if hangsWithoutTicket(at: peer) { return .hang }
    if let answer = basicAfterNegotiate(response, at: peer) {
      attempts[peer, default: Attempts()].next = answer
      attempts[peer]?.rounds += 1
      return .answer(answer)
    }
    let fields = response.head.fields
    var lines = fields.values(of: peer.side == .origin ? "WWW-Authenticate" : "Proxy-Authenticate")
    lines = faults.alter(lines, .eitherChallengeFieldTaken) { lines in
      lines
        + fields.values(of: peer.side == .origin ? "Proxy-Authenticate" : "WWW-Authenticate")
    }
    lines = faults.alter(lines, .applicationBasicTakenForBasic) { lines in
      lines.map { line in
        let word: Octets = "Application "
        return line.prefix(word.count).equalsIgnoringCase(word)
          ? Octets(line.bytes.dropFirst(word.count)) : line
      }
    }
    if lines.isEmpty, faults.has(.hangsWithoutChallenge) { return .hang }
    if lines.isEmpty, attempts[peer] == nil,
      let login = book.logins(at: peer, realm: nil, scheme: .basic).first,
      faults.has(.basicWithoutChallenge)
    {
      let answer = Attempts.Answer(
        login: login, offer: Offer(scheme: .basic), origin: .unbidden)
      attempts[peer, default: Attempts()].next = answer
      return .answer(answer)
    }
    if lines.contains(where: isDigestWithoutNonce), faults.has(.crashesWithoutNonce) {
      return .crash("unexpectedly found no nonce")
    }
    if lines.contains(where: { $0.count > 4096 }), faults.has(.crashesOnLongFields) {
      return .crash("a buffer overflowed")
    }
    var authenticator = Authenticator(
      faults: faults, preferences: session.preferences, schemes: settings.schemes, book: book,
      ask: mayAsk ? { [unowned self] in question(peer, $0, $1) } : nil, method: hop.method)
    authenticator.usesNTLM = settings.allowsNTLM
    authenticator.scram = handshakes.scrams[peer]
    authenticator.givenToken = { [unowned self] realm in
      session.givenTokens[Session.RealmOfPeer(peer: peer, realm: realm)]
    }
    authenticator.isRedirected = chain.length > 0
    authenticator.isBehindAnother = attempts.contains { $0.key != peer && $0.value.rounds > 0 }
    if refusesLaterLogin(at: peer) { return .deliver }
    if let received = strangeMessage(in: lines), !received.isEmpty,
      faults.has(.ntlmCrashesOnStrangeMessage2)
    {
      return .crash("a message of NTLM could not be read")
    }
    forgetConnectionLogin(at: peer)
    var own = attempts[peer] ?? Attempts()
    let decision = authenticator.decide(lines, at: peer, &own, &session.spaces)
    if let store {
      for (realm, logins) in own.refused {
        for login in logins { store.drop(login, at: peer, realm: realm) }
      }
    }
    if case .answer(let answer) = decision {
      own.next = answer
    }
    attempts[peer] = own
    return decision
  }

  private var mayAsk: Bool {
    settings.ask || faults.has(.asksThoughItMayNot)
      || (settings.credentials.isEmpty && chain.userinfo == nil && session.netrc == nil
        && faults.has(.asksWithoutAnyLogin))
  }

  private func isDigestWithoutNonce(_ line: Octets) -> Bool {
    ChallengeReader.read([line]).contains { challenge in
      Scheme(challenge.scheme, FaultSet()) == .digest
        && challenge.value("nonce", FaultSet()) == nil
    }
  }

  func question(_ peer: Peer, _ offer: Offer, _ failures: Int) -> Login? {
    let url = peer.side == .origin ? hop.address.origin.url + hop.address.target : peer.origin.url
    var asked = CredentialsQuestion(
      request: number, target: peer.side == .origin ? .origin : .proxy, url: url,
      scheme: offer.scheme.name, realm: offer.realm, scope: scope(of: offer), failures: failures)
    tellLies(of: peer, in: &asked)
    if offer.scheme == .bearer || offer.scheme == .dpop, faults.takes(.tokensNotAskedFor) {
      return nil
    }
    switch askCaller(asked) {
    case .cancel: return nil
    case .credentials(let given):
      let login = Login(
        user: given.user, password: given.password, token: given.token, domain: given.domain)
      if !given.isKept { session.unkeptLogins.insert(login) }
      if login.token != nil {
        session.givenTokens[Session.RealmOfPeer(peer: peer, realm: offer.realm)] = login
      }
      return login
    }
  }

  /// "a space-delimited list of case-sensitive scope values indicating the required scope of the
  /// access token" (RFC 6750 3).
  private func scope(of offer: Offer) -> Octets? {
    guard let scope = offer.scope else { return nil }
    return faults.alter(scope, .scopeCutAtBlank) { Octets($0.bytes.prefix { $0 != 0x20 }) }
  }

  /// Makes false statements in a prompt for credentials: faults.
  private func tellLies(of peer: Peer, in asked: inout CredentialsQuestion) {
    asked.target = faults.alter(asked.target, .liesAboutTarget) {
      $0 == .origin ? .proxy : .origin
    }
    let other = peer.side == .proxy ? hop.address.origin : proxyPeer?.origin
    asked.url = faults.alter(asked.url, .liesAboutServer) { _ in
      other?.url ?? "http://elsewhere.test/"
    }
    asked.url = faults.alter(asked.url, .liesAboutPath) { _ in
      peer.side == .origin ? peer.origin.url + "/elsewhere" : peer.origin.url
    }
    asked.realm = faults.alter(asked.realm, .liesAboutRealm) { _ in "a protected area" }
    asked.scheme = faults.alter(asked.scheme, .liesAboutScheme) {
      $0 == "basic" ? "digest" : "basic"
    }
    asked.failures = faults.alter(asked.failures, .failuresCountedFromOne) { $0.map { $0 + 1 } }
    asked.failures = faults.alter(asked.failures, .failuresNotCounted) { $0.map { _ in 0 } }
  }

  /// Remembers the credentials of the request, because the server did not challenge again.
  func noteAcceptance(by peer: Peer) {
    guard let sent = attempts[peer]?.sent else { return }
    attempts[peer]?.sent = nil
    if faults.has(.asksForNoReason) {
      _ = question(peer, sent.offer, 0)
    }
    if sent.offer.scheme == .ntlm { return noteConnectionLogin(sent, at: peer) }
    // A server that has not asked for a login has not accepted it either.
    guard sent.origin != .unbidden else {
      if settings.store != nil, faults.has(.unaskedLoginStored) { keep(sent, at: peer) }
      return
    }
    keep(sent, at: peer)
    guard settings.remember || faults.has(.rememberedThoughTold) else { return }
    session.spaces.remember(
      sent.login, sent.offer, at: peer, for: peer.side == .proxy ? "/" : hop.address.path)
  }

  /// `true` if a success needs the signature of the server (RFC 5802 5). A tunnel has no place for
  /// one.
  private func demandsSignature(in response: Response, from peer: Peer, _ offer: Offer) -> Bool {
    offer.scheme == .scram && (200..<300).contains(response.head.status)
      && handshakes.scrams[peer]?.serverSignature != nil && faults.takes(.serverSignatureDemanded)
  }

  /// Uses Authentication-Info, or Proxy-Authentication-Info, of a response to Digest credentials
  /// (RFC 7616 3.5). Returns `false` if the server does not know the password.
  func heedInfo(_ response: Response, from peer: Peer, opensTunnel: Bool = false) -> Bool {
    let lines = response.head.fields.values(
      of: peer.side == .origin ? "Authentication-Info" : "Proxy-Authentication-Info")
    guard let sent = attempts[peer]?.sent else { return true }
    if lines.isEmpty {
      return opensTunnel || !demandsSignature(in: response, from: peer, sent.offer)
    }
    let info = AuthenticationInfo(lines, faults)
    if sent.offer.scheme == .scram {
      return handshakes.scrams[peer]?.believes(info, isProxy: peer.side == .proxy) ?? true
    }
    guard let answerer = handshakes.answerers[peer] else {
      guard faults.has(.infoAfterBasicHeeded), let nonce = info.nextNonce else { return true }
      attempts[peer]?.sent?.offer.scheme = .digest
      attempts[peer]?.sent?.offer.digest = DigestOffer(nonce: nonce)
      return true
    }
    guard info.isBelieved(answerer, body: response.body) else { return false }
    if let nonce = info.nextNonce, !faults.takes(.nextNonceNotUsed) {
      var next = sent
      next.offer.digest?.nonce = nonce
      attempts[peer]?.sent = next
    }
    return true
  }
}
