// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Decoder {
  func expectations(_ node: YAMLNode) -> Expectations {
    guard let fields = openFields(node, as: ExpectKey.self) else { return .init() }
    return captures.withUse(.both) { expectations(fields, others: []) }
  }

  private func expectations(_ fields: Fields<ExpectKey>, others names: [String]) -> Expectations {
    var result = Expectations()
    // In the order of judging: a value must be captured before it is compared.
    if let given = fields[.given] { result.given = self.given(given) }
    result.servers = serverExpectations(
      fields.others, in: ExpectKey.holder, others: ExpectKey.names + names)
    captures.withUse(.comparing) {
      for (key, entry) in fields.known {
        let node = entry.value
        switch key {
        case .given: break
        case .handshakes: result.handshakes = handshakes(node)
        case .never: result.never = list(node, of: "patterns", never)
        case .order: result.order = order(node)
        case .client: result.client = captures.withUse(.neither) { outcome(node) }
        case .stored: result.stored = stored(node)
        case .oneOf: result.oneOf = list(node, of: "alternatives", alternative)
        case .observe: result.observations = observations(node)
        case .level: result.level = choice(node, "a level")
        case .requirement: result.requirement = requirement(node)
        }
      }
    }
    return result
  }

  /// The exchanges of `order:`.
  private func order(_ node: YAMLNode) -> [OrderedExchange] {
    guard let nodes = list(node, of: "exchanges") else { return [] }
    if nodes.count < 2 {
      report(
        node, "an order takes two exchanges at least",
        hint: "as in [{ server: origin, path: /a }, { server: other, path: /b }]")
    }
    return nodes.compactMap { node in
      guard let fields = openFields(node, as: OrderKey.self) else { return nil }
      return OrderedExchange(
        server: fields[.server].flatMap(server),
        exchange: ExchangeExpectation(
          pattern: pattern(besides: fields), replied: fields[.replied].flatMap(replied),
          location: node.span.start))
    }
  }

  /// The lists of exchanges, by server.
  private func serverExpectations(
    _ entries: [YAMLNode.Entry], in holder: String, others names: @autoclosure () -> [String]
  ) -> [ServerExpectation] {
    entries.compactMap { entry in
      guard kind(of: entry.name) != nil else {
        reportNoServer(entry, in: holder, known: names())
        return nil
      }
      use(entry.name, at: entry.nameSpan)
      let hint = "a list of exchanges; [] where none may come"
      return ServerExpectation(
        server: entry.name, exchanges: list(entry.value, of: "exchanges", hint: hint, exchange),
        location: entry.nameSpan.start)
    }
  }

  /// Reports a key that is neither known nor the name of a server.
  func reportNoServer(_ entry: YAMLNode.Entry, in holder: String, known names: [String]) {
    collector.report(
      entry.nameSpan, "unknown key \"\(entry.name)\" in \(holder)",
      hint: collector.suggestion(for: entry.name, among: names + serverNames)
        ?? "a server must be declared: servers: { \(entry.name): {} }; "
        + "known: \(names.joined(separator: ", ")); "
        + "servers: \(serverNames.joined(separator: ", "))")
  }

  private func given(_ node: YAMLNode) -> [ServerExpectation] {
    let entries = entries(
      node, expected: "a mapping of servers to exchanges",
      hint: "as in  given: { other: [ { path: /there } ] }")
    return serverExpectations(entries, in: "given", others: [])
  }

  private func exchange(_ node: YAMLNode) -> ExchangeExpectation? {
    guard let fields = openFields(node, as: ExchangeKey.self) else { return nil }
    rejectBoth(
      .repeat, .optional, in: fields, at: .repeat, hint: "optional: true is repeat: 0..1")
    let exchange = ExchangeExpectation(
      pattern: pattern(besides: fields), location: node.span.start)
    return fields.read(into: exchange) { key, node, exchange in
      switch key {
      case .replied: exchange.replied = replied(node)
      case .optional: if flag(node) == true { exchange.count = 0...1 }
      case .repeat: set(&exchange.count, range(node, upTo: 1_000_000))
      case .level: exchange.level = choice(node, "a level")
      case .requirement: exchange.requirement = requirement(node)
      case .title: exchange.title = words(node, "a title")
      }
    }
  }

  private func replied(_ node: YAMLNode) -> ExchangeExpectation.Replied? {
    if case .scalar("challenge", _) = node.content { return .challenge }
    if case .scalar(let text, _) = node.content, Int(digits: text) != nil {
      return status(node).map { .status($0) }
    }
    reportKind(node, expected: "a status or challenge")
    return nil
  }

  /// The number of times that the client stores the logins of accounts.
  private func stored(_ node: YAMLNode) -> [StoredExpectation] {
    entries(
      node, expected: "a mapping of accounts to how often their logins are kept",
      hint: "as in  stored: { alice: 1, former: 0 }"
    ).compactMap { entry in
      let name = YAMLNode(
        content: .scalar(entry.name, isPlain: true), span: entry.nameSpan, hasPlaceholders: false)
      guard let account = account(name), let count = range(entry.value, upTo: 1000) else {
        return nil
      }
      return StoredExpectation(account: account, count: count, location: entry.nameSpan.start)
    }
  }

  private func never(_ node: YAMLNode) -> NeverExpectation? {
    guard let fields = openFields(node, as: NeverKey.self) else { return nil }
    let never = NeverExpectation(pattern: pattern(besides: fields), location: node.span.start)
    return fields.read(into: never) { key, node, never in
      switch key {
      case .server: never.server = server(node)
      case .level: never.level = choice(node, "a level")
      case .requirement: never.requirement = requirement(node)
      case .title: never.title = words(node, "a title")
      }
    }
  }

  private func alternative(_ node: YAMLNode) -> Alternative? {
    guard let own = openFields(node, as: AlternativeKey.self) else { return nil }
    let fields = Fields<ExpectKey>(own.others, span: node.span)
    let expectations = expectations(fields, others: AlternativeKey.names)
    guard let title = own[.title] else {
      report(
        node, "this alternative needs a title",
        hint: "title: what is done in this way, in a few words")
      return nil
    }
    return words(title, "a title").map { Alternative(title: $0, expectations: expectations) }
  }

  private func observations(_ node: YAMLNode) -> [Observation] {
    entries(
      node, expected: "a mapping of titles to patterns",
      hint: "as in  observe: { it sends credentials unasked: { credentials: any } }"
    ).compactMap { entry in
      guard let fields = openFields(entry.value, as: ObservationKey.self) else { return nil }
      var observation = Observation(title: entry.name, location: entry.nameSpan.start)
      observation.server = fields[.server].flatMap(server)
      observation.pattern = pattern(besides: fields)
      observation.requirement = fields[.requirement].flatMap(requirement)
      if let alerts = fields[.alert] {
        observation.alerts = oneOrMore(alerts).compactMap(alert)
        if observation.pattern != ExchangePattern() {
          report(
            alerts, "an alert cannot be combined with a pattern of requests",
            hint: "it is sent in place of a request")
        }
      }
      return observation
    }
  }
}
