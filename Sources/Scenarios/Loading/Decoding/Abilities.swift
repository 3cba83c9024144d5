// SPDX-License-Identifier: Apache-2.0

/// What a client must be able to do: the words of docs/abilities.md.
package enum Abilities {
  /// All words.
  package static let known = digest.union([
    "basic", "bearer", "ntlm", "ntlm-v2", "proxy-ntlm", "negotiate", "proxy-negotiate",
    "delegate", "by-challenge",
    "basic-unasked", "preemptive",
    "per-origin", "per-realm", "ask", "proxy", "tunnel", "target", "proxy-digest", "connect",
    "redirects", "cookies", "userinfo", "headers", "memory", "change", "concurrent", "stream",
    "tls", "tls-pin", "tls-crl", "proxy-tls", "client-certificate",
    "client-certificate-per-origin", "websocket", "netrc", "store", "store-choice",
    "store-per-realm", "forget", "resolve",
    "idn", "http-2", "prior-knowledge", "proxy-http-2",
    "dpop", "scram", "proxy-scram", "registry", "resource-metadata",
  ])

  /// Digest and its variants.
  static let digest: Set<String> = [
    "digest", "digest-sess", "digest-sha-256", "digest-sha-512-256", "digest-auth-int",
    "digest-userhash",
  ]

  /// Those of them that no server here gives a client the occasion for: what needs them is for
  /// later.
  static let servedLater: Set<String> = [
    "tls", "client-certificate", "negotiate", "http-2",
  ]

  /// The words that the values of Digest's parameters stand for in `needs`, so that a matrix of
  /// these values can be written there.
  private static let synonyms = [
    "digest-md5": ["digest"], "digest-auth": ["digest"], "digest-none": ["digest"],
    "digest-md5-sess": ["digest", "digest-sess"],
    "digest-sha-256-sess": ["digest-sha-256", "digest-sess"],
    "digest-sha-512-256-sess": ["digest-sha-512-256", "digest-sess"],
  ]

  /// The words that a word of `needs` means; `nil` if it means nothing.
  static func meaning(of word: String) -> [String]? {
    let word = word.lowercased()
    return known.contains(word) ? [word] : synonyms[word]
  }
}
