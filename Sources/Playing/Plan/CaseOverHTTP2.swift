// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// The way in which client and server begin to speak HTTP/2 (RFC 9113 3).
package enum HTTP2Start: Sendable {
  /// They agree on it in the handshake of TLS (RFC 9113 3.2).
  case afterALPN
  /// The client knows it from elsewhere, and the server has no TLS (RFC 9113 3.3).
  case withPriorKnowledge

  /// The abilities that the client needs.
  package var abilities: Set<String> {
    switch self {
    case .afterALPN: Set([.tls, .http2])
    case .withPriorKnowledge: Set([.http2, .priorKnowledge])
    }
  }

  /// Abilities that do not exist over HTTP/2: it has no logins of connections, and a proxy that
  /// forwards requests does not forward frames.
  package static let missingAbilities = Set<String>([.ntlm, .negotiate, .proxy])
}

/// A reason why a case would be another case over HTTP/2.
package enum HTTP2Obstacle: Error, CaseIterable {
  /// It has servers with HTTP/2 already.
  case speaksHTTP2
  /// It cannot be played over TLS.
  case notOverTLS
  /// A server of it, or a request, is one of HTTP/1.0, or an expectation names a version.
  case version
  /// Its proxy forwards requests, which then do not get to the origin server by HTTP/2.
  case forwardingProxy
  /// Its servers agree on certain protocols.
  case protocols
  /// It is about a login of the connection, and on an HTTP/2 connection there is none.
  case connectionLogin
  /// It sends octets that are no frames, a reason phrase, or a body that ends with the connection.
  case reply
  /// Its server closes a connection silently; one of HTTP/2 says so by GOAWAY (RFC 9113 6.8).
  case silentClose
  /// It sends or expects a field of HTTP/1 connections, or one that says how long a body is.
  case connectionField
  /// It has a field that is malformed in HTTP/2.
  case malformedField
  /// It opens a websocket, which begins with a handshake of HTTP/1.1 (RFC 6455 4.1).
  case webSocket

  /// The reason, as a sentence.
  package var sentence: String {
    switch self {
    case .speaksHTTP2: "it is about HTTP/2 already, and so the same as without --http"
    case .notOverTLS: "its servers cannot have TLS, in which HTTP/2 is agreed on"
    case .version: "it is about another version of HTTP"
    case .forwardingProxy: "its proxy forwards requests, which it gets by HTTP/1.1"
    case .protocols: "it is about what is agreed on in the handshake of TLS"
    case .connectionLogin: "its login belongs to the connection, which HTTP/2 does not have"
    case .reply: "HTTP/2 has no raw octets, reason phrases and bodies that end with a connection"
    case .silentClose: "a server of HTTP/2 announces by GOAWAY that it closes a connection"
    case .connectionField: "HTTP/2 has no fields about the connection and the coding of the body"
    case .webSocket: "a websocket begins with a handshake of HTTP/1.1"
    case .malformedField: "HTTP/2 has no line ends, NUL and other controls in fields"
    }
  }
}

extension Case {
  /// The case with HTTP/2 at its origin servers.
  package func overHTTP2(_ start: HTTP2Start) throws(HTTP2Obstacle) -> Case {
    if let obstacle = obstacleOnHTTP2 { throw obstacle }
    var changed = self
    if start == .afterALPN, !self.needs.contains(.tls) {
      do throws(TLSObstacle) { changed = try overTLS() } catch { throw .notOverTLS }
    }
    var needs = Set(changed.needs).union([Ability.http2.rawValue])
    for index in changed.servers.indices where changed.servers[index].kind == .origin {
      changed.servers[index].speaksHTTP2 = true
      if changed.servers[index].tls == nil { needs.insert(Ability.priorKnowledge.rawValue) }
    }
    changed.needs = needs.sorted()
    return changed
  }

  private var obstacleOnHTTP2: HTTP2Obstacle? {
    if self.servers.contains(where: \.speaksHTTP2) { return .speaksHTTP2 }
    if self.servers.contains(where: \.isHTTP10) { return .version }
    if self.needs.contains(.ntlm) || self.needs.contains(.negotiate) { return .connectionLogin }
    if self.needs.contains(.webSocket) { return .webSocket }
    if self.servers.contains(where: {
      $0.tls.map { $0.protocols != TLSSettings.usual.protocols } ?? false
    }) {
      return .protocols
    }
    let settings = ([self.client] + self.steps.compactMap(\.client)).filter { $0.proxy != nil }
    let isSecure = self.servers.contains { $0.kind == .origin && $0.tls != nil }
    if !isSecure, settings.contains(where: { !$0.tunnel }) { return .forwardingProxy }
    let requests = self.steps.flatMap { $0.requests.flatMap(\.headers) }
    let callers = ([self.client] + self.steps.compactMap(\.client)).flatMap(\.headers)
    if (requests + callers).contains(where: \.name.isOfConnections) {
      return .connectionField
    }
    for step in self.steps {
      if let obstacle = step.expect.obstacleOnHTTP2 { return obstacle }
      let handshakes = step.expect.handshakes.flatMap(\.handshakes)
      if handshakes.contains(where: { $0.pattern.protocol != nil }) { return .protocols }
    }
    return nil
  }
}

extension CasePlan {
  /// Plans a case over HTTP/2, or skips it if that would be another case.
  convenience init(_ played: Case, overHTTP2 start: HTTP2Start, backEnd: BackEnd?) {
    let changed: Case
    do throws(HTTP2Obstacle) {
      changed = try played.overHTTP2(start)
    } catch {
      self.init(played, backEnd: backEnd, skipReason: error.sentence)
      return
    }
    let renderer = CaseSetup(changed)
    if let obstacle = CasePlan.obstacle(changed, renderer) {
      self.init(played, backEnd: backEnd, skipReason: obstacle.sentence)
    } else {
      self.init(renderer, steps: changed.steps, backEnd: backEnd)
    }
  }

  /// The obstacle in the replies of a case; `nil` if there is none.
  private static func obstacle(_ played: Case, _ setup: CaseSetup) -> HTTP2Obstacle? {
    for server in played.servers {
      let rules = server.rules + played.steps.flatMap { $0.rules[server.name] ?? [] }
      // A proxy speaks HTTP/1.1, and hands on what an origin server says.
      for rule in rules where server.kind == .origin {
        let sample = setup.renderer.render(
          rule.reply, for: ReplyRenderer.Occasion(kind: server.kind, serial: 1))
        if let obstacle = sample.obstacleOnHTTP2 { return obstacle }
      }
      for rule in rules where rule.when.version != nil { return .version }
    }
    return nil
  }
}

extension Reply {
  /// The obstacle in the reply; `nil` if HTTP/2 can send it.
  package var obstacleOnHTTP2: HTTP2Obstacle? {
    switch self.content {
    case .raw, .webSocket: return .reply
    case .nothing, .tunnel, .streamEnd: return nil
    case .response(let response):
      let head = response.head
      if head.version != ResponseHead.http11 || !head.reason.isEmpty { return .reply }
      if response.framing == .untilClose { return .reply }
      if self.afterwards == .closeSilently { return .silentClose }
      var lines = Array(head.fields) + self.interim.flatMap { Array($0.fields) }
      if case .chunked(let trailers) = response.framing { lines += trailers }
      for line in lines {
        if line.name.isOfConnections { return .connectionField }
        if line.isMalformedInHTTP2 { return .malformedField }
      }
      return self.interim.contains { $0.status == 101 } ? .reply : nil
    }
  }
}

extension FieldSection.Line {
  /// A name is a token, and a value has no controls but tabs (RFC 9113 8.2.1, RFC 9110 5.5).
  package var isMalformedInHTTP2: Bool {
    self.name.isEmpty || !self.name.bytes.allSatisfy(\.isTokenCharacter)
      || self.value.bytes.contains { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }
  }
}

extension Octets {
  /// "An endpoint MUST NOT generate an HTTP/2 message containing connection-specific header fields"
  /// (RFC 9113 8.2.2). The length of a body is that of its frames.
  package var isOfConnections: Bool {
    matches("Connection") || matches("Keep-Alive") || matches("Proxy-Connection")
      || matches("Transfer-Encoding") || matches("Upgrade") || matches("TE")
      || matches("Content-Length")
  }
}

extension Expectations {
  /// The obstacle in the patterns of requests; `nil` if there is none.
  fileprivate var obstacleOnHTTP2: HTTP2Obstacle? {
    for pattern in allPatterns {
      if pattern.version != nil { return .version }
      if pattern.tls?.protocol != nil { return .protocols }
      if pattern.headers.contains(where: { $0.name.isOfConnections }) { return .connectionField }
    }
    return nil
  }

  private var allPatterns: [ExchangePattern] {
    (given + servers).flatMap { $0.exchanges.map(\.pattern) } + never.map(\.pattern)
      + order.map(\.exchange.pattern) + observations.map(\.pattern)
      + oneOf.flatMap(\.expectations.allPatterns)
  }
}
