// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// A reason why a case would be another case over TLS.
package enum TLSObstacle: Error, CaseIterable {
  /// It has servers with TLS already, or is about the scheme https.
  case speaksTLS
  /// A client asks a proxy for a tunnel to a server with TLS, where it would else ask for a
  /// resource (RFC 9110 7.1, 9.3.6).
  case forwardingProxy
  /// It sets a cookie with Secure, which a client keeps over TLS only (RFC 6265 5.2.5).
  case secureCookie
  /// It writes out URLs of http, which would lead to other servers.
  case writtenURLs

  /// The reason, as a sentence.
  package var sentence: String {
    switch self {
    case .speaksTLS: "it is about TLS already, and so the same as without --tls"
    case .forwardingProxy:
      "its proxy forwards requests, and to a server with TLS a client asks for a tunnel"
    case .secureCookie: "it sets a cookie with Secure, which is one for TLS"
    case .writtenURLs: "it writes URLs of http out, which would not lead to a server with TLS"
    }
  }
}

/// Which servers of a case speak TLS when it is played over TLS.
package enum TLSReach: Sendable {
  /// All origin servers.
  case origins
  /// All origin servers and proxies. An origin server to which a proxy forwards requests stays in
  /// clear.
  case all
}

extension Case {
  /// The case with TLS at its servers, each with a right certificate.
  package func overTLS(_ reach: TLSReach = .origins) throws(TLSObstacle) -> Case {
    if self.needs.contains(.tls) { throw .speaksTLS }
    let settings = ([self.client] + self.steps.compactMap(\.client)).filter { $0.proxy != nil }
    // A websocket passes a proxy in a tunnel (RFC 6455 4.1).
    let asksForTunnels = self.steps.allSatisfy { $0.requests.allSatisfy(\.isWebSocket) }
    let isForwarded = settings.contains { !$0.tunnel } && !asksForTunnels
    if isForwarded, reach == .origins { throw .forwardingProxy }
    if !isForwarded {
      if self.namesScheme { throw .writtenURLs }
      let rules = self.servers.flatMap(\.rules) + self.steps.flatMap { $0.rules.values.joined() }
      if rules.contains(where: \.reply.setsSecureCookie) { throw .secureCookie }
    }
    var secured = self
    var needs = Set(self.needs).union([Ability.tls.rawValue])
    for index in self.servers.indices {
      switch self.servers[index].kind {
      case .origin where isForwarded: continue
      case .origin: break
      case .proxy where reach == .origins: continue
      case .proxy: needs.insert(Ability.proxyTLS.rawValue)
      }
      secured.servers[index].tls = .usual
    }
    if !settings.isEmpty, !isForwarded { needs.insert("connect") }
    secured.needs = needs.sorted()
    return secured
  }
}

extension ReplyTemplate {
  ///     set-cookie-string = cookie-pair *( ";" SP cookie-av )   (RFC 6265 4.1.1)
  fileprivate var setsSecureCookie: Bool {
    headers.contains { header in
      guard header.name.equalsIgnoringCase("Set-Cookie") else { return false }
      return header.value.pieces.contains { piece in
        guard let octets = piece.octets else { return false }
        return octets.bytes.split(separator: UInt8(ascii: ";")).contains { attribute in
          Octets(attribute.drop { $0 == 0x20 }).equalsIgnoringCase("Secure")
        }
      }
    }
  }
}
