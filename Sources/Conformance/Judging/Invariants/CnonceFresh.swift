internal import HTTPAuth
internal import ScenarioLanguage

extension Invariants {
  /// "The cnonce value is an opaque quoted ASCII-only string value provided by the client and used by both client and
  /// server to avoid chosen plaintext attacks" (RFC 7616 3.4): one that comes again with another nonce can be waited for.
  ///
  /// With one nonce it may come again, as nc makes each response another; and with -sess, whose A1 keeps the cnonce
  /// that it was made with (RFC 7616 3.4.2). A request that was never answered may be sent again as it was.
  static let cnonceFresh = Invariant(
    "cnonce-fresh", "A cnonce that was sent with one nonce does not come back with another",
    requirements: ["R089"]
  ) { evidence in
    var nonces: [Octets: Octets] = [:]
    // Two Digest requests are what can be compared: most cases have fewer.
    var count = 0
    for sent in evidence.sent where !sent.isCallers {
      guard let fields = sent.digest, let cnonce = fields.value(.cnonce),
        let nonce = fields.value(.nonce)
      else { continue }
      if let name = fields.value(.algorithm), DigestAlgorithm(name)?.isSession == true { continue }
      count += 1
      guard let earlier = nonces.updateValue(nonce, forKey: cnonce), earlier != nonce else {
        continue
      }
      return .broken(
        Finding(
          expected: "another cnonce with nonce \(abridged(nonce, to: 40))",
          observed: "cnonce \(abridged(cnonce, to: 40)), which nonce "
            + "\(abridged(earlier, to: 40)) had already", exchange: sent.exchange))
    }
    return count > 1 ? .held : .noSubject
  }
}
