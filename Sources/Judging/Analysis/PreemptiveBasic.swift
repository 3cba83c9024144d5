// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension AnalyzedTranscript {
  /// `true` if an exchange has Basic credentials that the server had not asked for, from a client
  /// that declares that it sends them unasked (`basic-unasked`).
  ///
  /// Such a client breaks no rule if the credentials were given for the server. But its answer to a
  /// challenge is then not seen.
  func isPreemptiveBasic(_ exchange: Int) -> Bool {
    guard play.client.abilities.contains(.basicUnasked) else { return false }
    // A forwarded request was sent to the proxy.
    let exchange = exchanges[exchange].forwardedFrom ?? exchange
    return sent.contains { sent in
      guard sent.exchange == exchange, sent.scheme == .basic, !sent.isCallers,
        let server = sent.server
      else { return false }
      return !hasAsked(server, before: exchange, sent) && isGiven(server)
    }
  }

  /// `true` if the server had asked for Basic. A challenge with another status does not ask.
  private func hasAsked(_ server: Int, before exchange: Int, _ sent: SentCredentials) -> Bool {
    guard sent.issued.contains(where: { AuthScheme($0.scheme) == .basic }) else { return false }
    let status = expectations.servers[server].kind.challengeStatus
    return exchanges[..<exchange].contains { $0.server == server && $0.status == status }
  }

  private func isGiven(_ server: Int) -> Bool {
    expectations.secrets.completed(by: self).known.contains { $0.servers.contains(server) }
  }
}

extension PatternDetail {
  /// `true` if it demands that a request has no credentials.
  var isOfNoCredentials: Bool { credentials == .absent }

  /// `true` if it demands that a request has credentials.
  var isOfSomeCredentials: Bool { credentials == .present }

  /// The wanted value of a credentials field; `nil` if the detail is about another field.
  private var credentials: ExchangePattern.Value? {
    guard case .header(let named) = self,
      named.name.matches("Authorization") || named.name.matches("Proxy-Authorization")
    else { return nil }
    return named.value
  }
}

extension NeverCheck {
  /// `true` if it forbids credentials.
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
