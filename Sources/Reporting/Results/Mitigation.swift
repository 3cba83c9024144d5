// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Judging
import Scenarios
import Transcripts

/// A fact of the recording because of which a broken check about credentials shows no leak.
///
/// A check reports the first request that breaks it. A fact is kept only if it also holds of the
/// later requests of the case that can break the check.
package enum Mitigation: String, Hashable, Sendable, CaseIterable, JSONFormed {
  /// Basic credentials for which no server had asked have an empty password.
  case emptyPassword = "empty-password"
  /// Credentials for which no server had asked went over TLS, and so not in clear.
  case overTLS = "over-tls"
  /// The login of an origin server reached a proxy that had forwarded the same credentials before.
  case forwardedBefore = "forwarded-before"
}

extension Mitigation {
  /// The check that credentials go in clear only to a server that asked for them.
  static let clearOnlyWhereOffered = CheckKind.invariant(.clearOnlyWhereOffered)
  /// The check that credentials reach only the servers that they were given for.
  static let secretsStay = CheckKind.invariant(.secretsStay)

  /// The fact for a broken check of a play; `nil` if there is none.
  init?(_ check: Check, in recording: Recording) {
    guard check.verdict.isBad, let exchange = check.finding?.exchange,
      recording.exchanges.indices.contains(exchange)
    else { return nil }
    let kind = check.descriptor.kind
    if kind == Mitigation.clearOnlyWhereOffered {
      let unasked = recording.unaskedCredentials(from: exchange)
      if unasked.allSatisfy(\.hasEmptyPassword) {
        self = .emptyPassword
      } else if unasked.allSatisfy({ recording.servers[$0.server].configuration.tls != nil }) {
        self = .overTLS
      } else {
        return nil
      }
    } else if kind == Mitigation.secretsStay, check.requirements == ["R031"],
      recording.hadForwarded(credentialsOf: exchange)
    {
      self = .forwardedBefore
    } else {
      return nil
    }
  }
}

extension Recording {
  /// The client's requests with credentials, from one on, to servers that had not asked for any.
  /// The first is always one of them: its server had at most asked for another scheme.
  fileprivate func unaskedCredentials(from first: Int) -> [Exchange] {
    exchanges.indices.dropFirst(first).filter { index in
      index == first
        || exchanges[index].forwardedFrom == nil && !exchanges[index].credentials.isEmpty
          && !hasAsked(exchanges[index].server, before: index)
    }.map { exchanges[$0] }
  }

  /// `true` if a server, or for a proxy one behind it, has answered 401 or 407 before an exchange.
  private func hasAsked(_ server: Int, before index: Int) -> Bool {
    exchanges[..<index].contains {
      $0.server == server && ($0.status == 401 || $0.status == 407)
    }
  }

  /// `true` if the Authorization of a request to a proxy is one that the proxy had forwarded
  /// before, and no other server got a request after it.
  fileprivate func hadForwarded(credentialsOf index: Int) -> Bool {
    let proxy = exchanges[index].server
    guard servers[proxy].configuration.kind == .proxy,
      let credentials = exchanges[index].request.first("Authorization")
    else { return false }
    let wasForwarded = exchanges[..<index].contains { earlier in
      guard let source = earlier.forwardedFrom else { return false }
      return exchanges[source].server == proxy
        && earlier.request.first("Authorization") == credentials
    }
    return wasForwarded && exchanges[(index + 1)...].allSatisfy { $0.server == proxy }
  }
}

extension Recording.Exchange {
  /// The values of its Authorization and Proxy-Authorization lines.
  fileprivate var credentials: [Octets] {
    request.fields.values(of: "Authorization") + request.fields.values(of: "Proxy-Authorization")
  }

  /// `true` if it has credentials, and all of them are Basic with an empty password.
  fileprivate var hasEmptyPassword: Bool {
    let credentials = credentials
    return !credentials.isEmpty && credentials.allSatisfy(\.isBasicWithEmptyPassword)
  }
}

extension Octets {
  /// `true` for Basic credentials whose password is empty.
  ///
  ///     user-pass = user-id ":" password   (RFC 7617 2; a user-id has no colon)
  fileprivate var isBasicWithEmptyPassword: Bool {
    guard let pair = basicPair else { return false }
    return pair.firstIndex(of: UInt8(ascii: ":")) == pair.endIndex - 1
  }
}
