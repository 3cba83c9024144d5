// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Decoder {
  /// Reports frames of HTTP/2 of servers that do not speak it, and proxies that speak it without
  /// TLS.
  func checkHTTP2(_ servers: [ServerDefinition], declared node: YAMLNode?) {
    for (name, span) in http2Frames
    where !servers.contains(where: { $0.name == name && $0.speaksHTTP2 }) {
      collector.report(
        span, "the server \"\(name)\" does not speak HTTP/2",
        hint: "as in servers: { \(name): { http: \"2\", tls: {} } }")
    }
    guard case .mapping(let entries)? = node?.content else { return }
    for entry in entries where servers.contains(where: { $0.name == entry.name && $0.isClearProxy })
    {
      guard case .mapping(let options) = entry.value.content else { continue }
      let fields = Fields(options, as: Forms.server, span: entry.value.span)
      guard let http = fields["http"], fields["tls"] == nil else { continue }
      report(
        http, "a proxy speaks HTTP/2 over TLS only",
        hint: "as in servers: { \(entry.name): { http: \"2\", tls: {} } }")
    }
  }
}

extension ServerDefinition {
  /// `true` for a proxy with HTTP/2 and without TLS. Clients negotiate HTTP/2 with a proxy in the
  /// TLS handshake; none has a setting for a proxy that speaks it in clear.
  fileprivate var isClearProxy: Bool { kind == .proxy && speaksHTTP2 && tls == nil }
}
