import HTTPAuth

/// A question of a client for credentials, while a request runs.
public struct CredentialsQuestion: Hashable, Sendable {
  /// The request that it stopped at.
  public var request: Int
  /// Origin or proxy.
  public var target: ClientCredentials.Target
  /// The URL that challenged, or the proxy's, where the client tells.
  public var url: String?
  /// The scheme, in lower case, where the client tells.
  public var scheme: String?
  /// The realm, where the client tells.
  public var realm: Octets?
  /// How many logins were refused so far, in this request, for that target and realm, where the
  /// client tells.
  public var failures: Int?

  /// A question of these parts.
  public init(
    request: Int, target: ClientCredentials.Target, url: String?, scheme: String? = nil,
    realm: Octets? = nil, failures: Int?
  ) {
    self.request = request
    self.target = target
    self.url = url
    self.scheme = scheme
    self.realm = realm
    self.failures = failures
  }
}

/// An answer to a question for credentials.
public enum CredentialsAnswer: Hashable, Sendable {
  /// Use these.
  case credentials(ClientCredentials)
  /// The user gives up.
  case cancel
}
