// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

extension Invariants {
  /// "If the algorithm parameter's value is "<algorithm>-sess", […] then A1 is calculated using the
  /// nonce value provided in the challenge from the server, and cnonce value from the request by
  /// the client following receipt of a WWW-Authenticate challenge from the server. […] This creates
  /// a "session key" for the authentication of subsequent requests" (RFC 7616 3.4.2).
  ///
  /// Servers that compute the key from each request accept both; a server that keeps the key
  /// refuses a client that does not. The RFC does not say what a nextnonce means for the key, so
  /// only nonces of challenges are checked.
  static let sessionKey = Invariant(
    .sessionKey, "With a -sess algorithm the key of the session is that of its first request",
    requirements: ["R090"]
  ) { evidence in
    struct Key: Hashable {
      var server: Int
      var nonce: Octets
      var challenges: Int
    }
    var sessions: [Key: DigestComputation.Session] = [:]
    return evidence.examineCredentials { sent in
      guard let server = sent.server, let nonce = sent.digest?.value(.nonce),
        let session = evidence.facts[evidence.judged(sent)].credentials.proof?.computation?.session,
        session.nonce == nonce,
        // Concurrent requests may all be the first.
        evidence.requestCount(in: evidence.exchanges[sent.exchange].step) == 1
      else { return .noSubject }
      let key = Key(
        server: server, nonce: nonce, challenges: sent.issued.count(withNonce: nonce))
      guard let first = sessions[key] else {
        sessions[key] = session
        return .noSubject
      }
      guard session != first else { return .held }
      return .broken(
        expected: "A1 with cnonce \(abridged(first.cnonce, to: 40)), which the session began with",
        observed: "A1 with cnonce \(abridged(session.cnonce, to: 40)) of this request",
        diagnosis: "The key of the session was made anew.", exchange: sent.exchange)
    }
  }
}

extension AnalyzedTranscript {
  /// The exchange in which the server verified the credentials: behind a proxy, the one with the
  /// origin server.
  fileprivate func judged(_ sent: SentCredentials) -> Int {
    guard exchanges[sent.exchange].server != sent.server else { return sent.exchange }
    return forwarded(sent.exchange) ?? sent.exchange
  }
}
