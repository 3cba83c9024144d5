// SPDX-License-Identifier: Apache-2.0

/// The abilities of clients, as docs/abilities.md describes them.
package enum Abilities {
  package static let known = Set(Set(Ability.allCases))

  /// The abilities of Digest.
  package static let digest: Set<String> = [
    "digest", "digest-sess", "digest-sha-256", "digest-sha-512-256", "digest-auth-int",
    "digest-userhash",
  ]

  /// The abilities that a client which claims the key is taken to have, until a plain case of both
  /// fails: "Implementations MUST support TLS 1.2" and "SHOULD support TLS 1.3" (RFC 9325 3.1.1).
  private static let implied = ["tls": ["tls-1.2", "tls-1.3"]]

  /// Returns the abilities that a client has if it has not been shown that it lacks one.
  package static func presumed(of claims: Set<String>) -> Set<String> {
    claims.union(claims.lazy.compactMap { implied[$0] }.joined())
  }

  /// The abilities for values of Digest's parameters `algorithm` and `qop`, so that `needs:` can
  /// contain a placeholder of a matrix, as in `digest-${algorithm}`.
  private static let synonyms = [
    "digest-md5": ["digest"], "digest-auth": ["digest"], "digest-none": ["digest"],
    "digest-md5-sess": ["digest", "digest-sess"],
    "digest-sha-256-sess": ["digest-sha-256", "digest-sess"],
    "digest-sha-512-256-sess": ["digest-sha-512-256", "digest-sess"],
  ]

  /// The abilities that a word of `needs:` stands for; `nil` for an unknown word.
  package static func meaning(of word: String) -> [String]? {
    let word = word.lowercased()
    return known.contains(word) ? [word] : synonyms[word]
  }
}
