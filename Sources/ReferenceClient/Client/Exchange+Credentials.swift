// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

extension Exchange {
  /// The logins that this request may use.
  var book: LoginBook {
    if isLoginLost { return LoginBook() }
    return LoginBook(
      given: settings.credentials, netrc: session.netrc, userinfo: chain.userinfo,
      store: store, faults: faults)
  }

  /// The logins that are kept in a file.
  var store: LoginStore? {
    settings.store.map { folder in
      var store = LoginStore(folder: folder, faults)
      store.earlier = faultState.storeAtStart
      return store
    }
  }

  /// Reads the file of logins before the request, and uses that content when a login is kept: a
  /// fault, which loses a login that another request has kept meanwhile.
  func readsStoreAtStart() {
    guard let store, session.exchanges.count > 1, faults.has(.storeOfAnotherOverwritten) else {
      return
    }
    faultState.storeAtStart = store.content ?? []
  }

  /// Forgets an accepted login that is not in the file: a fault.
  private func forgetsWhatIsNotStored(at peer: Peer) {
    guard let store, let space = session.spaces.latest, space.peer == peer,
      !store.holds(space.login, at: peer, realm: space.realm), faults.has(.memoryOfStoreOnly)
    else { return }
    session.spaces.evict(space.login, at: peer, realm: space.realm)
  }

  /// Keeps an accepted login in the file, unless the user does not want that.
  func keep(_ sent: Attempts.Answer, at peer: Peer) {
    guard let store else { return }
    let isUnwanted =
      session.unkeptLogins.contains(sent.login)
      || settings.credentials.contains {
        !$0.isKept && $0.user == sent.login.user && $0.password == sent.login.password
      }
    if isUnwanted, !faults.has(.unwantedLoginStored) { return }
    guard !store.keep(sent.login, at: peer, realm: sent.offer.realm) else { return }
    // The login is kept in memory alone.
    faultState.hasCrashed = faults.has(.storeErrorCrashes)
  }

  /// Loses the login after a redirect behind a proxy: a fault.
  var isLoginLost: Bool {
    chain.length > 0 && proxyPeer != nil && chain.visited.contains(hop.address.origin)
      && faults.has(.loginLostBehindProxy)
  }

  /// The field value for a server; `nil` to send none.
  func credentials(
    for peer: Peer, method: Octets, target: String, body: Octets
  ) throws(CredentialsError) -> Octets? {
    if let value = negotiateCredentials(for: peer) { return value }
    guard let answer = answer(for: peer) else { return nil }
    attempts[peer, default: Attempts()].sent = answer
    if peer.side == .origin { connection?.layers.last?.memory.login = answer }
    handshakes.answerers[peer] = nil
    switch answer.offer.scheme {
    case .basic:
      return try BasicCredentials.value(
        answer.login,
        wantsUTF8: faults.vary(answer.offer.wantsUTF8, .charsetOfBasicIgnored) { _ in false },
        faults)
    case .bearer:
      return try BearerCredentials.value(answer.login.token ?? answer.login.password, faults)
    case .dpop:
      let token = answer.login.token ?? answer.login.password
      return Octets(Scheme.dpop.written(faults) + token.array)
    case .scram:
      return scramCredentials(answer, for: peer)
    case .ntlm:
      return ntlmCredentials(answer, for: peer)
    case .digest:
      guard var offer = answer.offer.digest else { return nil }
      if peer.side == .proxy, offer.qop != nil, offer.namesOtherHost(than: peer.origin),
        faults.has(.proxyDomainElsewhereLosesQop)
      {
        offer.qop = nil
      }
      var answerer = DigestAnswerer(
        offer: offer, realm: answer.offer.realm ?? "", login: answer.login, uri: Octets(target),
        method: method, body: body,
        count: count(of: offer.nonce, at: peer),
        clientNonce: clientNonce(for: offer.nonce, at: peer), wantsUTF8: answer.offer.wantsUTF8,
        faults: faults)
      if offer.qop == .authInt, hop.isChunked, faults.has(.codedBodyHashed) {
        answerer.body = Octets(RequestWriter.chunked(body, faults))
      }
      let first = faultState.firstTarget ?? target
      faultState.firstTarget = first
      answerer.uri = faults.alter(answerer.uri, .uriOfFirstHop) { _ in Octets(first) }
      if peer.side == .proxy, chain.length > 0 {
        answerer.uri = faults.alter(answerer.uri, .proxyDigestKeepsFirstTarget) { _ in
          Octets(first)
        }
      }
      if offer.isSession {
        answerer.sessionNonce = session.counts.sessionNonce(
          answerer.clientNonce, with: offer.nonce, at: peer)
      }
      handshakes.answerers[peer] = answerer
      return try answerer.value()
    }
  }

  /// The nonce count of the next credentials.
  func count(of nonce: Octets, at peer: Peer) -> UInt32 {
    session.counts.next(nonce, at: peer, isOneOfSeveral: session.exchanges.count > 1)
  }

  /// The credentials for a server: the answer to its challenge, or remembered ones.
  func answer(for peer: Peer) -> Attempts.Answer? {
    // Metadata need no credentials (RFC 9728 3.1).
    if errands.purpose == .metadata, peer.side == .origin {
      guard let token = book.logins(at: peer, realm: nil, scheme: .bearer).first,
        faults.has(.metadataAskedWithToken)
      else { return nil }
      return Attempts.Answer(login: token, offer: Offer(scheme: .bearer), origin: .unbidden)
    }
    if peer.side == .origin, isLoginLost { return nil }
    forgetsWhatIsNotStored(at: peer)
    if let next = attempts[peer]?.next { return next }
    if errands.purpose == .token, peer.side == .origin,
      book.logins(at: peer, realm: nil, scheme: .basic).isEmpty,
      let any = settings.credentials.first(where: { $0.token == nil }),
      faults.has(.registryPasswordForEveryRealm)
    {
      return Attempts.Answer(
        login: Login(user: any.user, password: any.password), offer: Offer(scheme: .basic),
        origin: .unbidden)
    }
    if let login = book.logins(at: peer, realm: nil, scheme: .basic).first,
      faults.has(.basicAlwaysUnasked)
    {
      return Attempts.Answer(login: login, offer: Offer(scheme: .basic), origin: .unbidden)
    }
    if peer.side == .origin,
      hop.lines.contains(where: { $0.name.asciiLowercased.starts(with: "x-".utf8) }),
      let login = book.logins(at: peer, realm: nil, scheme: .basic).first,
      faults.has(.callersKeyBringsLogin)
    {
      return Attempts.Answer(login: login, offer: Offer(scheme: .basic), origin: .unbidden)
    }
    if peer.side == .origin,
      let token = settings.credentials.first(where: { $0.token != nil }), let text = token.token,
      faults.has(.tokenAlwaysUnasked)
        || (chain.length > 0 && faults.has(.tokenUnaskedAfterRedirect))
    {
      let login = Login(user: "", password: "", token: text)
      return Attempts.Answer(login: login, offer: Offer(scheme: .bearer), origin: .unbidden)
    }
    // The server has already challenged in this request and got an answer.
    guard attempts[peer]?.rounds ?? 0 == 0 else { return nil }
    if peer.side == .origin, let layer = connection?.layers.last, layer.isResumed,
      let last = layer.memory.login, faults.has(.loginOfSessionSent)
    {
      return Attempts.Answer(login: last.login, offer: last.offer, origin: .remembered)
    }
    // A proxy's protection space does not depend on the request-target.
    let path = peer.side == .proxy ? "/" : hop.address.path
    if let space = session.spaces.unasked(at: peer, for: path), isAllowed(space.offer.scheme),
      !(attempts[peer]?.refused[space.realm]?.contains(space.login) ?? false),
      !waitsToBeAsked(space)
    {
      return Attempts.Answer(login: space.login, offer: space.offer, origin: .remembered)
    }
    if let space = session.spaces.latest, space.peer != peer, space.peer.side == peer.side,
      book.logins(at: peer, realm: space.realm, scheme: space.offer.scheme).contains(space.login),
      faults.has(.spacesSharedByLogin)
    {
      return Attempts.Answer(login: space.login, offer: space.offer, origin: .remembered)
    }
    if settings.allowsNTLM, !settings.http2, !settings.proxyHTTP2,
      peer.side == .proxy || !isForwarded, hasToBegin(at: peer),
      let login = book.logins(at: peer, realm: nil, scheme: .ntlm).first, isAllowed(.ntlm),
      faults.takes(.ntlmUnasked)
    {
      var offer = Offer(scheme: .ntlm)
      offer.ntlm = .begin
      return Attempts.Answer(login: login, offer: offer)
    }
    guard settings.preemptive else { return nil }
    for scheme in [Scheme.bearer, .basic] where isAllowed(scheme) {
      if let login = book.logins(at: peer, realm: nil, scheme: scheme).first,
        !faults.has(.notSentThoughTold),
        scheme != .basic || !faults.has(.basicNotSentThoughTold)
      {
        return Attempts.Answer(login: login, offer: Offer(scheme: scheme), origin: .unbidden)
      }
    }
    return nil
  }

  /// A client may send accepted credentials without a challenge, but need not (RFC 9110 11.5).
  private func waitsToBeAsked(_ space: ProtectionSpace) -> Bool {
    if space.peer.side == .proxy, faults.takes(.proxyNeverUnasked) { return true }
    return switch space.offer.scheme {
    case .basic: faults.takes(.basicNeverUnasked)
    case .bearer, .dpop: faults.takes(.bearerNeverUnasked)
    case .ntlm, .scram: true
    case .digest: faults.takes(.digestNeverUnasked)
    }
  }

  private func isAllowed(_ scheme: Scheme) -> Bool {
    settings.schemes?.contains(scheme.name) ?? true
  }

  /// The cnonce for a nonce.
  private func clientNonce(for nonce: Octets, at peer: Peer) -> Octets {
    let key = Session.NonceOfPeer(peer: peer, nonce: nonce)
    if let known = session.clientNonces[key], faults.takes(.cnonceForEachNonce) { return known }
    let new = newClientNonce()
    session.clientNonces[key] = new
    return new
  }

  /// cnonce: 128 unpredictable bits (RFC 7616 5.9, 5.12).
  private func newClientNonce() -> Octets {
    if faults.has(.clientNonceConstant) { return "0a4f113b" }
    session.faultState.clientNonceCount += 1
    if faults.has(.clientNonceNotSeeded) {
      return HashFunction.md5.hex(of: Octets("seed \(session.faultState.clientNonceCount)"))
    }
    let octets = Octets.random(16)
    if faults.takes(.cnonceIsLong) {
      return Octets(String(repeating: HashFunction.md5.hex(of: octets).latin1, count: 5))
    }
    if faults.takes(.cnonceInHexadecimal) { return HashFunction.md5.hex(of: octets) }
    if faults.takes(.cnonceWithSigns) {
      return Octets("nc=00000001, " + octets.base64.latin1 + " =, Digest;")
    }
    return octets.base64
  }
}

extension Offer {
  /// An offer without a challenge.
  init(scheme: Scheme) {
    self.scheme = scheme
    realm = nil
    digest = nil
  }
}
