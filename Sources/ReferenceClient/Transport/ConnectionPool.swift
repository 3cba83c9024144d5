import Platform

/// The open idle connections.
final class ConnectionPool {
  private var idle: [Connection] = []
  private let loop: EventLoop
  private let faults: FaultSet
  /// The addresses of names.
  var names = NameBook()

  init(loop: EventLoop, faults: FaultSet) {
    self.loop = loop
    self.faults = faults
  }

  /// Returns an idle connection for a route, or a new one that is not open yet.
  func take(_ route: Route, mustBeNew: Bool) -> Connection {
    while !mustBeNew, let place = place(of: route) {
      let connection = idle.remove(at: place)
      if connection.isAlive() { return connection }
    }
    let place = names.place(of: route.first)
    return Connection(route, to: place, loop: loop, faults: faults) { [unowned self] ended in
      idle.removeAll { $0 === ended }
    }
  }

  private func place(of route: Route) -> Int? {
    guard let first = idle.firstIndex(where: { $0.route == route }),
      !faults.takes(.newConnectionForEachRequest)
    else { return nil }
    return faults.vary(first, .latestConnectionFirst) { first in
      idle.lastIndex { $0.route == route } ?? first
    }
  }

  /// Keeps a connection for later requests.
  func put(back connection: Connection) {
    connection.user = nil
    connection.servedCount += 1
    guard connection.isOpen else { return }
    idle.append(connection)
  }

  /// Closes the idle connections of the routes for which `isMeant` returns `true`.
  func close(where isMeant: (Route) -> Bool) {
    for connection in idle where isMeant(connection.route) { connection.close() }
    idle.removeAll { !$0.isOpen }
  }
}
