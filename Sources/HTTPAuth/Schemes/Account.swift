/// A login that a server knows.
public struct Account: Hashable, Sendable {
  /// What a scenario calls it.
  public var name: String
  /// The user name, as UTF-8.
  public var user: Octets
  /// The password, as UTF-8.
  public var password: Octets
  /// The bearer token, where it has one.
  public var token: Octets?

  /// An account of these parts.
  public init(name: String, user: Octets, password: Octets, token: Octets? = nil) {
    self.name = name
    self.user = user
    self.password = password
    self.token = token
  }
}
