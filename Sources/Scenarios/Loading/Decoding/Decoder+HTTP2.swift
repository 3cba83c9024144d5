// SPDX-License-Identifier: Apache-2.0

extension Decoder {
  /// Reports frames of HTTP/2 at servers that do not speak it, and proxies that speak it in clear.
  func checkHTTP2(_ servers: [ServerDefinition], declared node: YAMLNode?) {
    for (name, span) in framesOfHTTP2
    where !servers.contains(where: { $0.name == name && $0.speaksHTTP2 }) {
      collector.report(
        span, "the server \"\(name)\" does not speak HTTP/2",
        hint: "as in servers: { \(name): { http: \"2\", tls: {} } }")
    }
    guard case .mapping(let entries)? = node?.content else { return }
    for entry in entries where servers.contains(where: { $0.name == entry.name && $0.isClearProxy })
    {
      guard case .mapping(let options) = entry.value.content,
        let http = options.first(where: { $0.name == ServerKey.http.rawValue }),
        !options.contains(where: { $0.name == ServerKey.tls.rawValue })
      else { continue }
      collector.report(
        http.value.span, "a proxy speaks HTTP/2 over TLS only",
        hint: "as in servers: { \(entry.name): { http: \"2\", tls: {} } }")
    }
  }
}

extension ServerDefinition {
  /// A proxy with HTTP/2 and without TLS. Clients agree on HTTP/2 with a proxy in the handshake of
  /// TLS; none has a setting for one that speaks it in clear.
  fileprivate var isClearProxy: Bool { kind == .proxy && speaksHTTP2 && tls == nil }

  /// The settings for TLS of a server that speaks HTTP/2: it agrees on that with clients that offer
  /// it, unless its settings name protocols (RFC 9113 3.2).
  package var settingsWithHTTP2: TLSSettings? {
    guard speaksHTTP2, let tls, tls.protocols == TLSSettings.usual.protocols else { return tls }
    return TLSSettings(
      certificate: tls.certificate, certificatesByName: tls.certificatesByName,
      versions: tls.versions, protocols: ["h2"] + tls.protocols,
      asksForCertificate: tls.asksForCertificate, resumesSessions: tls.resumesSessions)
  }
}
