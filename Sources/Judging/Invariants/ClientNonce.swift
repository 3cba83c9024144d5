// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

extension Invariants {
  /// The least octets of a cnonce; the example of RFC 2617 3.5 has as many.
  private static let shortestClientNonce = 8

  /// "The security of this protocol is critically dependent on the randomness of the randomly
  /// chosen parameters, such as client and server nonces" (RFC 7616 5.12): no server can predict
  /// the next cnonce.
  ///
  /// A cnonce may be repeated in a session, whose key is made with it once (RFC 7616 3.4.2).
  static let clientNonce = Invariant(
    .clientNonce,
    "cnonce is long enough, cannot be predicted, and is another one for another nonce",
    requirements: ["R089"]
  ) { evidence in
    // A case has one or two: a linear search is faster than a table.
    var used: [(clientNonce: Octets, nonce: Octets)] = []
    var last = 0
    var hasSubject = false
    for sent in evidence.sent where !sent.isCallers {
      guard let fields = sent.digest, let nonce = fields.value(.nonce),
        let clientNonce = fields.value(.cnonce)
      else { continue }
      hasSubject = true
      last = sent.exchange
      guard clientNonce.count >= shortestClientNonce else {
        return .broken(
          expected: "a cnonce of \(shortestClientNonce) octets or more",
          observed: "cnonce \(abridged(clientNonce))", exchange: sent.exchange)
      }
      let isSession = fields.value(.algorithm).flatMap { DigestAlgorithm($0) }?.isSession
      if isSession ?? false {
        if !used.contains(where: { $0.clientNonce == clientNonce }) {
          used.append((clientNonce, nonce))
        }
        continue
      }
      guard let known = used.firstIndex(where: { $0.clientNonce == clientNonce }) else {
        used.append((clientNonce, nonce))
        continue
      }
      if used[known].nonce != nonce {
        return .broken(
          expected: "another cnonce for another nonce",
          observed: "cnonce \(abridged(clientNonce)) a second time", exchange: sent.exchange)
      }
    }
    // In few cases a client chooses more than two or three.
    if used.count >= 3, let why = PredictableSeries(used.map(\.clientNonce)).explanation {
      return .broken(
        expected: "cnonces that cannot be predicted",
        observed: used.suffix(3).map { abridged($0.clientNonce, to: 40) }.joined(separator: ", "),
        diagnosis: "Of \(used.count) cnonces, \(why).", exchange: last)
    }
    return hasSubject ? .held : .noSubject
  }
}
