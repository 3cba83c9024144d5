// SPDX-License-Identifier: Apache-2.0

/// Connections with TLS, which serve one host, and one identity of the client.
extension ConnectionPool {
  /// `true` if a connection has the TLS that a request needs.
  ///
  /// "In HTTP/1.1 and earlier, a client will only attribute authority to a server when they are
  /// communicating over a successfully established and secured connection specifically to that URI
  /// origin's host." (RFC 9110 4.3.3)
  func isSecure(
    _ connection: Connection, as security: ConnectionSecurity, for route: Route
  ) -> Bool {
    guard let known = connection.security else { return false }
    if connection.route == route {
      return known.isSame(as: security) || faults.has(.connectionSharedByIdentities)
    }
    guard case .direct(let other) = connection.route, case .direct(let origin) = route,
      names.place(of: other) == names.place(of: origin)
    else { return false }
    return faults.has(.connectionSharedByNames)
  }
}
