// SPDX-License-Identifier: Apache-2.0

/// An account of a server.
package struct Account: Hashable, Sendable {
  /// Its name in reports.
  package var name: String
  /// The user name: UTF-8, normalised to NFC, as clients must send it (RFC 7617 2.1, RFC 7616 4).
  package var user: Octets
  /// The password: UTF-8, normalised to NFC.
  package var password: Octets
  /// The token, for accounts that have one (RFC 6750).
  package var token: Octets?
  /// The Kerberos principal without its realm, for accounts that have one (RFC 4559).
  package var principal: Octets?
  /// The domain, for accounts that have one (MS-NLMP 3.3.2).
  package var domain: Octets?
  /// `false` for an account with only a token or a principal.
  package var hasPassword = true
  /// `true` if the token is bound to a key of the client (RFC 9449) and is not a bearer token.
  package var isBound = false

  package init(
    name: String, user: Octets, password: Octets, token: Octets? = nil, domain: Octets? = nil
  ) {
    self.name = name
    self.user = user
    self.password = password
    self.token = token
    self.domain = domain
  }
}
