// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// One request of a play in short: what it carried, and what was replied to it.
package struct RequestSummary: Hashable, Sendable {
  /// What stands in the field in which its server looks for credentials.
  package enum Credentials: Hashable, Sendable {
    /// Nothing.
    case absent
    /// Credentials that prove an account's password.
    case valid(AuthScheme)
    /// Credentials that open a login of their connection.
    case unfinished(AuthScheme)
    /// Others, and why they do not.
    case invalid(AuthScheme?, Mistake)
  }

  /// The server: index in the recording.
  package let server: Int
  /// The step of the case.
  package let step: Int
  /// It was forwarded by a proxy, not sent by the client.
  package let isForwarded: Bool
  /// It is the first on its connection.
  package let isFirstOnConnection: Bool
  /// Its credentials.
  package let credentials: Credentials
  /// The Digest fields of its credentials.
  package let digest: DigestFields?
  /// The status that was replied; `nil` if it was no response.
  package let status: Int?

  init(_ exchange: Recording.Exchange, _ facts: RequestFacts) {
    server = exchange.server
    step = exchange.step
    isForwarded = exchange.forwardedFrom != nil
    isFirstOnConnection = facts.isFirstOnConnection
    status = exchange.status
    switch facts.credentials {
    case .absent: credentials = .absent
    case .verified(.valid(let proof)): credentials = .valid(proof.scheme)
    case .verified(.unfinished(let login)): credentials = .unfinished(login.scheme)
    case .verified(.invalid(let diagnosis)):
      credentials = .invalid(diagnosis.scheme, diagnosis.mistake)
    }
    digest = facts.credentials.digest
  }
}

extension ExchangeAnalysis {
  /// The requests of the recording that was read, in its order.
  package func requests(of recording: Recording) -> [RequestSummary] {
    zip(recording.exchanges, facts).map { RequestSummary($0, $1) }
  }
}
