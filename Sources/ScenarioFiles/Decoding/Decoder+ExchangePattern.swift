// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Forms {
  static let pattern: YAMLForm<ExchangePattern> = .init(
    "a pattern", hint: "as in { credentials: valid }",
    .option("method", \.method, .method),
    .option("path", \.path, .path),
    .may("query", \.query, .namedValues("parameters")),
    .option("target", \.target, .text("a target")),
    .option("credentials", \.credentials, .choice("a kind of credentials")),
    .option("scheme", \.scheme, .scheme),
    .option("account", \.account, YAMLKind(.text) { $0.account($1)?.name }),
    .option(
      "message", \.message,
      YAMLKind(.words(["1", "3"])) {
        $0.word($1, "a message", of: ["1", "3"]).flatMap { Int(digits: $0) }
      }),
    .may("ntlm", \.ntlm, .ntlm),
    .may("dpop", \.dpop, .parts(DPoPProof.names, "a proof of possession", "jti: present")),
    .may("scram", \.scram, .parts(SCRAMAnswer.names, "a message of SCRAM", "user: alice")),
    digest("realm"),
    digest("nonce"),
    digest("qop"),
    digest("algorithm"),
    digest("opaque"),
    digest("cnonce"),
    digest("uri"),
    digest("username"),
    digest("username*"),
    digest("userhash"),
    digest("response"),
    .custom("nc", .any([.number(0...0xFFFF_FFFF), .words(["present", "absent"])])) {
      $0.readCount($1, into: &$2)
    },
    .option("mutual", \.negotiation[or: .init()].isMutual, .flag),
    .option("delegated", \.negotiation[or: .init()].isDelegated, .flag),
    .option("binding", \.negotiation[or: .init()].binding, .choice("what a token is bound to")),
    .may("header", \.headers, .namedValues("header fields")),
    .may("cookie", \.cookies, .namedValues("cookies")),
    .option("body", \.body, .body),
    .option("connection", \.connection, .choice("a connection")),
    .option("certificate", \.tls[or: .init()].certificate, .clientCertificate),
    .custom("tls", tlsPattern.schema) {
      $0.readTLS($1, into: &$2.tls[or: .init()])
    },
    .option("version", \.version, .word("a version", of: ["HTTP/1.0", "HTTP/1.1", "HTTP/2"])),
    .option("websocket", \.webSocket, YAMLKind(webSocketPattern.schema) { $0.webSocketPattern($1) })
  )

  /// A parameter of Digest credentials.
  private static func digest(_ name: String) -> YAMLMember<ExchangePattern> {
    .custom(name, .value) { decoder, node, pattern in
      guard let value = decoder.value(node) else { return }
      pattern.digest.append(.init(name: Octets(name), value: value))
    }
  }

  static let comparison: YAMLForm<Void> = .init(
    "a value", isSingle: true,
    keys: [
      "is": .text, "not": .text, "contains": .text, "capture": .text, "captured": .text,
      "not-captured": .text,
    ])
}

extension Optional where Wrapped: Hashable & Sendable {
  /// The value, or another one where there is none.
  fileprivate subscript(or other: Wrapped) -> Wrapped {
    get { self ?? other }
    set { self = newValue }
  }
}

extension Decoder {
  /// The pattern in a mapping that has other known keys as well.
  func pattern<Value>(besides fields: Fields<Value>) -> ExchangePattern {
    pattern(fields.others, span: fields.span, in: fields.form.holder, others: fields.form.names)
  }

  /// A pattern of requests.
  func pattern(_ node: YAMLNode) -> ExchangePattern {
    let entries = entries(node, expected: "a pattern", hint: Forms.pattern.hint)
    return pattern(entries, span: node.span, in: Forms.pattern.holder, others: [])
  }

  private func pattern(
    _ entries: [YAMLNode.Entry], span: SourceSpan, in holder: String,
    others: @autoclosure () -> [String]
  ) -> ExchangePattern {
    let fields = Fields(entries, as: Forms.pattern, span: span)
    reportUnknown(fields.others, in: holder, known: Forms.pattern.names + others())
    var pattern = ExchangePattern()
    fields.read(into: &pattern, by: self)
    checkContradiction(fields, pattern)
    return pattern
  }

  /// A nonce count as a number, or `present` or `absent`.
  fileprivate func readCount(_ node: YAMLNode, into pattern: inout ExchangePattern) {
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
      guard let fields = fields(node, as: Forms.comparison) else { return nil }
      guard let entry = fields.only, entry.name == "is" else {
        report(node, "a body is compared with is: only", hint: "as in body: { is: step }")
        return nil
      }
      return template(entry.value, "a body").map { .equals($0) }
    }
    let text = YAMLKind.either(["step": .step, "empty": .empty], or: .text("a body")) {
      ExchangePattern.Body.equals($0)
    }
    return text.read(self, node)
  }

  /// The condition for a value.
  func value(_ node: YAMLNode) -> ExchangePattern.Value? {
    guard case .mapping = node.content else {
      if case .scalar("present", _) = node.content { return .present }
      if case .scalar("absent", _) = node.content { return .absent }
      return template(node, "a value").map { .equals($0) }
    }
    guard let fields = fields(node, as: Forms.comparison) else { return nil }
    guard let entry = fields.only else {
      if fields.others.isEmpty {
        report(
          node, "expected one of is, not, contains, capture, captured and not-captured",
          hint: "as in { not: n-1 }, or the value itself")
      }
      return nil
    }
    switch entry.name {
    case "is": return template(entry.value, "a text").map { .equals($0) }
    case "not": return template(entry.value, "a text").map { .differs($0) }
    case "contains": return template(entry.value, "a text").map { .contains($0) }
    default: return captured(entry)
    }
  }

  /// A value that is captured under a name, or compared with the values captured under it.
  private func captured(_ entry: YAMLNode.Entry) -> ExchangePattern.Value? {
    guard let name = words(entry.value, "a name") else { return nil }
    let isCapture = entry.name == "capture"
    switch captures.use {
    case .neither:
      reject(
        [entry], "belongs to expectations of requests only",
        hint: "what a server replies, and what the client reports, depends on no captured value")
      return nil
    case .comparing where isCapture:
      reject(
        [entry], "belongs to given: and to the list of a server's exchanges only",
        hint: "elsewhere it is not known whether there is a value to capture")
      return nil
    case .comparing, .both: break
    }
    if isCapture {
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
    return entry.name == "captured" ? .captured(name) : .notCaptured(name)
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

  private static let keysOfCredentials: Set<String> = [
    "scheme", "nc", "message", "ntlm", "dpop", "scram", "mutual", "delegated", "binding",
  ]

  /// Reports a pattern that no request can match.
  private func checkContradiction(
    _ fields: Fields<ExchangePattern>, _ pattern: ExchangePattern
  ) {
    let kind = pattern.credentials
    guard kind == ExchangePattern.CredentialsKind.none || kind == .connection else { return }
    let contradicting = fields.entries.filter { entry in
      if case .scalar("absent", _) = entry.value.content { return false }
      // A connection may belong to an account.
      if entry.name == "account" { return kind != .connection }
      return Decoder.keysOfCredentials.contains(entry.name)
        || pattern.digest.contains { $0.name == Octets(entry.name) }
    }
    reject(
      contradicting, "can never match together with credentials: \(kind?.rawValue ?? "")",
      hint: "leave one of them out")
  }
}
