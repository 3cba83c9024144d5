// SPDX-License-Identifier: Apache-2.0

/// What a client must be able to do: the words of docs/abilities.md.
package enum Abilities {
  /// All words.
  package static let known: Set<String> = [
    "basic", "digest", "digest-sess", "digest-sha-256", "digest-sha-512-256", "digest-auth-int",
    "digest-userhash", "bearer", "ntlm", "negotiate", "by-challenge", "basic-unasked", "preemptive",
    "per-origin", "per-realm", "ask", "proxy", "tunnel", "target", "proxy-digest", "connect",
    "redirects", "cookies", "userinfo", "headers", "memory", "change", "concurrent", "stream",
    "tls", "tls-pin", "proxy-tls", "client-certificate", "client-certificate-per-origin",
    "websocket", "netrc", "store", "resolve",
  ]

  /// Those of them that no server here gives a client the occasion for: what needs them is for
  /// later.
  static let servedLater: Set<String> = [
    "tls", "client-certificate", "websocket", "ntlm", "negotiate", "store",
  ]

  /// The words that a word of `needs` means; `nil` if it means nothing.
  static func meaning(of word: String) -> [String]? {
    let word = word.lowercased()
    if known.contains(word) { return [word] }
    guard word.hasPrefix("digest-") else { return nil }
    var variant = String(word.dropFirst("digest-".count))
    var result: [String] = []
    if variant.hasSuffix("-sess") {
      variant = String(variant.dropLast("-sess".count))
      result = ["digest-sess"]
    }
    switch variant {
    case "md5": return result + ["digest"]
    case "sha-256", "sha-512-256": return result + ["digest-\(variant)"]
    case "auth" where result.isEmpty, "none" where result.isEmpty: return ["digest"]
    default: return nil
    }
  }
}
