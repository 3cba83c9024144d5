// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// Basic credentials without a challenge, from a client that declares that it sends them
/// (`basic-unasked`).
///
/// Such a client breaks no rule if it sends them to a server that they were given for. But then its
/// answer to a challenge is not seen.
struct PreemptiveBasic {
  private let evidence: AnalyzedTranscript

  init(_ evidence: AnalyzedTranscript) { self.evidence = evidence }

  /// `true` if an exchange carries such credentials, for a server that they were given for and that
  /// had not asked.
  func isDeclared(_ exchange: Int) -> Bool {
    guard evidence.play.client.abilities.contains("basic-unasked") else { return false }
    // A forwarded request was sent to the proxy.
    let exchange = evidence.exchanges[exchange].forwardedFrom ?? exchange
    return evidence.sent.contains { sent in
      guard sent.exchange == exchange, sent.scheme == .basic, !sent.isCallers,
        let server = sent.server
      else { return false }
      return !hasAsked(server, before: exchange, sent) && isGiven(server)
    }
  }

  /// `true` if the server had asked for Basic; a challenge on another status does not ask.
  private func hasAsked(_ server: Int, before exchange: Int, _ sent: SentCredentials) -> Bool {
    guard sent.issued.contains(where: { AuthScheme($0.scheme) == .basic }) else { return false }
    let status = evidence.expectations.servers[server].kind.challengeStatus
    return evidence.exchanges[..<exchange].contains { $0.server == server && $0.status == status }
  }

  private func isGiven(_ server: Int) -> Bool {
    evidence.expectations.secrets.completed(by: evidence).known.contains {
      $0.servers.contains(server)
    }
  }
}

extension PatternDetail {
  /// `true` if a request is to carry no credentials.
  var isOfNoCredentials: Bool { credentials == .absent }

  /// `true` if a request is to carry some.
  fileprivate var isOfSomeCredentials: Bool { credentials == .present }

  /// What a field that carries credentials is to be; `nil` if it is about another.
  private var credentials: ExchangePattern.Value? {
    guard case .header(let named) = self,
      named.name.matches("Authorization") || named.name.matches("Proxy-Authorization")
    else { return nil }
    return named.value
  }
}

extension NeverCheck {
  /// `true` if it is credentials that must not be seen.
  var isOfCredentials: Bool {
    kind.credentials != nil || details.contains(where: \.isOfSomeCredentials)
  }
}

extension Check {
  /// Returns a broken check as inconclusive.
  var heldBack: Check {
    guard verdict == .fail || verdict == .warn else { return self }
    return Check(descriptor, .inconclusive, finding)
  }
}
