// SPDX-License-Identifier: Apache-2.0

/// The beginning of a login that takes more than one request on one connection: the client's token
/// and the server's reply to it.
///
/// Such a login is not finished by the request that opens it, and belongs to the connection once it
/// is (RFC 4559 6, MS-NTHT 1.3).
package struct ConnectionHandshake: Hashable, Sendable {
  /// The client's token, decoded.
  package var opening: Octets
  /// The server's reply to it, decoded.
  package var reply: Octets

  package init(opening: Octets, reply: Octets) {
    self.opening = opening
    self.reply = reply
  }
}

/// Credentials that open such a login and prove nothing yet.
package struct UnfinishedLogin: Hashable, Sendable {
  package var scheme: AuthScheme
  /// The token, decoded.
  package var token: Octets
  /// For SCRAM: what the message says.
  package var scram: SCRAMAnswer?

  package init(scheme: AuthScheme, token: Octets, scram: SCRAMAnswer? = nil) {
    self.scheme = scheme
    self.token = token
    self.scram = scram
  }
}
