// SPDX-License-Identifier: Apache-2.0

/// The state of a server, and the request, when it receives credentials.
package struct CredentialsContext: Sendable {
  /// The request's method.
  package var method: Octets
  /// The request-target as it was received (RFC 9112 3.2).
  package var target: Octets
  /// The request's body, without transfer coding.
  package var body: Octets
  package var accounts: [Account]
  /// The challenges that this server has issued so far, oldest first, including each `nextnonce`.
  package var issued: [Challenge]
  /// Digest credentials that this server has accepted so far: with a `-sess` algorithm a client may
  /// keep the session key made from one of them (RFC 7616 3.4.2).
  package var accepted: [DigestFields]
  /// The schemes that the server offers; it accepts no others. Empty if it accepts any.
  package var offered: Set<AuthScheme>
  /// The unfinished login on the connection of the request.
  package var handshake: ConnectionHandshake?
  /// The logins that were begun on other connections to this server.
  package var otherHandshakes: [ConnectionHandshake] = []
  /// The logins of SCRAM that were begun at this server.
  package var scramLogins: [SCRAMLogin] = []
  /// The server's state for proofs of possession.
  package var dpop = DPoPContext()
  /// The channel binding of the connection; `nil` if it has no TLS.
  package var endPointBinding: [UInt8]?

  package init(
    method: Octets, target: Octets, body: Octets = .init(), accounts: [Account],
    issued: [Challenge] = [], accepted: [DigestFields] = [], offered: Set<AuthScheme> = []
  ) {
    self.method = method
    self.target = target
    self.body = body
    self.accounts = accounts
    self.issued = issued
    self.accepted = accepted
    self.offered = offered
  }
}
