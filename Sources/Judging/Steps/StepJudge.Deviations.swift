// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension StepJudge {
  /// The deviation if a request was expected after the last exchange with a server, and none came.
  func deviationOfAnEnd(after last: Int?) -> Deviation {
    guard let last else { return .neverSent }
    let exchange = evidence.exchanges[last]
    if exchange.isRedirect { return .redirectNotFollowed }
    let challenged = evidence.expectations.servers[exchange.server].kind.challengeStatus
    return exchange.status == challenged ? .challengeUnanswered : .stopped
  }

  /// How a request differs from the expected one; if `wanted` is `nil`, no request was expected.
  func deviation(of exchange: Int, from wanted: RequestKind?) -> Deviation {
    let facts = evidence.facts[exchange]
    let hasCredentials = if case .absent = facts.credentials { false } else { true }
    guard let wanted else { return hasCredentials ? .needlessLogin : .needlessRequest }
    if let scheme = wanted.scheme, let actual = facts.credentials.scheme,
      !actual.name.asciiLowercased.elementsEqual(scheme.utf8)
    {
      return .otherScheme
    }
    if let kind = wanted.credentials {
      switch (kind, facts.credentials) {
      case (.none, .verified): return .unexpectedCredentials
      case (.any, .absent), (.valid, .absent), (.invalid, .absent): return .lacksCredentials
      case (.valid, .verified(.invalid(_))): return .invalidCredentials
      case (.invalid, .verified(.valid(_))): return .validCredentials
      case (.valid, .verified(.unfinished(_))), (.invalid, .verified(.unfinished(_))):
        return .invalidCredentials
      case (.connection, .verified): return .unexpectedCredentials
      case (.connection, .absent):
        if facts.connectionAccount == nil { return .lacksCredentials }
      case (.none, .absent), (.any, .verified), (.valid, .verified), (.invalid, .verified): break
      }
    }
    if wanted.scheme != nil, facts.credentials.scheme == nil { return .lacksCredentials }
    if let account = wanted.account, facts.account != account { return .otherAccount }
    if let message = wanted.message, facts.credentials.message != message {
      return .otherMessage
    }
    if let method = wanted.method, !facts.head.method.elementsEqual(method.utf8) {
      return .otherMethod
    }
    if let path = wanted.path,
      !PatternMatch.matches(facts.target.path, path: evidence.addresses.render(path))
    {
      return .otherPath
    }
    return .otherReply
  }
}
