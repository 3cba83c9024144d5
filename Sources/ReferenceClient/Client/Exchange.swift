import HTTPAuth
import Platform
import Transcripts

/// One request of the caller's, with all that it takes: challenges, redirects, connections.
final class Exchange {
  /// Where it stands.
  enum Phase {
    /// Waiting for a connection.
    case connecting
    /// CONNECT is sent.
    case tunnelling
    /// The head is sent, the body is held back.
    case waitingToContinue
    /// The request is sent.
    case sent
    /// It has come to its end.
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
  var attempts: [Peer: Attempts] = [:]
  /// What was sent as Digest, to check rspauth against.
  var answerers: [Peer: DigestAnswerer] = [:]
  var connection: Connection?
  var redirectCount = 0
  var lostCount = 0
  /// The next attempt goes over a connection of its own.
  var needsNewConnection = false
  /// The server that the hop goes to has answered in HTTP/1.1.
  var hasAnsweredIn11 = false
  /// The body that can be read once has been.
  var isStreamSpent = false
  /// How often the hop's request has been made.
  var hopTries = 0
  /// The body that waits until the server wants it.
  var heldBack: Octets?
  /// The first response that asked for credentials.
  var firstRefusal: Response?
  /// The request-target of the first request.
  var firstTarget: String?
  /// The origins that the chain of redirects has come from.
  var visited: Set<Origin> = []
  /// How often the client did again what it should have left at that: faults.
  var needlessTries = 0
  /// What an origin server gets as if it were the proxy: a fault.
  var strangersLogin: Octets?
  /// The proxy is passed by: a fault.
  var isPastProxy = false
  /// What the caller asked for.
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

  /// Begins.
  func start(_ request: ClientRequest) {
    if isServedFromCache(request) { return }
    let deadline = Instant.now.advanced(byMilliseconds: settings.timeout)
    self.deadline = session.loop.schedule(
      at: deadline, token: Exchange.deadlineToken, handler: self)
    do throws(AddressError) {
      let address = try WebAddress(request.url).spelled(faults)
      hop = Hop(
        address: address, method: Octets(request.method), body: request.body,
        isStream: request.isStream, isChunked: request.isChunked, lines: request.lines)
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

  /// A target may be normalised, or left as it is (RFC 3986 6.2.2).
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
    stopTimers()
    connection?.close()
    connection = nil
  }

  /// Ends with an outcome.
  func finish(_ outcome: ClientOutcome) {
    guard phase != .finished else { return }
    phase = .finished
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
    case .noTLS: fail(.tls, "this client has no TLS")
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

  // MARK: The way

  /// How the hop reaches its server.
  var route: Route {
    let origin = hop.address.origin
    guard let proxy = settings.proxy.flatMap({ try? WebAddress($0) })?.origin, !isPastProxy else {
      return .direct(origin)
    }
    return settings.tunnel ? .tunnel(through: proxy, to: origin) : .forwarded(by: proxy)
  }

  /// The hop's origin server.
  var originPeer: Peer { Peer(side: .origin, origin: hop.address.origin) }
  /// The proxy on the hop's way.
  var proxyPeer: Peer? { route.proxy.map { Peer(side: .proxy, origin: $0) } }

  /// Makes the hop's request, on a connection that is there or on a new one.
  func attempt() {
    guard phase != .finished else { return }
    if hop.isStream, isStreamSpent, hop.body != nil {
      if !faults.has(.spentStreamSentEmpty) {
        return fail(.body, "the body can be read once only, and has been")
      }
      hop.body = ""
    }
    phase = .connecting
    let route = route
    let connection = session.pool.take(route, mustBeNew: needsNewConnection)
    needsNewConnection = false
    self.connection = connection
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
  /// The request takes too long, or the server does not say that it wants the body.
  func timeUp(_ token: Int) {
    if token == Exchange.deadlineToken {
      if faults.has(.timeoutIgnored) || faults.has(.hangsWithoutChallenge)
        || faults.has(.quotedPairsReadAgain)
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
