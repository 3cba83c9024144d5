// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension Decoder {
  /// The words of `needs`, normalised.
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

  /// Abilities that follow from the parts of a case.
  func inferNeeds(client: ClientSettings, steps: [Step], servers: [ServerDefinition]) {
    let settings = [client] + steps.compactMap(\.client)
    for settings in settings { infer(settings) }
    // A client that connects directly to a named server needs its address; a proxy knows it.
    if servers.contains(where: \.isNamed), settings.contains(where: { $0.proxy == nil }) {
      needs.insert("resolve")
    }
    inferTLS(settings: settings, servers: servers)
    if hasRedirects, settings.contains(where: { $0.redirects > 0 }) { needs.insert("redirects") }
    for step in steps {
      if step.client != nil { needs.insert("change") }
      if step.requests.count > 1 { needs.insert("concurrent") }
      for request in step.requests {
        if request.count > 1 { needs.insert("concurrent") }
        if request.isStream { needs.insert("stream") }
        if Decoder.hasAuthorization(request.headers) { needs.insert("headers") }
        if let url = request.url, Decoder.hasUserinfo(url) { needs.insert("userinfo") }
      }
    }
    inferProxyDigest(steps: steps, servers: servers)
    inferMemory(settings: settings, steps: steps)
  }

  private func inferTLS(settings: [ClientSettings], servers: [ServerDefinition]) {
    guard servers.contains(where: { $0.tls != nil }) else { return }
    needs.insert("tls")
    if settings.contains(where: { !$0.pins.isEmpty }) { needs.insert("tls-pin") }
    if settings.contains(where: { !$0.certificates.isEmpty }) {
      needs.insert("client-certificate")
    }
    for server in servers where server.tls != nil {
      if server.kind == .proxy { needs.insert("proxy-tls") }
      // A proxy is asked for a tunnel to a server with TLS (RFC 9110 9.3.6).
      if server.kind == .origin, settings.contains(where: { $0.proxy != nil }) {
        needs.insert("connect")
      }
    }
  }

  /// Several requests need a client that can remember. A client that is a new process for each
  /// request keeps only what is in a file: cookies and netrc.
  private func inferMemory(settings: [ClientSettings], steps: [Step]) {
    let requests = steps.flatMap(\.requests).reduce(0) { $0 + $1.count }
    let hasFile = settings.contains { $0.cookies || $0.netrc != nil }
    if requests > 1, !hasFile { needs.insert("memory") }
  }

  private func infer(_ settings: ClientSettings) {
    if settings.proxy != nil { needs.insert("proxy") }
    if settings.tunnel { needs.insert("tunnel") }
    if settings.cookies { needs.insert("cookies") }
    if settings.netrc != nil { needs.insert("netrc") }
    if settings.userinfo != nil { needs.insert("userinfo") }
    if settings.preemptive { needs.insert("preemptive") }
    if settings.answers != nil { needs.insert("ask") }
    if Decoder.hasAuthorization(settings.headers) { needs.insert("headers") }
  }

  /// A case that needs Digest, and whose proxy challenges with it, needs it at a proxy.
  private func inferProxyDigest(steps: [Step], servers: [ServerDefinition]) {
    guard needs.contains(where: { $0 == "digest" || $0.hasPrefix("digest-") }) else { return }
    let offers = servers.contains { server in
      guard server.kind == .proxy else { return false }
      let rules = server.rules + steps.flatMap { $0.rules[server.name] ?? [] }
      return rules.contains { $0.reply.challenges.contains(where: \.isDigest) }
    }
    if offers { needs.insert("proxy-digest") }
  }

  private static func hasAuthorization(_ headers: [HeaderTemplate]) -> Bool {
    headers.contains {
      $0.name.equalsIgnoringCase("Authorization")
        || $0.name.equalsIgnoringCase("Proxy-Authorization")
    }
  }

  /// RFC 3986 3.2: authority = [ userinfo "@" ] host [ ":" port ]
  private static func hasUserinfo(_ url: Template) -> Bool {
    var slashes = 0
    for piece in url.pieces {
      guard case .literal(let octets) = piece else {
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
  /// `true` if a client reads a challenge of the Digest scheme in it, be it behind another
  /// challenge or empty list elements.
  var isDigest: Bool {
    switch self {
    case .structured(let scheme, _, _): scheme.equalsIgnoringCase("Digest")
    case .lines(let lines):
      lines.contains { line in
        // A placeholder is part of a value, and so is this octet.
        let text = line.pieces.map { piece -> Octets in
          if case .literal(let octets) = piece { octets } else { "0" }
        }
        return ChallengeList(parsing: Octets(text.flatMap(\.bytes))).challenges.contains {
          AuthScheme($0.scheme) == .digest
        }
      }
    }
  }
}
