/// What a server knows when credentials come in.
package struct CredentialsContext: Sendable {
  /// The request's method.
  package var method: Octets
  /// The request-target as it was on the wire (RFC 9112 3.2).
  package var target: Octets
  /// The request's body, transfer coding undone.
  package var body: Octets
  /// Those the server knows.
  package var accounts: [Account]
  /// The challenges this server has issued so far, oldest first; a `nextnonce` is one of them.
  package var issued: [Challenge]
  /// Digest credentials this server has accepted so far: with a `-sess` algorithm a client may keep
  /// the session key made from one of them (RFC 7616 3.4.2).
  package var accepted: [DigestFields]
  /// The schemes the server offers; credentials of another prove nothing to it. Empty where it
  /// takes any.
  package var offered: Set<AuthScheme>

  /// A context of these parts.
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
