import HTTPAuth
import Platform
import Transcripts

/// The current user of a connection.
protocol ConnectionUser: AnyObject {
  /// The connection is open and can be written to.
  func opened(_ connection: Connection)
  /// The connection has read an event.
  func connection(_ connection: Connection, read event: ResponseReader.Event)
  /// The connection failed: it could not be made, it ended, or the response is malformed.
  func connection(_ connection: Connection, failed failure: Connection.Failure)
}

/// A TCP connection to an origin server or a proxy.
final class Connection: DescriptorHandler {
  /// The reason why a connection failed.
  enum Failure: Error {
    /// It could not be made.
    case refused
    /// It was lost before any octet of the response arrived.
    case lost
    /// The response is malformed.
    case malformed(ResponseError)
  }

  /// The route that it serves.
  let route: Route
  /// The current user; `nil` if the connection is idle.
  weak var user: (any ConnectionUser)?
  /// The proxy has opened the tunnel.
  var isTunnelOpen = false
  /// The number of requests it served before the current one.
  var servedCount = 0

  private let place: NameBook.Place
  private let loop: EventLoop
  private let faults: FaultSet
  private var descriptor: Int32 = -1
  private var isConnecting = true
  private var reader: ResponseReader
  private var outgoing: ArraySlice<UInt8> = []
  /// Called when an idle connection ends.
  private let ended: (Connection) -> Void

  init(
    _ route: Route, to place: NameBook.Place, loop: EventLoop, faults: FaultSet,
    ended: @escaping (Connection) -> Void
  ) {
    self.route = route
    self.place = place
    self.loop = loop
    self.faults = faults
    self.ended = ended
    reader = ResponseReader(faults)
  }

  /// `true` until it is closed.
  var isOpen: Bool { descriptor >= 0 }
  /// All octets were sent.
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
    case .none: return true
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
    guard descriptor >= 0 else { return }
    loop.forget(descriptor)
    StreamSocket.close(descriptor)
    descriptor = -1
    user = nil
  }

  /// Prepares for the response to a request with that method.
  func expectResponse(to method: Octets) { reader.expect(method) }

  /// Sends octets.
  func send(_ octets: [UInt8]) {
    outgoing += octets
    flush()
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

  /// The descriptor is ready.
  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    if isConnecting {
      guard ClientSocket.isConnected(descriptor) else { return fail(.refused) }
      isConnecting = false
      loop.watch(descriptor, for: .readable, handler: self)
      user?.opened(self)
      return
    }
    if readiness.contains(.writable), !outgoing.isEmpty { flush() }
    guard !readiness.isDisjoint(with: [.readable, .hungUp]) else { return }
    receive()
  }

  private func receive() {
    guard descriptor >= 0 else { return }
    switch ClientSocket.receive(descriptor) {
    case .none: return
    case .octets(let octets):
      reader.take(octets)
      guard user != nil else {
        // Octets without a request: the server sends something unexpected.
        if !faults.has(.extraOctetsTaken), !faults.has(.idleOctetsTaken) { end() }
        return
      }
      readEvents()
    case .end: readEnd()
    case .broken: fail(reader.isUntouched ? .lost : .malformed(.truncated))
    }
  }

  private func readEvents() {
    do throws(ResponseError) {
      while user != nil, let event = try reader.next() { user?.connection(self, read: event) }
    } catch {
      fail(.malformed(error))
    }
  }

  /// Reads octets that arrived before the request was sent and were not read yet.
  func resume() { if user != nil { readEvents() } }

  private func readEnd() {
    guard user != nil else { return end() }
    if reader.isUntouched { return fail(.lost) }
    do throws(ResponseError) {
      let event = try reader.end()
      hasEnded = true
      if let event { user?.connection(self, read: event) } else { fail(.lost) }
    } catch {
      fail(.malformed(error))
    }
  }

  /// The server has ended the connection.
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

  private func fail(_ failure: Failure) {
    let user = user
    close()
    user?.connection(self, failed: failure)
  }
}
