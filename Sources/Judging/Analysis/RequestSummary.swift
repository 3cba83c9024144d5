// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// A summary of one request of a play and of its reply.
package struct RequestSummary: Hashable, Sendable {
  /// The credentials in the field that the server reads.
  package enum Credentials: Hashable, Sendable {
    /// No field.
    case absent
    /// Credentials that prove an account's password.
    case valid(AuthScheme)
    /// Credentials that begin a login.
    case unfinished(AuthScheme)
    /// Invalid credentials, with their mistake.
    case invalid(AuthScheme?, Mistake)
  }

  /// The server: index in the recording.
  package let server: Int
  /// The step of the case.
  package let step: Int
  /// `true` if a proxy forwarded it, so that the client did not send it itself.
  package let isForwarded: Bool
  /// `true` if it is the first on its connection.
  package let isFirstOnConnection: Bool
  package let credentials: Credentials
  /// The Digest fields of its credentials.
  package let digest: DigestFields?
  /// The status of the response; `nil` if there was none.
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
