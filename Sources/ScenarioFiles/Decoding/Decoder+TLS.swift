// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Decoder {
  /// How a server speaks TLS.
  func tls(_ node: YAMLNode, of server: String) -> TLSSettings {
    guard let fields = fields(node, as: TLSKey.self, hint: "write tls: {} for the usual")
    else { return .usual }
    let certificate = fields[.certificate].flatMap(certificate) ?? .right
    let settings = TLSSettings(
      certificate: certificate,
      certificatesByName: fields[.certificates].map(certificatesByName) ?? [:],
      versions: fields[.version].map(versions) ?? [.tls12, .tls13],
      protocols: fields[.alpn].map { oneOrMore($0).compactMap { words($0, "a protocol") } }
        ?? TLSSettings.usual.protocols,
      asksForCertificate: fields[.asks].flatMap(flag) ?? false,
      resumesSessions: fields[.resumes].flatMap(flag) ?? false)
    tlsServers.append((server, settings))
    return settings
  }

  private func versions(_ node: YAMLNode) -> [TLSVersion] {
    oneOrMore(node).compactMap { choice($0, "a version of TLS") }
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
    guard
      let fields = fields(
        node, as: HandshakeRuleKey.self, hint: "as in { do: reset, at: certificate }")
    else { return nil }
    var plan = HandshakePlan()
    plan.certificate = fields[.certificate].flatMap(certificate)
    rejectBoth(.do, .alert, in: fields, at: .do, hint: "alert: is what it does")
    if let node = fields[.do] { plan.end = handshakeEnd(node) }
    if let node = fields[.alert] { plan.end = alert(node).map { .alert($0) } }
    if let node = fields[.at] {
      set(&plan.message, choice(node, "a message"))
      if plan.end == nil {
        report(node, "at: needs do: or alert:", hint: "as in { do: reset, at: certificate }")
      }
      if plan.end == .http, plan.message != .hello {
        report(node, "a server that speaks HTTP sends no message", hint: "leave at: out")
      }
    }
    if let node = fields[.asks], word(node, "a time", of: ["afterwards"]) != nil {
      plan.asksAfterwards = true
      if plan.end != nil {
        report(node, "asks: needs a complete handshake", hint: "leave do:, alert: and at: out")
      }
    }
    let times = fields[.times].flatMap { number($0, "times", in: 1...1_000_000) }
    return HandshakeRule(times: times, plan: plan, location: node.span.start)
  }

  private func handshakeEnd(_ node: YAMLNode) -> HandshakePlan.End? {
    let ends: KeyValuePairs<String, HandshakePlan.End> = [
      "close": .close, "reset": .reset, "stall": .stall, "garbage": .garbage, "http": .http,
    ]
    let name = word(node, "an end", of: ends.map(\.key))
    return ends.first { $0.key == name }?.value
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
    read(
      node, as: HandshakeKey.self, hint: "as in { outcome: refused }",
      into: HandshakeExpectation(location: node.span.start)
    ) { key, node, handshake in
      switch key {
      case .outcome: handshake.outcome = choice(node, "an outcome")
      case .certificate: handshake.pattern.certificate = clientCertificate(node)
      case .tls: readTLS(node, into: &handshake.pattern)
      case .closureAlert: handshake.hasClosureAlert = flag(node)
      case .optional: if flag(node) == true { handshake.count = 0...1 }
      case .repeat: set(&handshake.count, range(node, upTo: 1_000_000))
      case .level: handshake.level = choice(node, "a level")
      case .requirement: handshake.requirement = requirement(node)
      case .title: handshake.title = words(node, "a title")
      }
    }
  }

  /// Adds the conditions for TLS on a connection.
  func readTLS(_ node: YAMLNode, into pattern: inout TLSPattern) {
    let read = read(
      node, as: TLSPatternKey.self, hint: "as in { version: \"1.3\", server-name: one.test }",
      into: pattern
    ) { key, node, pattern in
      switch key {
      case .version: pattern.version = choice(node, "a version of TLS")
      case .serverName: pattern.serverName = tlsValue(node, "a host")
      case .alpn: pattern.protocol = tlsValue(node, "a protocol")
      case .resumed: pattern.isResumed = resumed(node)
      }
    }
    set(&pattern, read)
  }

  /// `true` if a session must be resumed, which needs a server that resumes sessions.
  private func resumed(_ node: YAMLNode) -> Bool? {
    guard let wanted = flag(node) else { return nil }
    if wanted, !tlsServers.contains(where: { $0.tls.resumesSessions }) {
      report(
        node, "no server of this case resumes sessions",
        hint: "as in servers: { origin: { tls: { resumes: true } } }")
    }
    return wanted
  }

  /// The certificate that a client must present: its name, `any` or `none`.
  func clientCertificate(_ node: YAMLNode) -> TLSPattern.Value? {
    switch node.content {
    case .scalar("any", _): .present
    case .scalar("none", _): .absent
    default: certificate(node).map { .equals($0.name) }
    }
  }

  private func tlsValue(_ node: YAMLNode, _ what: String) -> TLSPattern.Value? {
    switch node.content {
    case .scalar("present", _): .present
    case .scalar("absent", _): .absent
    default: words(node, what).map { .equals($0) }
    }
  }
}
