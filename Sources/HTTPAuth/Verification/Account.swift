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
