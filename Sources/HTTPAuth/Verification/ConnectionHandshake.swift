// SPDX-License-Identifier: Apache-2.0

/// The first two messages of a login that takes more than one request on one connection: the
/// client's token and the server's reply.
///
/// Once finished, such a login belongs to the connection (RFC 4559 6, MS-NTHT 1.3).
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

/// Credentials that begin a login of several requests and prove nothing yet.
package struct UnfinishedLogin: Hashable, Sendable {
  package var scheme: AuthScheme
  /// The token, decoded.
  package var token: Octets
  /// For SCRAM: the contents of the message.
  package var scram: SCRAMAnswer?

  package init(scheme: AuthScheme, token: Octets, scram: SCRAMAnswer? = nil) {
    self.scheme = scheme
    self.token = token
    self.scram = scram
  }
}
