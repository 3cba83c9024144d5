// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The kind of request that a pattern demands. It is a class, as each request is compared with each
/// rule.
package final class RequestKind: Sendable {
  let method: String?
  let path: Template?
  let credentials: ExchangePattern.CredentialsKind?
  let scheme: String?
  let account: String?
  /// The number of a message of NTLM or SCRAM.
  let message: Int?

  package init(_ pattern: ExchangePattern) {
    method = pattern.method
    path = pattern.path
    credentials = pattern.credentials
    scheme = pattern.scheme
    account = pattern.account
    message = pattern.message
  }

  /// `true` if every request of this kind is one of the other kind, too, as far as the patterns
  /// show.
  func implies(_ other: RequestKind) -> Bool {
    (other.method == nil || other.method == method) && (other.path == nil || other.path == path)
      && (other.credentials == nil || other.credentials == credentials)
      && (other.scheme == nil || other.scheme == scheme)
      && (other.account == nil || other.account == account)
      && (other.message == nil || other.message == message)
  }
}
