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
  var userinfo: (origin: Origin, userinfo: WebAddress.Userinfo)?
  /// The websocket that it opens; `nil` if it opens none.
  var webSocket: WebSocketState?
  var attempts: [Peer: Attempts] = [:]
  /// The Digest credentials sent to each server, for checking rspauth.
  var answerers: [Peer: DigestAnswerer] = [:]
  /// The logins by SCRAM.
  var scrams: [Peer: SCRAMAnswerer] = [:]
  /// The request of the client's own that this one waits for, and what this one is for if it is
  /// such.
  var errand: Exchange?
  var purpose: Errand?
  /// The number of tokens fetched.
  var tokenRounds = 0
  var hasAskedForMetadata = false
  var hasAskedForScope = false
  /// The scope of the first challenge. Only a fault uses it.
  var firstScope: Octets?
  /// The handshakes of Negotiate.
  var negotiations: [Peer: Negotiation] = [:]
  /// The servers that have refused a token of Negotiate.
  var refusedNegotiations: Set<Peer> = []
  /// The servers that offer Negotiate and for which there is no ticket.
  var ticketless: Set<Peer> = []
  /// The field value with the latest token of Negotiate. Only a fault uses it.
  var sentToken: Octets?
  /// Such a value for another server: a fault.
  var carriedToken: Octets?
  var connection: Connection?
  var redirectCount = 0
  var lostCount = 0
  /// The connection on which a login was opened that is not finished.
  var openedConnection: Connection?
  /// The connection of the last request.
  weak var usedConnection: Connection?
  /// The number of times that a login was opened again.
  var loginRestarts = 0
  /// `true` if the next attempt needs a new connection.
  var needsNewConnection = false
  /// `true` if the hop's server has answered in HTTP/1.1.
  var hasAnsweredIn11 = false
  /// `true` if a body that can be read only once was read.
  var isStreamSpent = false
  /// The number of times the hop's request was made.
  var hopTries = 0
  /// The body that waits for 100 (Continue).
  var heldBack: Octets?
  /// The first response with a challenge.
  var firstRefusal: Response?
  /// The request-target of the first request.
  var firstTarget: String?
  /// The origins that the chain of redirects has left.
  var visited: Set<Origin> = []
  /// The content of the file of logins when the request began. Only a fault uses it.
  var storeAtStart: [UInt8]?
  /// `true` if the client crashes instead of delivering a response: a fault.
  var hasCrashed = false
  /// The number of needless requests: faults.
  var needlessTries = 0
  /// The proxy's credentials for an origin server: a fault.
  var strangersLogin: Octets?
  /// `true` if the client has given up TLS: a fault.
  var isInClear = false
  /// `true` if the client has given up verification: a fault.
  var isUnverified = false
  /// `true` if the client bypasses the proxy: a fault.
  var isPastProxy = false
  /// The caller's request.
  private(set) var firstHop: Hop?
  private var deadline: EventLoop.TimerID?
  var patience: EventLoop.TimerID?

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
    self.deadline = session.loop.schedule(
      at: deadline, token: Exchange.deadlineToken, handler: self)
    do throws(AddressError) {
      let parsed = try WebAddress(request.url, opensWebSocket: request.isWebSocket)
      let address = try checked(parsed).spelled(faults)
      hop = Hop(
        address: address, method: Octets(request.method), body: request.body,
        isStream: request.isStream, isChunked: request.isChunked, lines: request.lines)
      if request.isWebSocket {
        webSocket = WebSocketState(message: request.body)
        hop.body = nil
        needsNewConnection = true
        isInClear = hop.address.origin.isSecure && faults.has(.webSocketInClear)
        if faults.has(.webSocketNotAsked)
          || session.hasOpenedWebSocket && faults.has(.webSocketNotReopened)
        {
          return fail(.connection, "no websocket was opened")
        }
      }
      if let info = address.userinfo {
        userinfo = (address.origin, info)
        hop.address.userinfo = nil
      }
      hop.address.target = spelled(hop.address.target)
    } catch {
      return fail(error)
    }
    firstHop = hop
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
    errand?.abandon()
    errand = nil
    stopTimers()
    connection?.close()
    connection = nil
  }

  /// Ends with an outcome.
  func finish(_ outcome: ClientOutcome) {
    guard phase != .finished else { return }
    phase = .finished
    errand?.abandon()
    errand = nil
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
    if let deadline { session.loop.cancel(deadline) }
    deadline = nil
    stopWaiting()
  }

  func stopWaiting() {
    if let patience { session.loop.cancel(patience) }
    patience = nil
  }

  static let deadlineToken = 1
  static let patienceToken = 2

  // MARK: Route and attempts

  /// The hop's route to its server.
  var route: Route {
    let origin = hop.address.origin
    guard let proxy = settings.proxy.flatMap({ try? WebAddress($0) })?.origin, !isPastProxy else {
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
    if hop.isStream, isStreamSpent, hop.body != nil {
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
      route, security(for: route), mustBeNew: needsNewConnection, isUsable: isUsable)
    needsNewConnection = false
    self.connection = connection
    usedConnection = connection
    connection.user = self
    if !connection.isOpen, forgetsUsersAnswer() { attempts = [:] }
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
    if token == Exchange.deadlineToken {
      if faults.has(.timeoutIgnored) || faults.has(.hangsWithoutChallenge)
        || faults.has(.negotiateHangsWithoutTicket)
        || faults.has(.quotedPairsReadAgain) || faults.has(.unprocessedRepeatedWithoutLimit)
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
