// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension Exchange: ConnectionUser {
  /// The connection is open.
  func opened(_ connection: Connection) {
    // A stream, if the server speaks HTTP/2.
    self.connection = connection
    send(on: connection)
  }

  /// The connection has read an event.
  func connection(_ connection: Connection, read event: ResponseReader.Event) {
    switch event {
    case .interim(let head):
      if head.status == 100, phase == .waitingToContinue { sendBody(on: connection) }
      if head.fields.count(of: "WWW-Authenticate") > 0, faults.has(.interimChallengeTaken) {
        connection.close()
        self.connection = nil
        let response = Response(head: head)
        heed(decide(response, from: originPeer), about: response)
      }
    case .head(let head):
      stopWaiting()
      if phase != .tunnelling {
        sending.hasAnsweredIn11 = head.version == "HTTP/1.1"
      }
      if faults.takes(.challengeBodiesLeft), canBeAnsweredAtOnce(head) {
        take(Response(head: head), on: connection)
      }
    case .complete(let response): take(response, on: connection)
    }
  }

  /// The connection failed.
  func connection(_ connection: Connection, failed failure: Connection.Failure) {
    self.connection = nil
    if phase == .upgraded { return webSocketEnded() }
    switch failure {
    case .refused: fail(.connection, "the connection was refused")
    case .malformed where repeatsBroken(): attempt()
    case .malformed(.truncated): fail(.connection, ResponseError.truncated.message)
    case .malformed(let error): fail(.protocol, error.message)
    case .insecure(let failure): takeTLSFailure(failure)
    case .unprocessed: repeatUnprocessed()
    case .needsHTTP11: repeatInHTTP11()
    case .lost:
      // "a client … MAY retry" if the server closed an idle connection, but not a request that may
      // already have had an effect (RFC 9112 9.3.1, RFC 9110 9.2.2).
      let isIdempotent = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].contains(hop.method)
      guard isIdempotent, sending.lostCount == 0,
        connection.servedCount > 0
          ? !faults.takes(.lostRequestNotRepeated) : faults.takes(.lostRequestRepeated)
      else {
        return fail(.connection, "the connection was lost before a response came")
      }
      sending.lostCount += 1
      sending.needsNewConnection = true
      attempt()
    }
  }

  /// The most attempts at a request that servers do not process.
  private static let mostUnprocessed = 3

  /// "A request that has not been processed can be retried" (RFC 9113 8.7): whatever its method is.
  private func repeatUnprocessed() {
    guard sending.lostCount < Exchange.mostUnprocessed else {
      return fail(.connection, "the server processes no request")
    }
    sending.lostCount += 1
    sending.needsNewConnection = true
    if hop.body != nil, faults.has(.bodyDroppedAfterUnprocessed) { hop.body = "" }
    attempt()
  }

  /// A login of the connection is not one of a stream: HTTP/1.1 is used for it (MS-NTHT 2.2.1).
  private func leavesHTTP2ForLogin(after response: Response) {
    guard response.head.version == "HTTP/2",
      let peer = response.head.status == 407 ? proxyPeer : originPeer,
      attempts[peer]?.next?.offer.scheme == .ntlm, !faults.has(.ntlmOverHTTP2)
    else { return }
    session.pool.originsOfHTTP11.insert(peer.origin)
    sending.needsNewConnection = true
  }

  /// "The endpoint requires that HTTP/1.1 be used instead of HTTP/2." (RFC 9113 7)
  private func repeatInHTTP11() {
    if !faults.has(.http11RequirementIgnored) {
      let isProxys = phase == .tunnelling || route.last == nil
      session.pool.originsOfHTTP11.insert(
        (isProxys ? route.proxy : nil) ?? hop.address.origin)
    }
    repeatUnprocessed()
  }

  /// `true` if the client will answer a challenge, whatever the response's body contains.
  private func canBeAnsweredAtOnce(_ head: ResponseHead) -> Bool {
    guard !settings.ask, head.status == 401 || head.status == 407 else { return false }
    // A handshake of Negotiate continues as soon as it is decided about.
    if settings.kerberos != nil { return false }
    let isProxys = head.status == 407
    guard isProxys ? proxyPeer != nil && !isInTunnel : phase != .tunnelling,
      let peer = isProxys ? proxyPeer : originPeer
    else { return false }
    // Works on copies, because nothing has been decided yet.
    let (attempts, spaces) = (attempts, session.spaces)
    defer {
      self.attempts = attempts
      session.spaces = spaces
    }
    guard case .answer(let answer) = decide(Response(head: head), from: peer) else { return false }
    // A login of the connection would be lost with it.
    return answer.offer.scheme != .ntlm && settings.metadata == nil && !settings.registry
  }

  /// `true` if the current request goes through an open tunnel.
  private var isInTunnel: Bool {
    if case .tunnel = route { phase != .tunnelling } else { false }
  }

  // MARK: Responses

  private func take(_ response: Response, on connection: Connection) {
    stopWaiting()
    if phase == .tunnelling {
      takeAnswerToConnect(response, on: connection)
    } else if !takesUpgrade(response, on: connection) {
      let isHeldBack = phase == .waitingToContinue
      if response.head.status == 407, answersStranger(on: connection) {
        release(connection, after: response, isHeldBack: isHeldBack)
        return attempt()
      }
      release(connection, after: response, isHeldBack: isHeldBack)
      takeAnswer(response)
    }
  }

  /// Faults treat a 407 of an origin server as a challenge by the proxy, which it is not (RFC 9110
  /// 15.5.8).
  private func answersStranger(on connection: Connection) -> Bool {
    guard faultState.strangersLogin == nil, let login = passwordForProxy else { return false }
    let isTaken =
      switch connection.route {
      case .tunnel: connection.servedCount > 0 && faults.has(.tunnelTakenForProxy)
      case .direct, .forwarded: false
      }
    if isTaken { faultState.strangersLogin = login }
    return isTaken
  }

  /// Returns the connection to the pool, or closes it.
  private func release(_ connection: Connection, after response: Response, isHeldBack: Bool) {
    self.connection = nil
    // A server that did not get the announced body cannot find the beginning of the next request.
    if connection.canServeAgain(after: response), !isHeldBack, isKept(connection, after: response) {
      session.pool.put(back: connection)
    } else {
      connection.close()
    }
  }

  /// "A client, server, or proxy MAY close the transport connection at any time." (RFC 9112 9.5)
  private func isKept(_ connection: Connection, after response: Response) -> Bool {
    // A login of the connection would be lost with it.
    if !connection.logins.isEmpty { return true }
    if faults.takes(.neverReuses) || faults.takes(.sendsClose) { return false }
    if connection.isTunnelOpen, faults.takes(.tunnelsNotReused) { return false }
    let isChallenge = response.head.status == 401 || response.head.status == 407
    return !isChallenge || !faults.takes(.newConnectionAfterChallenge)
  }

  private func takeAnswerToConnect(_ response: Response, on connection: Connection) {
    guard let proxy = proxyPeer else { return }
    let status = response.head.status
    if (200..<300).contains(status) {
      guard heedInfo(response, from: proxy, opensTunnel: true) else {
        return fail(.authentication, "the proxy does not know the password")
      }
      guard believesNegotiation(response, of: proxy) else {
        return fail(.authentication, "the proxy has not proved itself")
      }
      keepAnswer(for: proxy)
      let tunnel = connection.openTunnel()
      self.connection = tunnel
      handshakes.usedConnection = tunnel
      tunnel.user = self
      guard let peer = tunnel.security?.inner else { return send(on: tunnel) }
      phase = .connecting
      return tunnel.secure(for: peer)
    }
    release(connection, after: response, isHeldBack: false)
    takeProxysCookies(response)
    if status == 401, faults.has(.originChallengeOnConnectAnswered) {
      if case .answer = decide(response, from: originPeer) { return attempt() }
    }
    if (300..<400).contains(status), faults.has(.redirectOfConnectFollowed) {
      return takeFinal(response)
    }
    guard status == 407 else { return passesProxyBy() ? attempt() : deliver(response) }
    if response.head.version == "HTTP/2", faults.has(.tunnelGivenUpOverHTTP2) {
      return deliver(response)
    }
    heed(decide(response, from: proxy), about: response)
  }

  /// Stores a proxy's cookies for the origin: a fault.
  private func takeProxysCookies(_ response: Response) {
    if settings.cookies, response.head.fields.count(of: "Set-Cookie") > 0,
      faults.has(.cookieOfProxyKept)
    {
      session.cookies.take(response.head.fields, from: hop.address)
    }
  }

  private func heed(_ decision: Authenticator.Decision, about response: Response) {
    switch decision {
    case .answer, .negotiate:
      if chain.firstRefusal == nil { chain.firstRefusal = response }
      leavesHTTP2ForLogin(after: response)
      attempt()
    case .deliver where response.head.status == 407 && passesProxyBy(): attempt()
    case .deliver where followsErrorURI(of: response): attempt()
    case .deliver where faults.takes(.refusalIsAnError):
      fail(.authentication, "the login was refused")
    case .deliver: deliver(response)
    case .giveUp where faults.takes(.cancelIsAnError):
      fail(.cancelled, "whoever was asked gave up")
    case .giveUp: heed(.deliver, about: response)
    case .hang: break
    case .crash(let last): finish(.crashed(last))
    }
  }

  private func takeAnswer(_ response: Response) {
    let status = response.head.status
    if case .forwarded = route, let proxy = proxyPeer {
      if status == 407 {
        takeProxysCookies(response)
        return heed(decide(response, from: proxy), about: response)
      }
      if status == 401, faultState.needlessTries == 0,
        !response.head.fields.values(of: "Proxy-Authenticate").isEmpty,
        faults.has(.proxyFieldTakenOnRefusal)
      {
        faultState.needlessTries += 1
        return heed(decide(response, from: proxy), about: response)
      }
      guard heedInfo(response, from: proxy) else {
        return fail(.authentication, "the proxy does not know the password")
      }
      guard believesNegotiation(response, of: proxy) else {
        return fail(.authentication, "the proxy has not proved itself")
      }
      keepAnswer(for: proxy)
    }
    keepNonce(of: response)
    let isLost =
      (status == 401 && faults.has(.cookieOfChallengeLost))
      || ((300..<400).contains(status) && faults.has(.cookieOfRedirectLost))
    if settings.cookies, !isLost {
      session.cookies.take(response.head.fields, from: hop.address)
    }
    if isChallenge(response) {
      if status == 401, fetchesToken(for: response) || fetchesMetadata(for: response) { return }
      return heedChallenge(of: response)
    }
    if status == 421, repeatsMisdirected() { return attempt() }
    guard heedInfo(response, from: originPeer) else {
      return fail(.authentication, "the server does not know the password")
    }
    guard believesNegotiation(response, of: originPeer) else {
      return fail(.authentication, "the server has not proved itself")
    }
    if status == 403, let sent = attempts[originPeer]?.sent,
      attempts[originPeer]?.rounds ?? 0 < 4, faults.has(.forbiddenRetried)
    {
      attempts[originPeer]?.next = sent
      attempts[originPeer]?.rounds += 1
      return attempt()
    }
    if asksForScope(after: response) { return attempt() }
    noteAcceptance(by: originPeer)
    attempts[originPeer]?.next = nil
    takeFinal(response)
  }

  /// Answers a challenge of the origin server, or delivers it.
  func heedChallenge(of response: Response) {
    heed(decide(response, from: originPeer), about: response)
  }

  /// Delivers a refusal, because a request of the client's own did not help.
  func deliverLate(_ response: Response) { heed(.deliver, about: response) }

  /// "A client that receives a 421 (Misdirected Request) response MAY retry the request […] over a
  /// different connection" (RFC 9110 15.5.20).
  private func repeatsMisdirected() -> Bool {
    guard !sending.isMisdirected else { return false }
    sending.needsNewConnection = faults.takes(.misdirectedRequestRepeated)
    sending.isMisdirected =
      sending.needsNewConnection || faults.has(.misdirectedRequestRepeatedInPlace)
    return sending.isMisdirected
  }

  /// Only 401 asks for credentials of the origin server (RFC 9110 15.5.2).
  private func isChallenge(_ response: Response) -> Bool {
    switch response.head.status {
    case 401: return true
    case 407:
      // Without a proxy, or inside a tunnel, no server may ask for proxy credentials.
      return faults.has(.proxyChallengeOfOriginAnswered)
    case 403: return faults.has(.challengeOnForbiddenAnswered)
    case 300..<400:
      return response.head.fields.first("WWW-Authenticate") != nil
        && faults.has(.challengeOnRedirectAnswered)
    default: return faults.has(.challengeOnAnyStatusAnswered)
    }
  }

  /// Uses the answer to the proxy for every further request of this exchange.
  private func keepAnswer(for proxy: Peer) {
    let sent = attempts[proxy]?.sent
    noteAcceptance(by: proxy)
    // A login of the connection is not sent again.
    if let sent { attempts[proxy]?.next = sent.offer.scheme.isOnceOnly ? nil : sent }
  }

  // MARK: Redirects
}

extension Scheme {
  /// `true` if the credentials of one request are of no use in the next.
  fileprivate var isOnceOnly: Bool { self == .ntlm || self == .scram }
}
