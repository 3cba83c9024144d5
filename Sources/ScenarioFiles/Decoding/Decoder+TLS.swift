// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Forms {
  static let tls: YAMLForm<Void> = .init(
    "tls", hint: "write tls: {} for the usual",
    keys: [
      "certificate": .text, "certificates": .map(.text), "version": versions.schema,
      "alpn": .any([.text, .list(.text)]), "asks": .flag, "resumes": .flag,
    ])

  fileprivate static let versions = YAMLKind<[TLSVersion]>.oneOrMore(.choice("a version of TLS"))

  static let handshakeRule: YAMLForm<HandshakeRule> = .init(
    "a rule for handshakes", hint: "as in { do: reset, at: certificate }",
    .option("times", \.times, .number("times", 1...1_000_000)),
    .option("certificate", \.plan.certificate, .certificate),
    .option("do", \.plan.end, .end),
    .option("alert", \.plan.end, .alert),
    .may("at", \.plan.message, .choice("a message")),
    .may("asks", \.plan.asksAfterwards, .isWord("afterwards", "a time", of: ["afterwards"])))

  static let handshake: YAMLForm<HandshakeExpectation> = .init(
    "a handshake", hint: "as in { outcome: refused }",
    .option("outcome", \.outcome, .choice("an outcome")),
    .option("certificate", \.pattern.certificate, .clientCertificate),
    .custom("tls", tlsPattern.schema) {
      $0.readTLS($1, into: &$2.pattern)
    },
    .optional(\.count),
    .repeat(\.count),
    .level(\.level),
    .requirement(\.requirement),
    .title(\.title),
    .option("closure-alert", \.hasClosureAlert, .flag))

  static let tlsPattern: YAMLForm<TLSPattern> = .init(
    "a pattern of tls", hint: "as in { version: \"1.3\", server-name: one.test }",
    .option("version", \.version, .choice("a version of TLS")),
    .option("server-name", \.serverName, .value("a host")),
    .option("alpn", \.protocol, .value("a protocol")),
    .option("resumed", \.isResumed, YAMLKind(.flag) { $0.resumed($1) }))
}

extension YAMLKind<HandshakePlan.End> {
  private static let ends: KeyValuePairs<String, HandshakePlan.End> = [
    "close": .close, "reset": .reset, "stall": .stall, "garbage": .garbage, "http": .http,
  ]

  fileprivate static let end = YAMLKind(.words(ends.map(\.key))) { decoder, node in
    let name = decoder.word(node, "an end", of: ends.map(\.key))
    return ends.first { $0.key == name }?.value
  }

  fileprivate static let alert = YAMLKind(.words(TLSAlert.allNames)) {
    $0.alert($1).map { .alert($0) }
  }
}

extension YAMLKind<TLSPattern.Value> {
  /// The certificate that a client must present.
  static let clientCertificate = either(
    ["any": .present, "none": .absent], or: .certificate
  ) { .equals($0.name) }

  fileprivate static func value(_ what: String) -> YAMLKind {
    either(["present": .present, "absent": .absent], or: .words(what)) { .equals($0) }
  }
}

extension Decoder {
  /// How a server speaks TLS.
  func tls(_ node: YAMLNode, of server: String) -> TLSSettings {
    guard let fields = fields(node, as: Forms.tls) else { return .usual }
    let certificate = fields["certificate"].flatMap(certificate) ?? .right
    let settings = TLSSettings(
      certificate: certificate,
      certificatesByName: fields["certificates"].map(certificatesByName) ?? [:],
      versions: fields["version"].flatMap { Forms.versions.read(self, $0) } ?? [.tls12, .tls13],
      protocols: fields["alpn"].map { oneOrMore($0).compactMap { words($0, "a protocol") } }
        ?? TLSSettings.usual.protocols,
      asksForCertificate: fields["asks"].flatMap(flag) ?? false,
      resumesSessions: fields["resumes"].flatMap(flag) ?? false)
    tlsServers.append((server, settings))
    return settings
  }

  private func certificatesByName(_ node: YAMLNode) -> [String: CertificateDefinition] {
    let entries = entries(
      node, expected: "a mapping of hosts to certificates", hint: "as in { one.test: first }")
    var result: [String: CertificateDefinition] = [:]
    for entry in entries { result[entry.name] = certificate(entry.value) }
    return result
  }

  // MARK: Handshakes

  /// The rules for handshakes of a step, by server.
  func handshakeRules(_ node: YAMLNode) -> [String: [HandshakeRule]] {
    let entries = entries(
      node, expected: "a mapping of servers to rules",
      hint: "as in  handshake: { origin: [ { do: reset, at: certificate } ] }")
    var result: [String: [HandshakeRule]] = [:]
    for entry in entries where hasTLS(entry) {
      result[entry.name] = list(entry.value, of: "rules", handshakeRule)
    }
    return result
  }

  /// Returns `true` if a key is the name of a server with TLS, and reports any other.
  private func hasTLS(_ entry: YAMLNode.Entry) -> Bool {
    guard use(entry.name, at: entry.nameSpan) != nil else { return false }
    if tlsServers.contains(where: { $0.name == entry.name }) { return true }
    collector.report(
      entry.nameSpan, "the server \"\(entry.name)\" does not speak TLS",
      hint: "as in servers: { \(entry.name): { tls: {} } }")
    return false
  }

  private func handshakeRule(_ node: YAMLNode) -> HandshakeRule? {
    guard let fields = fields(node, as: Forms.handshakeRule) else { return nil }
    rejectBoth("do", "alert", in: fields, at: "do", hint: "alert: is what it does")
    var rule = HandshakeRule(times: nil, plan: HandshakePlan(), location: node.span.start)
    fields.read(into: &rule, by: self)
    let plan = rule.plan
    if let node = fields["at"] {
      if plan.end == nil {
        report(node, "at: needs do: or alert:", hint: "as in { do: reset, at: certificate }")
      }
      if plan.end == .http, plan.message != .hello {
        report(node, "a server that speaks HTTP sends no message", hint: "leave at: out")
      }
    }
    if let node = fields["asks"], plan.asksAfterwards, plan.end != nil {
      report(node, "asks: needs a complete handshake", hint: "leave do:, alert: and at: out")
    }
    return rule
  }

  /// An alert by its name in RFC 8446 6.
  func alert(_ node: YAMLNode) -> TLSAlert? {
    word(node, "an alert", of: TLSAlert.allNames).flatMap { TLSAlert(name: $0) }
  }

  // MARK: Expected handshakes

  /// The expected handshakes by server.
  func handshakes(_ node: YAMLNode) -> [ServerHandshakes] {
    entries(
      node, expected: "a mapping of servers to handshakes",
      hint: "as in  handshakes: { origin: [ { outcome: refused } ] }"
    ).compactMap { entry in
      guard hasTLS(entry) else { return nil }
      return ServerHandshakes(
        server: entry.name,
        handshakes: list(
          entry.value, of: "handshakes", hint: "[] where none may come", handshake),
        location: entry.nameSpan.start)
    }
  }

  private func handshake(_ node: YAMLNode) -> HandshakeExpectation? {
    read(node, as: Forms.handshake, into: HandshakeExpectation(location: node.span.start))
  }

  /// Adds the conditions for TLS on a connection.
  func readTLS(_ node: YAMLNode, into pattern: inout TLSPattern) {
    pattern = read(node, as: Forms.tlsPattern, into: pattern) ?? pattern
  }

  /// `true` if a session must be resumed, which needs a server that resumes sessions.
  fileprivate func resumed(_ node: YAMLNode) -> Bool? {
    guard let wanted = flag(node) else { return nil }
    if wanted, !tlsServers.contains(where: { $0.tls.resumesSessions }) {
      report(
        node, "no server of this case resumes sessions",
        hint: "as in servers: { origin: { tls: { resumes: true } } }")
    }
    return wanted
  }
}
