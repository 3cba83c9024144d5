import HTTPAuth
import Platform
import Transcripts

/// Whoever uses a connection at the moment.
protocol ConnectionUser: AnyObject {
  /// It is made, and can be written to.
  func opened(_ connection: Connection)
  /// Something has been read.
  func connection(_ connection: Connection, read event: ResponseReader.Event)
  /// It can be used no more: it could not be made, it ended, or what came cannot be understood.
  func connection(_ connection: Connection, failed failure: Connection.Failure)
}

/// A TCP connection to an origin server or a proxy.
final class Connection: DescriptorHandler {
  /// Why a connection ends.
  enum Failure: Error {
    /// It could not be made.
    case refused
    /// It was lost before anything of the response came.
    case lost
    /// What came is no response.
    case malformed(ResponseError)
  }

  /// Where it leads.
  let route: Route
  /// Whoever uses it; nil when it is idle.
  weak var user: (any ConnectionUser)?
  /// The proxy has opened the tunnel.
  var isTunnelOpen = false
  /// It has served a request before the present one.
  var servedCount = 0

  private let place: NameBook.Place
  private let loop: EventLoop
  private let faults: FaultSet
  private var descriptor: Int32 = -1
  private var isConnecting = true
  private var reader: ResponseReader
  private var outgoing: ArraySlice<UInt8> = []
  /// Told when an idle connection ends.
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

  /// True until it is closed.
  var isOpen: Bool { descriptor >= 0 }
  /// All that was to be sent has been.
  var hasSentAll: Bool { outgoing.isEmpty }

  /// Begins to connect; false where that cannot be.
  func open() -> Bool {
    guard let descriptor = ClientSocket.connect(host: place.host, port: place.port) else {
      return false
    }
    self.descriptor = descriptor
    loop.watch(descriptor, for: .writable, handler: self)
    return true
  }

  /// True where an idle connection is still there: the server may have closed it since the loop looked last.
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

  /// A request of that method follows.
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
      // The other side has closed; what it said before may still be there to be read.
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
        // Nobody has asked for anything: the server has closed, or speaks out of turn.
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

  /// Reads on what has come already, after a request was sent behind octets that nobody has read.
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

  /// The other side has ended.
  private(set) var hasEnded = false

  /// True where it can serve another request after this response: nothing is left over, and nothing is unsent.
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
