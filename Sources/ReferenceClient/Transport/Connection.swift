// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts

/// The current user of a connection.
protocol ConnectionUser: AnyObject {
  /// The connection is open and can be written to.
  func opened(_ connection: Connection)
  /// The connection has read an event.
  func connection(_ connection: Connection, read event: ResponseReader.Event)
  /// The connection has read octets after it was upgraded.
  func connection(_ connection: Connection, received octets: [UInt8])
  /// The connection failed: it could not be made, it ended, or the response is malformed.
  func connection(_ connection: Connection, failed failure: Connection.Failure)
}

/// A TCP connection to an origin server or a proxy, or a stream of one.
class Connection: DescriptorHandler {
  /// The reason why a connection failed.
  enum Failure: Error {
    /// It could not be made.
    case refused
    /// It was lost before any octet of the response arrived.
    case lost
    /// The response is malformed.
    case malformed(ResponseError)
    /// TLS failed, or the client refuses the server.
    case insecure(TLSFailure)
    /// The server has not processed the request (RFC 9113 8.7).
    case unprocessed
    /// The server wants the request in HTTP/1.1 (RFC 9113 7).
    case needsHTTP11
  }

  /// The route that it serves.
  let route: Route
  /// Its TLS; `nil` for none.
  let security: ConnectionSecurity?
  /// The current user; `nil` if the connection is idle.
  weak var user: (any ConnectionUser)?
  /// `true` if the proxy has opened the tunnel.
  var isTunnelOpen = false
  /// The logins that belong to it, by the party that asked.
  var logins: [AuthenticationTarget: ConnectionLogin] = [:]
  /// `true` if it speaks another protocol than HTTP.
  var isUpgraded = false
  /// The number of requests it served before the current one.
  var servedCount = 0

  /// The layers of TLS, the one next to the socket first.
  var layers: [TLSLayer] = []
  /// The TLS with the proxy, if it is a stream to that proxy; `nil` if it has its own layers for
  /// all servers.
  var proxyLayer: TLSLayer?
  let verifier: ServerVerifier
  let sessions: SessionCache
  let place: HostAddresses.Place
  let faults: FaultSet
  private let loop: EventLoop
  private var descriptor: Int32 = -1
  private var isConnecting = true
  var reader: ResponseReader
  /// A complete response that waits for a closure alert: a fault.
  var heldBack: ResponseReader.Event?
  private var outgoing: ArraySlice<UInt8> = []
  /// Called when an idle connection ends.
  private let ended: (Connection) -> Void
  /// The client speaks HTTP/2 with these, if they do.
  let http2Parties: Set<AuthenticationTarget>

  init(
    _ route: Route, _ security: ConnectionSecurity?, to place: HostAddresses.Place,
    _ verifier: ServerVerifier, _ sessions: SessionCache, loop: EventLoop, faults: FaultSet,
    http2Parties: Set<AuthenticationTarget>, ended: @escaping (Connection) -> Void
  ) {
    self.route = route
    self.security = security
    self.verifier = verifier
    self.sessions = sessions
    self.place = place
    self.loop = loop
    self.faults = faults
    self.ended = ended
    self.http2Parties = http2Parties
    reader = ResponseReader(faults)
  }

  /// A connection of the same kind, which has no socket of its own. It may serve another route.
  init(
    _ other: Connection, on route: Route? = nil, _ security: ConnectionSecurity? = nil
  ) {
    self.route = route ?? other.route
    self.security = route == nil ? other.security : security
    verifier = other.verifier
    sessions = other.sessions
    place = other.place
    loop = other.loop
    faults = other.faults
    http2Parties = other.http2Parties
    ended = other.ended
    reader = ResponseReader(other.faults)
  }

  /// The side of it that speaks HTTP/2; `nil` in HTTP/1.1.
  private(set) var link: HTTP2Link?
  /// Hands over what speaks HTTP/2 on it, for other requests.
  var linked: (HTTP2Link) -> Void = { _ in }

  /// It can be written to: its user sends on it, or on a stream of it.
  func hasOpened() {
    guard isAgreedOnHTTP2, let link = HTTP2Link(self) else {
      user?.opened(self)
      return
    }
    self.link = link
    let first = user
    user = link
    linked(link)
    let stream = StreamConnection(link, on: route, security)
    stream.user = first
    first?.opened(stream)
  }

  /// `true` until it is closed.
  var isOpen: Bool { descriptor >= 0 }
  /// `true` if all octets were sent.
  var hasSentAll: Bool { outgoing.isEmpty }

  /// Begins to connect; `false` if that is not possible.
  func open() -> Bool {
    guard let descriptor = ClientSocket.connect(host: place.host, port: place.port) else {
      return false
    }
    self.descriptor = descriptor
    loop.watch(descriptor, for: .writable, handler: self)
    return true
  }

  /// `true` if an idle connection is still open: the server may have closed it since the loop last
  /// polled.
  func isAlive() -> Bool {
    guard isOpen else { return false }
    switch ClientSocket.receive(descriptor) {
    case .none where layers.isEmpty: return true
    case .none:
      // A closure alert may have arrived with the response.
      if isAlive(after: []) { return true }
    case .octets(let octets) where !layers.isEmpty:
      if isAlive(after: octets) { return true }
    case .octets(let octets) where faults.has(.idleOctetsTaken):
      reader.take(octets)
      return true
    case .octets, .end, .broken: break
    }
    close()
    return false
  }

  /// Closes it.
  func close() {
    guard isOpen else { return }
    if !layers.isEmpty { sendClosures() }
    closeTransport()
    user = nil
    link = nil
  }

  /// Closes what the octets go through.
  func closeTransport() {
    loop.forget(descriptor)
    StreamSocket.close(descriptor)
    descriptor = -1
  }

  /// Returns the connection to the origin server, for which the proxy has opened a tunnel.
  func openTunnel() -> Connection {
    isTunnelOpen = true
    return self
  }

  /// Prepares for the response to a request with that method.
  func expectResponse(to method: Octets) { reader.expect(method) }

  /// Returns the octets that arrived after the last response.
  func takeRest() -> [UInt8] { reader.takeRest() }

  /// Sends a request whose body is `framed` in HTTP/1.1.
  func send(_ writer: RequestWriter, body: Octets?, framed: [UInt8]) {
    send(writer.octets + framed)
  }

  /// Sends the head of a request.
  func send(_ writer: RequestWriter) { send(writer.octets) }

  /// Sends the body after the head.
  func send(body: Octets?, framed: [UInt8]) { send(framed) }

  /// Sends octets.
  func send(_ octets: [UInt8]) { sendRaw(layers.isEmpty ? octets : encrypted(octets)) }

  /// Sends octets that are already encrypted, or need no encryption.
  func sendRaw(_ octets: [UInt8]) {
    outgoing += octets
    flush()
  }

  /// Sends octets right before the connection is closed, if the system takes them at once.
  func sendLast(_ octets: [UInt8]) {
    guard outgoing.isEmpty, !octets.isEmpty else { return }
    _ = StreamSocket.send(descriptor, octets[...])
  }

  private func flush() {
    guard descriptor >= 0 else { return }
    sending: while !outgoing.isEmpty {
      switch StreamSocket.send(descriptor, outgoing) {
      case .octets(let count): outgoing = outgoing.dropFirst(count)
      case .none: break sending
      // The server has closed the connection, but earlier octets may still be readable.
      case .broken: outgoing = []
      }
    }
    if outgoing.isEmpty { outgoing = [] }
    loop.watch(
      descriptor, for: outgoing.isEmpty ? .readable : [.readable, .writable], handler: self)
  }

  /// Called when the descriptor is ready.
  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    if isConnecting {
      guard ClientSocket.isConnected(descriptor) else { return fail(.refused) }
      isConnecting = false
      loop.watch(descriptor, for: .readable, handler: self)
      if let peer = security?.first { secure(for: peer) } else { hasOpened() }
      return
    }
    if readiness.contains(.writable), !outgoing.isEmpty { flush() }
    guard !readiness.isDisjoint(with: [.readable, .hungUp]) else { return }
    receive()
  }

  /// Reads what has arrived.
  func receive() {
    guard descriptor >= 0 else { return }
    switch ClientSocket.receive(descriptor) {
    case .none: return
    case .octets(let octets): if layers.isEmpty { take(octets) } else { takeEncrypted(octets) }
    case .end: if layers.isEmpty { readEnd() } else { readEndWithoutClosure() }
    case .broken:
      if !failsHandshake() { fail(reader.isUntouched ? .lost : .malformed(.truncated)) }
    }
  }

  /// Takes octets of HTTP.
  func take(_ octets: [UInt8]) {
    if isUpgraded {
      user?.connection(self, received: octets)
      return
    }
    if let link { return link.take(octets) }
    reader.take(octets)
    guard user != nil else {
      // Octets without a request: the server sends something unexpected.
      if !faults.has(.extraOctetsTaken), !faults.has(.idleOctetsTaken) { end() }
      return
    }
    readEvents()
  }

  private func readEvents() {
    if !layers.isEmpty, let refusal = lateRefusal { return fail(.insecure(.refused(refusal))) }
    do throws(ResponseError) {
      while user != nil, let event = try reader.next() {
        if awaitsClosure(after: event) { return }
        user?.connection(self, read: event)
      }
    } catch {
      fail(.malformed(error))
    }
  }

  /// Reads octets that arrived before the request was sent and were not read yet.
  func resume() { if user != nil { readEvents() } }

  /// Called when the server sends nothing more.
  func readEnd() {
    if let link { return link.readEnd() }
    guard let user else { return end() }
    if let event = heldBack {
      heldBack = nil
      return user.connection(self, read: event)
    }
    if reader.isUntouched { return fail(.lost) }
    do throws(ResponseError) {
      let event = try reader.end()
      hasEnded = true
      if let event { user.connection(self, read: event) } else { fail(.lost) }
    } catch {
      fail(.malformed(error))
    }
  }

  /// Called when the server has ended the connection.
  private(set) var hasEnded = false

  /// `true` if it can serve another request after this response: no unread octets, and no unsent
  /// ones.
  func canServeAgain(after response: Response) -> Bool {
    isOpen && response.isReusable && !hasEnded && hasSentAll
      && (!reader.hasMore || faults.has(.extraOctetsTaken))
  }

  private func end() {
    close()
    ended(self)
  }

  /// Closes the connection, and reports why.
  func fail(_ failure: Failure) {
    let user = user
    close()
    user?.connection(self, failed: failure)
  }
}
