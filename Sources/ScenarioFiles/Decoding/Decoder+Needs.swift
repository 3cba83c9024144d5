// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Decoder {
  /// Adds the abilities of `needs:`.
  func readNeeds(_ node: YAMLNode) {
    for node in list(node, of: "abilities") ?? [] {
      guard let word = words(node, "an ability") else { continue }
      if let meaning = Abilities.meaning(of: word) {
        needs.formUnion(meaning)
      } else {
        let names = Abilities.known.sorted() + ["digest-md5", "digest-auth", "digest-none"]
        report(
          node, "\(shown(node)) is not an ability",
          hint: collector.suggestion(for: word, among: names)
            ?? "the words are those of docs/abilities.md")
      }
    }
  }

  /// Adds the abilities that the parts of a case require.
  func inferNeeds(client: ClientSettings, steps: [Step], servers: [ServerDefinition]) {
    let settings = [client] + steps.compactMap(\.client)
    let requests = steps.flatMap(\.requests)
    func need(_ ability: String, if isNeeded: Bool) {
      if isNeeded { needs.insert(ability) }
    }
    func need(_ ability: String, _ isNeeded: (ClientSettings) -> Bool) {
      need(ability, if: settings.contains(where: isNeeded))
    }
    needs.formUnion(Forms.client.needs(of: settings, unlike: ClientSettings()))
    needs.formUnion(Forms.request.needs(of: requests, unlike: RequestDefinition()))
    need("store", if: steps.contains { $0.store != nil || !$0.expect.stored.isEmpty })
    need("store-choice") { $0.logins.contains { !$0.isKept } }
    need("dpop") { $0.credentials.contains { $0.login.isBound } }
    need("headers") { Decoder.hasAuthorization($0.headers) }
    // A client that connects directly to a named server needs its address; a proxy knows it.
    if servers.contains(where: \.isNamed) { need("resolve") { $0.proxy == nil } }
    need("http-2", if: servers.contains(where: \.speaksHTTP2))
    need("proxy-http-2", if: servers.contains { $0.speaksHTTP2 && $0.kind == .proxy })
    need("prior-knowledge", if: servers.contains { $0.speaksHTTP2 && $0.tls == nil })
    if servers.contains(where: { $0.tls != nil }) {
      needs.insert("tls")
      for (version, other) in [(TLSVersion.tls12, TLSVersion.tls13), (.tls13, .tls12)] {
        need(
          "tls-\(version.rawValue)",
          if: servers.contains { server in
            server.tls.map { $0.versions.contains(version) && !$0.versions.contains(other) }
              ?? false
          })
      }
      need("proxy-tls", if: servers.contains { $0.tls != nil && $0.kind == .proxy })
      // A proxy is asked for a tunnel to a server with TLS (RFC 9110 9.3.6).
      if servers.contains(where: { $0.tls != nil && $0.kind == .origin }) {
        need("connect") { $0.proxy != nil }
      }
    }
    if requests.contains(where: \.isWebSocket) {
      // "If the client is configured to use a proxy […], then the client SHOULD connect to that
      // proxy and ask it to open a TCP connection" (RFC 6455 4.1).
      need("connect") { $0.proxy != nil }
    }
    if hasRedirects { need("redirects") { $0.redirects > 0 } }
    // A client that is given one login for a request takes it for the server in the request's URL,
    // and none for a server that a redirect leads to.
    let origins = servers.filter { $0.kind == .origin }.map(\.name)
    let isReachedOnly = Set(origins).subtracting(requests.map(\.server))
    if hasRedirects, requests.allSatisfy({ $0.url == nil }) {
      need("per-origin") { settings in
        settings.credentials.contains { $0.servers.allSatisfy(isReachedOnly.contains) }
      }
    }
    need("change", if: steps.contains { $0.client != nil })
    need("concurrent", if: steps.contains { $0.requests.count > 1 })
    need("headers", if: requests.contains { Decoder.hasAuthorization($0.headers) })
    need("userinfo", if: requests.contains { $0.url.map(Decoder.hasUserinfo) ?? false })
    need("idn", if: requests.contains { $0.url.map(Decoder.hasUnicodeHost) ?? false })
    let schemes: [(name: String, isUsed: Bool, isOne: (ChallengeTemplate) -> Bool)] = [
      ("digest", !needs.isDisjoint(with: Abilities.digest), \.isDigest),
      ("ntlm", needs.contains("ntlm"), \.isNTLM),
      ("negotiate", needs.contains("negotiate"), { $0.isStructured(of: .negotiate) }),
      ("scram", needs.contains("scram"), \.isSCRAM),
    ]
    for scheme in schemes where scheme.isUsed {
      need("proxy-\(scheme.name)", if: proxySends(scheme.isOne, servers, steps))
    }
    // A client that is a new process for each request remembers only what it has in files: cookies,
    // netrc and stored logins. Other memory of earlier requests needs a process that stays.
    let hasFile = settings.contains { $0.cookies || $0.netrc != nil || $0.store }
    need("memory", if: requests.reduce(0) { $0 + $1.count } > 1 && !hasFile)
  }

  /// `true` if a proxy sends such a challenge.
  private func proxySends(
    _ isWanted: (ChallengeTemplate) -> Bool, _ servers: [ServerDefinition], _ steps: [Step]
  ) -> Bool {
    servers.contains { server in
      guard server.kind == .proxy else { return false }
      let rules = server.rules + steps.flatMap { $0.rules[server.name] ?? [] }
      return rules.contains { $0.reply.challenges.contains(where: isWanted) }
    }
  }

  static func hasAuthorization(_ headers: [HeaderTemplate]) -> Bool {
    headers.contains {
      $0.name.equalsIgnoringCase("Authorization")
        || $0.name.equalsIgnoringCase("Proxy-Authorization")
    }
  }

  /// RFC 3986 3.2: authority = [ userinfo "@" ] host [ ":" port ]
  private static func hasUserinfo(_ url: Template) -> Bool {
    var slashes = 0
    for piece in url.pieces {
      guard let octets = piece.octets else {
        // `${origin.url}` holds the two slashes before an authority.
        if case .address(_, .url) = piece { slashes = 2 }
        continue
      }
      for octet in octets {
        if octet == UInt8(ascii: "/") { slashes += 1 }
        if slashes > 2 { return false }
        if slashes == 2, octet == UInt8(ascii: "@") { return true }
      }
    }
    return false
  }
}

extension ChallengeTemplate {
  /// `true` for a challenge of NTLM.
  fileprivate var isNTLM: Bool {
    switch self {
    case .ntlm: true
    case .structured(let scheme, _, _): AuthScheme(scheme) == .ntlm
    case .lines, .scram: false
    }
  }

  /// `true` for a challenge of SCRAM-SHA-256.
  var isSCRAM: Bool { if case .scram = self { true } else { false } }

  /// `true` if it contains a challenge of the Digest scheme, also behind another challenge or empty
  /// list elements.
  var isDigest: Bool {
    switch self {
    case .structured(let scheme, _, _): scheme.equalsIgnoringCase("Digest")
    case .ntlm, .scram: false
    case .lines(let lines):
      lines.contains { line in
        // Any token character can replace a placeholder, which is part of a value.
        let text = line.pieces.map { $0.octets ?? "0" }
        return ChallengeList(parsing: Octets(text.flatMap(\.bytes))).challenges.contains {
          AuthScheme($0.scheme) == .digest
        }
      }
    }
  }
}
