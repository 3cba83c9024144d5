internal import HTTPAuth
internal import ScenarioLanguage
internal import TestServers

extension Invariants {
  /// Octets in the shortest cnonce that is no mere counter: what RFC 2617's own example has.
  private static let shortestClientNonce = 8

  /// The cnonce keeps a server from choosing all that is hashed (RFC 7616 5.9, 5.12): it cannot be foretold.
  ///
  /// The key of a session is made once with its cnonce (RFC 7616 3.4.2), so that may come again.
  static let clientNonce = Invariant(
    "client-nonce", "cnonce is long enough, and another one for another nonce",
    requirements: ["R089"]
  ) { evidence in
    // A case has one or two: looking through them is cheaper than a table.
    var used: [(clientNonce: Octets, nonce: Octets)] = []
    var hasSubject = false
    for sent in evidence.sent where !sent.isCallers {
      guard let fields = sent.digest, let nonce = fields.value(.nonce),
        let clientNonce = fields.value(.cnonce)
      else { continue }
      hasSubject = true
      guard clientNonce.count >= shortestClientNonce else {
        return .broken(
          Finding(
            expected: "a cnonce of \(shortestClientNonce) octets or more",
            observed: "cnonce \(abridged(clientNonce))", exchange: sent.exchange))
      }
      let isSession = fields.value(.algorithm).flatMap { DigestAlgorithm($0) }?.isSession
      if isSession ?? false { continue }
      guard let known = used.firstIndex(where: { $0.clientNonce == clientNonce }) else {
        used.append((clientNonce, nonce))
        continue
      }
      if used[known].nonce != nonce {
        return .broken(
          Finding(
            expected: "another cnonce for another nonce",
            observed: "cnonce \(abridged(clientNonce)) a second time", exchange: sent.exchange))
      }
    }
    return hasSubject ? .held : .noSubject
  }
}
