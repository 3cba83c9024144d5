// SPDX-License-Identifier: Apache-2.0

import Platform

/// The open idle connections.
final class ConnectionPool {
  private var idle: [Connection] = []
  private var links: [HTTP2Link] = []
  /// The servers with which the client is to speak HTTP/2.
  var http2Parties: Set<AuthenticationTarget> = []
  /// The servers that want HTTP/1.1.
  var originsOfHTTP11: Set<Origin> = []
  private let loop: EventLoop
  let faults: FaultSet
  private let verifier: ServerVerifier
  private let sessions: SessionCache
  /// The addresses of names.
  var names = HostAddresses()

  init(loop: EventLoop, faults: FaultSet) {
    self.loop = loop
    self.faults = faults
    verifier = ServerVerifier(faults)
    sessions = SessionCache(verifier, faults)
  }

  /// Returns an idle connection for a route, or a new one that is not open yet.
  ///
  /// `isUsable` returns `false` for connections that belong to another login.
  func take(
    _ route: Route, _ security: ConnectionSecurity?, mustBeNew: Bool,
    isUsable: (Connection) -> Bool
  ) -> Connection {
    while !mustBeNew, let place = place(of: route, security, isUsable) {
      let connection = idle.remove(at: place)
      if connection.isAlive() { return connection }
    }
    let parties = http2Parties(on: route)
    // The server may have closed one since the loop last polled.
    for link in links { link.carrier.receive() }
    links.removeAll { !$0.carrier.isOpen }
    // A tunnel is younger than the connection to the proxy that it is a stream of.
    if !mustBeNew,
      let link = links.last(where: {
        $0.isUsable
          && (isFit($0, for: route, security, parties) || faults.has(.streamsServeAnyServer))
          && isUsable($0.carrier) && !faults.has(.connectionForEachStream)
      })
    {
      return StreamConnection(link, on: route, security)
    }
    let place = names.place(of: route.first)
    let made = Connection(
      route, security, to: place, verifier, sessions, loop: loop, faults: faults,
      http2Parties: parties
    ) { [unowned self] ended in
      idle.removeAll { $0 === ended }
    }
    made.linked = { [unowned self] in links.append($0) }
    return made
  }

  /// The servers with which the client speaks HTTP/2 on a route.
  private func http2Parties(on route: Route) -> Set<AuthenticationTarget> {
    var parties = http2Parties
    if originsOfHTTP11.contains(route.last ?? route.first) { parties.remove(.origin) }
    if let proxy = route.proxy, originsOfHTTP11.contains(proxy) { parties.remove(.proxy) }
    return parties
  }

  /// `true` if a stream of a connection can serve a request: one to its origin server, or any that
  /// goes through its proxy.
  private func isFit(
    _ link: HTTP2Link, for route: Route, _ security: ConnectionSecurity?,
    _ parties: Set<AuthenticationTarget>
  ) -> Bool {
    guard link.isAtProxy else {
      return parties.contains(.origin) && isFit(link.carrier, for: route, security)
    }
    return parties.contains(.proxy) && link.carrier.route.proxy == route.proxy
      && link.carrier.security?.first?.identity == security?.first?.identity
  }

  private func place(
    of route: Route, _ security: ConnectionSecurity?, _ isUsable: (Connection) -> Bool
  ) -> Int? {
    let fitting = idle.indices.filter {
      isFit(idle[$0], for: route, security) && isUsable(idle[$0])
    }
    // A connection with a login saves another login.
    let first = fitting.first { !idle[$0].logins.isEmpty } ?? fitting.first
    guard let first, !idle[first].logins.isEmpty || !faults.takes(.newConnectionForEachRequest)
    else { return nil }
    return faults.vary(first, .latestConnectionFirst) { first in
      fitting.last { idle[$0].logins.isEmpty == idle[first].logins.isEmpty } ?? first
    }
  }

  private func isFit(
    _ connection: Connection, for route: Route, _ security: ConnectionSecurity?
  ) -> Bool {
    guard let security else { return connection.route == route }
    return isSecure(connection, as: security, for: route)
  }

  /// Keeps a connection for later requests.
  func put(back connection: Connection) {
    connection.user = nil
    connection.servedCount += 1
    if connection is StreamConnection { return }
    guard connection.isOpen else { return }
    idle.append(connection)
  }

  /// Closes the idle connections of the routes for which `isMeant` returns `true`.
  func close(where isMeant: (Route) -> Bool) {
    for connection in idle where isMeant(connection.route) { connection.close() }
    for link in links where isMeant(link.carrier.route) { link.close() }
    idle.removeAll { !$0.isOpen }
  }
}
