// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Decoder {
  /// The pattern in a mapping that has other known keys as well.
  func pattern<Key: KeySet>(besides fields: Fields<Key>) -> ExchangePattern {
    pattern(fields.others, span: fields.span, in: Key.holder, others: Key.names)
  }

  /// A pattern of requests.
  func pattern(_ node: YAMLNode) -> ExchangePattern {
    let entries = entries(node, expected: "a pattern", hint: "as in { credentials: valid }")
    return pattern(entries, span: node.span, in: PatternKey.holder, others: [])
  }

  private func pattern(
    _ entries: [YAMLNode.Entry], span: SourceSpan, in holder: String,
    others: @autoclosure () -> [String]
  ) -> ExchangePattern {
    let fields = Fields<PatternKey>(entries, span: span)
    reportUnknown(fields.others, in: holder, known: PatternKey.names + others())
    let pattern = fields.read(into: ExchangePattern(), readPattern)
    checkContradiction(fields, pattern)
    return pattern
  }

  private func readPattern(
    _ key: PatternKey, _ node: YAMLNode, into pattern: inout ExchangePattern
  ) {
    switch key {
    case .method: pattern.method = method(node)
    case .path: pattern.path = path(node)
    case .target: pattern.target = template(node, "a target")
    case .credentials: pattern.credentials = choice(node, "a kind of credentials")
    case .scheme: pattern.scheme = scheme(node)
    case .account: pattern.account = account(node)?.name
    case .message:
      pattern.message = word(node, "a message", of: ["1", "3"]).flatMap { Int(digits: $0) }
    case .ntlm: pattern.ntlm = ntlm(node)
    case .dpop: pattern.dpop = parts(node, DPoPProof.names, "a proof of possession", "jti: present")
    case .scram: pattern.scram = parts(node, SCRAMAnswer.names, "a message of SCRAM", "user: alice")
    case .query: pattern.query = namedValues(node, "parameters")
    case .realm, .nonce, .qop, .algorithm, .opaque, .cnonce, .uri, .username, .extendedUsername,
      .userhash, .response:
      if let value = value(node) {
        pattern.digest.append(.init(name: Octets(key.rawValue), value: value))
      }
    case .nc: readCount(node, into: &pattern)
    case .mutual, .delegated, .binding:
      var negotiation = pattern.negotiation ?? NegotiationPattern()
      if key == .mutual { negotiation.isMutual = flag(node) }
      if key == .delegated { negotiation.isDelegated = flag(node) }
      if key == .binding { negotiation.binding = choice(node, "what a token is bound to") }
      pattern.negotiation = negotiation
    case .header: pattern.headers = namedValues(node, "header fields")
    case .cookie: pattern.cookies = namedValues(node, "cookies")
    case .body: pattern.body = body(node)
    case .connection: pattern.connection = choice(node, "a connection")
    case .certificate, .tls:
      var tls = pattern.tls ?? TLSPattern()
      if key == .certificate { tls.certificate = clientCertificate(node) }
      if key == .tls { readTLS(node, into: &tls) }
      pattern.tls = tls
    case .webSocket: pattern.webSocket = webSocketPattern(node)
    case .version:
      pattern.version = word(node, "a version", of: ["HTTP/1.0", "HTTP/1.1", "HTTP/2"])
    }
  }

  /// A nonce count as a number, or `present` or `absent`.
  private func readCount(_ node: YAMLNode, into pattern: inout ExchangePattern) {
    if case .scalar(let text, _) = node.content, text == "present" || text == "absent" {
      pattern.digest.append(.init(name: "nc", value: text == "present" ? .present : .absent))
    } else {
      pattern.nonceCount = number(node, "a nonce count", in: 0...0xFFFF_FFFF)
    }
  }

  /// RFC 9110 9.1: method = token
  func method(_ node: YAMLNode) -> String? {
    guard let text = words(node, "a method") else { return nil }
    guard text.isToken else {
      report(node, "\(shown(node)) is not a method", hint: "as in GET or POST")
      return nil
    }
    return text
  }

  /// A path and query.
  func path(_ node: YAMLNode) -> Template? {
    guard let path = template(node, "a path") else { return nil }
    guard let start = path.pieces.first?.octets, start.first != UInt8(ascii: "/") else {
      if path.pieces.isEmpty { report(node, "a path cannot be empty", hint: "the least is /") }
      return path
    }
    report(node, "a path begins with \"/\", not as \(shown(node))", hint: "write /\(start)")
    return nil
  }

  /// A body: `step`, `empty`, a text, or `{ is: text }`.
  func body(_ node: YAMLNode) -> ExchangePattern.Body? {
    if case .mapping = node.content {
      guard let fields = fields(node, as: ValueKey.self) else { return nil }
      guard fields.keys.count == 1, let text = fields[.is] else {
        report(node, "a body is compared with is: only", hint: "as in body: { is: step }")
        return nil
      }
      return template(text, "a body").map { .equals($0) }
    }
    if case .scalar("step", _) = node.content { return .step }
    if case .scalar("empty", _) = node.content { return .empty }
    return template(node, "a body").map { .equals($0) }
  }

  /// The condition for a value.
  func value(_ node: YAMLNode) -> ExchangePattern.Value? {
    guard case .mapping = node.content else {
      if case .scalar("present", _) = node.content { return .present }
      if case .scalar("absent", _) = node.content { return .absent }
      return template(node, "a value").map { .equals($0) }
    }
    guard let fields = fields(node, as: ValueKey.self) else { return nil }
    guard let (key, entry) = fields.only else {
      if fields.others.isEmpty {
        report(
          node, "expected one of is, not, contains, capture, captured and not-captured",
          hint: "as in { not: n-1 }, or the value itself")
      }
      return nil
    }
    switch key {
    case .is: return template(entry.value, "a text").map { .equals($0) }
    case .not: return template(entry.value, "a text").map { .differs($0) }
    case .contains: return template(entry.value, "a text").map { .contains($0) }
    case .capture, .captured, .notCaptured: return captured(key, entry)
    }
  }

  /// A value that is captured under a name, or compared with the values captured under it.
  private func captured(_ key: ValueKey, _ entry: YAMLNode.Entry) -> ExchangePattern.Value? {
    guard let name = words(entry.value, "a name") else { return nil }
    switch captures.use {
    case .neither:
      reject(
        [entry], "belongs to expectations of requests only",
        hint: "what a server replies, and what the client reports, depends on no captured value")
      return nil
    case .comparing where key == .capture:
      reject(
        [entry], "belongs to given: and to the list of a server's exchanges only",
        hint: "elsewhere it is not known whether there is a value to capture")
      return nil
    case .comparing, .both: break
    }
    if key == .capture {
      captures.keep(name, at: entry.nameSpan)
      return .capture(name)
    }
    guard captures.compare(name) else {
      report(
        entry.value, "no value is captured as \"\(name)\" before this",
        hint: collector.suggestion(for: name, among: captures.names)
          ?? "as in cnonce: { capture: \(name) }")
      return nil
    }
    return key == .captured ? .captured(name) : .notCaptured(name)
  }

  /// Conditions for values by name.
  func namedValues(_ node: YAMLNode, _ what: String) -> [ExchangePattern.NamedValue] {
    entries(node, expected: "a mapping of \(what)", hint: "as in { Name: value }").compactMap {
      entry in
      let value = value(entry.value)
      guard let name = octets(entry.name, at: entry.nameSpan, "a name"), let value else {
        return nil
      }
      return .init(name: name, value: value)
    }
  }

  /// Reports a pattern that no request can match.
  private func checkContradiction(_ fields: Fields<PatternKey>, _ pattern: ExchangePattern) {
    let kind = pattern.credentials
    guard kind == ExchangePattern.CredentialsKind.none || kind == .connection else { return }
    let contradicting = fields.known.filter { key, entry in
      if case .scalar("absent", _) = entry.value.content { return false }
      // A connection may belong to an account.
      return key == .scheme || (key == .account && kind != .connection) || key == .nc
        || key == .message || key == .ntlm || key == .dpop || key == .scram || key == .mutual
        || key == .delegated || key == .binding
        || pattern.digest.contains { $0.name == Octets(key.rawValue) }
    }
    reject(
      contradicting.map(\.1), "can never match together with credentials: \(kind?.rawValue ?? "")",
      hint: "leave one of them out")
  }
}
