// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Forms {
  /// All other keys are names of servers.
  static let expect: YAMLForm<Expectations> = .init(
    "expect", rest: .values { exchanges },
    .custom("given", .map(exchanges)),
    .custom("handshakes", .map(.list(handshake.schema))) { $2.handshakes = $0.handshakes($1) },
    .may("never", \.never, .list("patterns", YAMLKind(never.schema) { $0.never($1) })),
    .custom("order", .list(order.schema, least: 2)) { $2.order = $0.order($1) },
    .custom("client", outcome.schema) { decoder, node, value in
      value.client = decoder.captures.withUse(.neither) { decoder.outcome(node) }
    },
    .custom("stored", .map(.range)) { $2.stored = $0.stored($1) },
    .option("level", \.level, .choice("a level")),
    .option("requirement", \.requirement, .requirement),
    .may(
      "one-of", \.oneOf,
      .list("alternatives", YAMLKind(.lazy { alternative.schema }) { $0.alternative($1) })),
    .custom("observe", .map(observation.schema)) {
      $2.observations = $0.observations($1)
    })

  fileprivate static let exchanges = YAMLSchema.list(exchange.schema)

  /// The other keys of an alternative are those of expectations.
  static let alternative: YAMLForm<Void> = .init(
    "an alternative", required: ["title"], rest: .form { expect.schema },
    keys: [
      "title": .text
    ])

  /// The other keys of an exchange, and of the following, are those of a pattern.
  fileprivate static let exchange: YAMLForm<ExchangeExpectation> = .init(
    "an exchange", rest: .form { pattern.schema },
    .option("replied", \.replied, .replied),
    .optional(\.count),
    .repeat(\.count),
    .level(\.level),
    .requirement(\.requirement),
    .title(\.title))

  fileprivate static let never: YAMLForm<NeverExpectation> = .init(
    "never", rest: .form { pattern.schema },
    .option("server", \.server, .server),
    .level(\.level),
    .requirement(\.requirement),
    .title(\.title))

  fileprivate static let order: YAMLForm<OrderedExchange> = .init(
    "order", rest: .form { pattern.schema },
    .option("server", \.server, .server),
    .option("replied", \.exchange.replied, .replied))

  fileprivate static let observation: YAMLForm<Observation> = .init(
    "an observation", rest: .form { pattern.schema },
    .option("server", \.server, .server),
    .may("alert", \.alerts, .oneOrMore(YAMLKind(.words(TLSAlert.allNames)) { $0.alert($1) })),
    .requirement(\.requirement))
}

extension YAMLKind<ExchangeExpectation.Replied> {
  fileprivate static let replied = YAMLKind(
    .any([YAMLKind<Int>.status.schema, .words(["challenge"])])
  ) { decoder, node in
    if case .scalar("challenge", _) = node.content { return .challenge }
    if case .scalar(let text, _) = node.content, Int(digits: text) != nil {
      return decoder.status(node).map { .status($0) }
    }
    decoder.reportKind(node, expected: "a status or challenge")
    return nil
  }
}

extension Decoder {
  func expectations(_ node: YAMLNode) -> Expectations {
    guard let fields = openFields(node, as: Forms.expect) else { return .init() }
    return captures.withUse(.both) { expectations(fields, others: []) }
  }

  private func expectations(
    _ fields: Fields<Expectations>, others names: [String]
  ) -> Expectations {
    var result = Expectations()
    // In the order of judging: a value must be captured before it is compared.
    if let given = fields["given"] { result.given = self.given(given) }
    result.servers = serverExpectations(
      fields.others, in: Forms.expect.holder, others: Forms.expect.names + names)
    captures.withUse(.comparing) { _ = fields.read(into: &result, by: self) }
    return result
  }

  /// The exchanges of `order:`.
  fileprivate func order(_ node: YAMLNode) -> [OrderedExchange] {
    guard let nodes = list(node, of: "exchanges") else { return [] }
    if nodes.count < 2 {
      report(
        node, "an order takes two exchanges at least",
        hint: "as in [{ server: origin, path: /a }, { server: other, path: /b }]")
    }
    return nodes.compactMap { node in
      guard let fields = openFields(node, as: Forms.order) else { return nil }
      var ordered = OrderedExchange(
        server: nil,
        exchange: ExchangeExpectation(
          pattern: pattern(besides: fields), location: node.span.start))
      fields.read(into: &ordered, by: self)
      return ordered
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
    guard let fields = openFields(node, as: Forms.exchange) else { return nil }
    rejectBoth(
      "repeat", "optional", in: fields, at: "repeat", hint: "optional: true is repeat: 0..1")
    var exchange = ExchangeExpectation(
      pattern: pattern(besides: fields), location: node.span.start)
    fields.read(into: &exchange, by: self)
    return exchange
  }

  /// The number of times that the client stores the logins of accounts.
  fileprivate func stored(_ node: YAMLNode) -> [StoredExpectation] {
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

  fileprivate func never(_ node: YAMLNode) -> NeverExpectation? {
    guard let fields = openFields(node, as: Forms.never) else { return nil }
    var never = NeverExpectation(pattern: pattern(besides: fields), location: node.span.start)
    fields.read(into: &never, by: self)
    return never
  }

  fileprivate func alternative(_ node: YAMLNode) -> Alternative? {
    guard let own = openFields(node, as: Forms.alternative) else { return nil }
    let fields = Fields(own.others, as: Forms.expect, span: node.span)
    let expectations = expectations(fields, others: Forms.alternative.names)
    guard let title = own["title"] else {
      report(
        node, "this alternative needs a title",
        hint: "title: what is done in this way, in a few words")
      return nil
    }
    return words(title, "a title").map { Alternative(title: $0, expectations: expectations) }
  }

  fileprivate func observations(_ node: YAMLNode) -> [Observation] {
    entries(
      node, expected: "a mapping of titles to patterns",
      hint: "as in  observe: { it sends credentials unasked: { credentials: any } }"
    ).compactMap { entry in
      guard let fields = openFields(entry.value, as: Forms.observation) else { return nil }
      var observation = Observation(title: entry.name, location: entry.nameSpan.start)
      observation.pattern = pattern(besides: fields)
      fields.read(into: &observation, by: self)
      if let alerts = fields["alert"], observation.pattern != ExchangePattern() {
        report(
          alerts, "an alert cannot be combined with a pattern of requests",
          hint: "it is sent in place of a request")
      }
      return observation
    }
  }
}
