// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// The challenges that a client with some abilities must, or may, answer.
struct AnswerableSchemes {
  let abilities: Set<String>
  let isProxy: Bool

  /// `true` for a complete challenge that needs only abilities that the client claims.
  func mustAnswer(_ challenge: Challenge) -> Bool {
    guard challenge.token68 == nil, let realm = challenge.value(of: "realm"), !realm.isEmpty else {
      return false
    }
    switch AuthScheme(challenge.scheme) {
    case .basic: return abilities.contains(.basic)
    case .digest: return mustAnswer(digest: challenge)
    case .bearer, .ntlm, .dpop, .scram, .other: return false
    }
  }

  private func mustAnswer(digest challenge: Challenge) -> Bool {
    guard claimsDigest, let digest = DigestChallenge(challenge), !digest.nonce.isEmpty,
      let algorithm = digest.algorithm, !digest.isStale,
      challenge.value(of: "stale").map({ $0.matches("false") }) ?? true,
      !digest.takesHashedUser || abilities.contains(.digestUserHash)
    else { return false }
    switch algorithm.function {
    case .md5: break
    case .sha256: guard abilities.contains(.digestSHA256) else { return false }
    case .sha512Slash256, .sha512Truncated:
      guard abilities.contains(.digestSHA512Slash256) else { return false }
    }
    if algorithm.isSession, !abilities.contains(.digestSession) { return false }
    // Without qop the challenge is one of RFC 2069, which a client may ignore (RFC 7616 3.3).
    let options = digest.qop.compactMap { DigestQop($0) }
    return options.contains(.auth)
      || (options.contains(.authInt) && abilities.contains(.digestAuthInt))
  }

  /// `true` for a challenge of a scheme that the client implements, even if it is incomplete.
  ///
  /// "A valid response contains an unkeyed digest of the username, the password, the given nonce
  /// value, the HTTP method, and the requested URI" (RFC 7616 3.1): without a nonce there is no
  /// valid response.
  func mayAnswer(_ challenge: Challenge) -> Bool {
    switch AuthScheme(challenge.scheme) {
    case .basic: true
    case .digest:
      challenge.value(of: "nonce") != nil
        && (DigestChallenge(challenge).map { $0.algorithm != nil } ?? true)
    case .bearer, .ntlm, .dpop, .scram, .other: false
    }
  }

  /// `true` for an incomplete Digest challenge, if the client implements Digest. The client may
  /// answer another challenge beside it, and need not: no RFC demands that it falls back to a
  /// weaker scheme if the challenge of the strongest one is broken. A challenge with an unknown
  /// algorithm is not broken: "If the algorithm is not understood, the challenge should be ignored
  /// (and a different one used, if there is more than one)" (RFC 7616 3.3).
  func isBrokenDigest(_ challenge: Challenge) -> Bool {
    guard case .digest = AuthScheme(challenge.scheme), claimsDigest else { return false }
    guard challenge.token68 == nil, let digest = DigestChallenge(challenge), !digest.nonce.isEmpty,
      !digest.realm.isEmpty
    else { return true }
    return !digest.qop.isEmpty && digest.qop.allSatisfy { DigestQop($0) == nil }
  }

  private var claimsDigest: Bool { abilities.contains(isProxy ? .proxyDigest : .digest) }
}
