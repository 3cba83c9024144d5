// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A question of a client for credentials, while a request runs.
public struct CredentialsQuestion: Hashable, Sendable {
  /// The request that it stopped at.
  public var request: Int
  /// Origin or proxy.
  public var target: ClientCredentials.Target
  /// The URL that challenged, or the proxy's, if the client reports it.
  public var url: String?
  /// The scheme, in lower case, if the client reports it.
  public var scheme: String?
  /// The realm, if the client reports it.
  public var realm: Octets?
  /// The scope that the challenge asks for (RFC 6750 3), if the client reports it.
  public var scope: Octets?
  /// How many logins were refused so far, in this request, for that target and realm, if the client
  /// reports it.
  public var failures: Int?

  /// A question of these parts.
  public init(
    request: Int, target: ClientCredentials.Target, url: String?, scheme: String? = nil,
    realm: Octets? = nil, scope: Octets? = nil, failures: Int?
  ) {
    self.request = request
    self.target = target
    self.url = url
    self.scheme = scheme
    self.realm = realm
    self.scope = scope
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
