/// Someone a server knows.
public struct Account: Hashable, Sendable {
  /// What reports call it.
  public var name: String
  /// The user name: UTF-8, normalised to NFC, as RFC 7617 2.1 and RFC 7616 4 want it sent.
  public var user: Octets
  /// The password: UTF-8, normalised to NFC.
  public var password: Octets
  /// The token, for accounts that have one (RFC 6750).
  public var token: Octets?

  /// An account of these parts.
  public init(name: String, user: Octets, password: Octets, token: Octets? = nil) {
    self.name = name
    self.user = user
    self.password = password
    self.token = token
  }
}

/// What a server knows when credentials come in.
public struct CredentialsContext: Sendable {
  /// The request's method.
  public var method: Octets
  /// The request-target as it was on the wire (RFC 9112 3.2).
  public var target: Octets
  /// The request's body, transfer coding undone.
  public var body: Octets
  /// Those the server knows.
  public var accounts: [Account]
  /// The challenges this server has issued so far, oldest first; a `nextnonce` is one of them.
  public var issued: [Challenge]
  /// Digest credentials this server has accepted so far: with a `-sess` algorithm a client may keep the session key made from one of them (RFC 7616 3.4.2).
  public var accepted: [DigestFields]

  /// A context of these parts.
  public init(
    method: Octets, target: Octets, body: Octets = "", accounts: [Account],
    issued: [Challenge] = [], accepted: [DigestFields] = []
  ) {
    self.method = method
    self.target = target
    self.body = body
    self.accounts = accounts
    self.issued = issued
    self.accepted = accepted
  }
}
