// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A client's question for credentials during a request.
public struct CredentialsQuestion: Hashable, Sendable {
  /// The index of the request that waits for the answer.
  public var request: Int
  /// Origin or proxy.
  public var target: ClientCredentials.Target
  /// The URL of the request that was challenged, or of the proxy, if the client reports it.
  public var url: String?
  /// The scheme, in lower case, if the client reports it.
  public var scheme: String?
  /// The realm, if the client reports it.
  public var realm: Octets?
  /// The scope that the challenge asks for (RFC 6750 3), if the client reports it.
  public var scope: Octets?
  /// The number of logins refused so far in this request for that target and realm, if the client
  /// reports it.
  public var failures: Int?

  /// Creates a question.
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
  /// The client is to use these.
  case credentials(ClientCredentials)
  /// The user gives up.
  case cancel
}
