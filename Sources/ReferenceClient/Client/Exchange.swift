// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts

/// One request of the caller, with its challenges, redirects and connections.
final class Exchange {
  /// The phase of the exchange.
  enum Phase {
    /// Waiting for a connection.
    case connecting
    /// CONNECT was sent.
    case tunnelling
    /// The header section was sent, the body waits for 100 (Continue).
    case waitingToContinue
    /// The request was sent.
    case sent
    /// The connection is a websocket.
    case upgraded
    /// The exchange has ended.
    case finished
  }

  let number: Int
  unowned let session: Session
  let askCaller: (CredentialsQuestion) -> CredentialsAnswer
  private let report: (ClientOutcome) -> Void

  var phase = Phase.connecting
  var hop = Hop(
    address: WebAddress(origin: Origin(scheme: "http", host: "", port: 80), target: "/"),
    method: "GET", lines: [])
  /// The redirects that led to the hop.
  var chain = Chain()
  /// The state of the hop's request on its way.
  var sending = Sending()
  /// The websocket that it opens; `nil` if it opens none.
  var webSocket: WebSocketState?
  var attempts: [Peer: Attempts] = [:]
  /// The logins that take several messages, or whose responses are checked.
  var handshakes = Handshakes()
  /// The client's own requests that this one waits for.
  var errands = Errands()
  var connection: Connection?
  /// What only faults use.
  var faultState = FaultState()
  private var timers = Timers()

  init(
    number: Int, session: Session,
    ask: @escaping (CredentialsQuestion) -> CredentialsAnswer,
    finished: @escaping (ClientOutcome) -> Void
  ) {
    self.number = number
    self.session = session
    askCaller = ask
    report = finished
  }

  var faults: FaultSet { session.faults }
  var settings: ClientSession { session.settings }

  // MARK: Beginning and end

  /// Starts the exchange.
  func start(_ request: ClientRequest) {
    if isServedFromCache(request) { return }
    readsStoreAtStart()
    let deadline = Instant.now.advanced(byMilliseconds: settings.timeout)
    timers.deadline = session.loop.schedule(
      at: deadline, token: Timers.deadlineToken, handler: self)
    do throws(AddressError) {
      let parsed = try WebAddress(request.url, opensWebSocket: request.isWebSocket)
      let address = try checked(parsed).spelled(faults)
      hop = Hop(
        address: address, method: Octets(request.method), body: request.body,
        isStream: request.isStream, isChunked: request.isChunked, lines: request.lines)
      if request.isWebSocket {
        webSocket = WebSocketState(message: request.body)
        hop.body = nil
        sending.needsNewConnection = true
        faultState.isInClear = hop.address.origin.isSecure && faults.has(.webSocketInClear)
        if faults.has(.webSocketNotAsked)
          || session.faultState.hasOpenedWebSocket && faults.has(.webSocketNotReopened)
        {
          return fail(.connection, "no websocket was opened")
        }
      }
      if let info = address.userinfo {
        chain.userinfo = (address.origin, info)
        hop.address.userinfo = nil
      }
      hop.address.target = spelled(hop.address.target)
    } catch {
      return fail(error)
    }
    chain.firstHop = hop
    attempt()
  }

  /// A client may normalise a target, or leave it unchanged (RFC 3986 6.2.2).
  private func spelled(_ target: String) -> String {
    var target = faults.vary(target, .unreservedDecoded, PercentEncoding.withoutNeedless)
    target = faults.vary(target, .dotSegmentsRemoved) { target in
      let path = target.prefix { $0 != "?" }
      return Paths.withoutDotSegments(String(path)) + target.dropFirst(path.count)
    }
    return faults.vary(target, .percentDigitsInLowerCase, PercentEncoding.lowerCased)
  }

  /// Ends without an outcome.
  func abandon() {
    phase = .finished
    errands.running?.abandon()
    errands.running = nil
    stopTimers()
    connection?.close()
    connection = nil
  }

  /// Ends with an outcome.
  func finish(_ outcome: ClientOutcome) {
    guard phase != .finished else { return }
    phase = .finished
    errands.running?.abandon()
    errands.running = nil
    stopTimers()
    connection?.close()
    connection = nil
    if settings.cookies, faults.has(.cookiesForgotten) { session.cookies.removeAll() }
    report(outcome)
  }

  /// Ends with an error.
  func fail(_ kind: ClientFailure.Kind, _ message: String) {
    if kind != .timeout, repeatsEverything() { return attempt() }
    if faults.has(.failureTakenForResponse) {
      return finish(.response(ClientResponse(status: 0)))
    }
    finish(.failure(ClientFailure(kind: kind, message: message)))
  }

  /// Ends because of a URL.
  func fail(_ error: AddressError) {
    switch error {
    case .noTLS: fail(.tls, "this client trusts no server with TLS")
    case .notAbsolute: fail(.url, "the URL is not absolute")
    case .unknownScheme: fail(.url, "the URL is of a scheme that this client does not know")
    case .malformedAuthority: fail(.url, "the URL's host, port or user information is malformed")
    case .controlCharacter: fail(.url, "the URL holds a control character")
    }
  }

  private func stopTimers() {
    if let deadline = timers.deadline { session.loop.cancel(deadline) }
    timers.deadline = nil
    stopWaiting()
  }

  /// Calls `timeUp` after some time, unless `stopWaiting` is called before.
  func wait(milliseconds: Int) {
    let soon = Instant.now.advanced(byMilliseconds: milliseconds)
    timers.patience = session.loop.schedule(
      at: soon, token: Timers.patienceToken, handler: self)
  }

  func stopWaiting() {
    if let patience = timers.patience { session.loop.cancel(patience) }
    timers.patience = nil
  }

  // MARK: Route and attempts

  /// The hop's route to its server.
  var route: Route {
    let origin = hop.address.origin
    guard let proxy = settings.proxy.flatMap({ try? WebAddress($0) })?.origin,
      !faultState.isPastProxy
    else {
      return .direct(origin)
    }
    let isTunnelled = settings.tunnel || needsTunnel(to: origin)
    return isTunnelled ? .tunnel(through: proxy, to: origin) : .forwarded(by: proxy)
  }

  /// The hop's origin server.
  var originPeer: Peer { Peer(side: .origin, origin: hop.address.origin) }
  /// The proxy on the hop's way.
  var proxyPeer: Peer? { route.proxy.map { Peer(side: .proxy, origin: $0) } }

  /// Makes the hop's request, on an idle connection or a new one.
  func attempt() {
    guard phase != .finished else { return }
    if hop.isStream, sending.isStreamSpent, hop.body != nil {
      if !faults.has(.spentStreamSentEmpty) {
        return fail(.body, "the body can be read once only, and has been")
      }
      hop.body = ""
    }
    guard restartsLostLogin() else { return deliverRefusal() }
    phase = .connecting
    let route = route
    guard hasAnchors(for: route) else { return fail(.noTLS) }
    let connection = session.pool.take(
      route, security(for: route), mustBeNew: sending.needsNewConnection, isUsable: isUsable)
    sending.needsNewConnection = false
    self.connection = connection
    handshakes.usedConnection = connection
    connection.user = self
    if connection.isOpen {
      opened(connection)
    } else if !connection.open() {
      fail(.connection, "there is no way to \(route.first.authority)")
    }
  }
}

extension Exchange: TimerHandler {
  /// Called when the time for the request, or for 100 (Continue), has run out.
  func timeUp(_ token: Int) {
    if token == Timers.deadlineToken {
      if faults.has(.timeoutIgnored) || faults.has(.hangsWithoutChallenge)
        || faults.has(.negotiateHangsWithoutTicket) || faults.has(.quotedPairsReadAgain)
      {
        return
      }
      fail(.timeout, "the request took longer than \(settings.timeout) ms")
    } else if phase == .waitingToContinue, let connection {
      sendBody(on: connection)
    } else if phase == .sent, faults.has(.slowAnswersNotAwaited) {
      tooSlow()
    }
  }
}
