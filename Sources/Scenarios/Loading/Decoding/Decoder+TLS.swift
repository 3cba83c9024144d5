// SPDX-License-Identifier: Apache-2.0

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
        ?? ["http/1.1"],
      asksForCertificate: fields[.asks].flatMap(flag) ?? false)
    speakers.append((server, settings))
    return settings
  }

  private func versions(_ node: YAMLNode) -> [TLSVersion] {
    oneOrMore(node).compactMap { choice($0, "a version of TLS", of: TLSVersion.self) }
  }

  private func certificatesByName(_ node: YAMLNode) -> [String: CertificateDefinition] {
    guard case .mapping(let entries) = node.content else {
      reportKind(
        node, expected: "a mapping of hosts to certificates", hint: "as in { one.test: first }")
      return [:]
    }
    var result: [String: CertificateDefinition] = [:]
    for entry in entries { result[entry.name] = certificate(entry.value) }
    return result
  }

  // MARK: Handshakes

  /// What servers do in the handshakes of a step, by server.
  func handshakeRules(_ node: YAMLNode) -> [String: [HandshakeRule]] {
    guard case .mapping(let entries) = node.content else {
      reportKind(
        node, expected: "a mapping of servers to rules",
        hint: "as in  handshake: { origin: [ { do: reset, at: certificate } ] }")
      return [:]
    }
    var result: [String: [HandshakeRule]] = [:]
    for entry in entries where isSpeaker(entry) {
      result[entry.name] = (list(entry.value, of: "rules") ?? []).compactMap(handshakeRule)
    }
    return result
  }

  /// `false` where a key is no server, or none with TLS, which is then reported.
  private func isSpeaker(_ entry: YAMLNode.Entry) -> Bool {
    guard use(entry.name, at: entry.nameSpan) != nil else { return false }
    if speakers.contains(where: { $0.name == entry.name }) { return true }
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
    if let node = fields[.do] { plan.end = handshakeEnd(node) }
    if let node = fields[.alert] {
      plan.end = alert(node).map { .alert($0) }
      if let other = fields.entry(.do) {
        collector.report(
          other.nameSpan, "do: and alert: cannot stand together", hint: "alert: is what it does")
      }
    }
    if let node = fields[.at] {
      plan.message = choice(node, "a message", of: HandshakePlan.Message.self) ?? .hello
      if plan.end == nil {
        report(node, "at: needs do: or alert:", hint: "as in { do: reset, at: certificate }")
      }
      if plan.end == .http, plan.message != .hello {
        report(node, "a server that speaks HTTP sends no message", hint: "leave at: out")
      }
    }
    let times = fields[.times].flatMap { number($0, "times", in: 1...1_000_000) }
    return HandshakeRule(times: times, plan: plan, location: node.span.start)
  }

  private func handshakeEnd(_ node: YAMLNode) -> HandshakePlan.End? {
    switch word(node, "an end", of: ["close", "reset", "stall", "garbage", "http"]) {
    case "close": .close
    case "reset": .reset
    case "stall": .stall
    case "garbage": .garbage
    case "http": .http
    default: nil
    }
  }

  /// An alert by the name that the RFC gives it.
  func alert(_ node: YAMLNode) -> TLSAlert? {
    word(node, "an alert", of: TLSAlert.allNames).flatMap { TLSAlert(name: $0) }
  }

  // MARK: What must be seen

  /// Handshakes by server.
  func handshakes(_ node: YAMLNode) -> [ServerHandshakes] {
    guard case .mapping(let entries) = node.content else {
      reportKind(
        node, expected: "a mapping of servers to handshakes",
        hint: "as in  handshakes: { origin: [ { outcome: refused } ] }")
      return []
    }
    return entries.compactMap { entry in
      guard isSpeaker(entry) else { return nil }
      let handshakes = list(entry.value, of: "handshakes", hint: "[] where none may come") ?? []
      return ServerHandshakes(
        server: entry.name, handshakes: handshakes.compactMap(handshake),
        location: entry.nameSpan.start)
    }
  }

  private func handshake(_ node: YAMLNode) -> HandshakeExpectation? {
    guard
      let fields = fields(node, as: HandshakeKey.self, hint: "as in { outcome: refused }")
    else { return nil }
    var result = HandshakeExpectation(location: node.span.start)
    for (key, entry) in fields.known {
      let node = entry.value
      switch key {
      case .outcome:
        result.outcome = choice(node, "an outcome", of: HandshakeExpectation.Outcome.self)
      case .certificate: result.pattern.certificate = clientCertificate(node)
      case .tls: readTLS(node, into: &result.pattern)
      case .optional:
        if flag(node) == true { result.count = 0...1 }
      case .repeat:
        if let count = range(node, upTo: 1_000_000) { result.count = count }
      case .level: result.level = choice(node, "a level", of: Level.self)
      case .requirement: result.requirement = requirement(node)
      case .title: result.title = words(node, "a title")
      }
    }
    return result
  }

  /// What TLS on a connection is to be.
  func readTLS(_ node: YAMLNode, into pattern: inout TLSPattern) {
    guard
      let fields = fields(
        node, as: TLSPatternKey.self, hint: "as in { version: \"1.3\", server-name: one.test }")
    else { return }
    for (key, entry) in fields.known {
      let node = entry.value
      switch key {
      case .version: pattern.version = choice(node, "a version of TLS", of: TLSVersion.self)
      case .serverName: pattern.serverName = tlsValue(node, "a host")
      case .alpn: pattern.protocol = tlsValue(node, "a protocol")
      }
    }
  }

  /// The certificate that a client shows: its name, `any` or `none`.
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
