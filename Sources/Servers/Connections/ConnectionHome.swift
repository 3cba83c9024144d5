// SPDX-License-Identifier: Apache-2.0

import Platform

/// What a connection needs of the servers that serve it.
protocol ConnectionHome: AnyObject {
  var loop: EventLoop { get }

  /// Whether the case in play has a server with that index.
  func hasServer(_ index: Int) -> Bool

  /// Serves a connection that comes out of a tunnel, with octets that were already read. The wire
  /// server reads those, whichever back end the server has: libmicrohttpd takes sockets only.
  func serve(_ descriptor: Int32, outOfTunnel accepted: AcceptedConnection, with octets: [UInt8])

  /// Forgets a connection that has ended, or was handed over.
  func remove(_ connection: NativeConnection)
}

/// What the TLS in front of a connection needs of the servers that serve the connection.
protocol RelayHome: AnyObject {
  var loop: EventLoop { get }

  /// Forgets a relay that has ended.
  func remove(_ relay: TLSRelay)
}
