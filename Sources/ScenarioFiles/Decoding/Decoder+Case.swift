// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Forms {
  /// The keys of a scenario that may differ between its cases.
  static let parts: YAMLForm<Void> = .init(
    "a scenario",
    keys: [
      "needs": .list(.text), "accounts": .map(account.schema),
      "challenges": .map(challenge.schema), "certificates": .map(certificate.schema),
      "servers": .map(server.schema), "client": client.schema,
      "steps": .list(step.schema, least: 1),
    ])

  /// All other keys of a step are names of servers.
  static let step: YAMLForm<Step> = .init(
    "a step", hint: "as in - request: { path: /report }", oneOf: ["request", "requests"],
    rest: .values { .list(rule.schema) },
    .may("title", \.title, .words("a title")),
    .custom("request", request.schema),
    .custom("requests", .list(request.schema, least: 1)),
    .custom("client", client.schema),
    .may("restart", \.restarts, .flag),
    .option("store", \.store, .choice("a state of a store")),
    .may("close", \.closing, .oneOrMore(.server)),
    .may("pause", \.pause, .number("milliseconds", 1...Decoder.maximumPause)),
    .custom("handshake", .map(.list(handshakeRule.schema))) {
      $2.handshakes = $0.handshakeRules($1)
    },
    .custom("expect", expect.schema))
}

extension Decoder {
  /// Decodes all parts of a scenario that may differ between its cases.
  func readCase(
    _ fields: Fields<Void>, of scenario: Scenario, at coordinates: [Case.Coordinate]
  ) -> Case {
    if let node = fields["servers"] { declareServers(node) }
    let accounts = fields["accounts"].map(readAccounts) ?? []
    if let node = fields["challenges"] { readChallenges(node) }
    if let node = fields["certificates"] { readCertificates(node) }
    if let node = fields["needs"] { readNeeds(node) }
    let declared = definitions(fields["servers"])
    let nodes = fields["steps"].map(stepNodes) ?? []
    var steps = nodes.map(\.step)
    var servers = allServers(declared: declared, at: fields.span.start)
    // Credentials without `for:` are for the servers that ask for them in some step.
    challengers = Challengers(servers: servers, steps: steps)
    var settings = ClientSettings()
    if let node = fields["client"] {
      settings = read(node, as: Forms.client, into: settings) ?? settings
    }
    var client = settings
    for index in steps.indices {
      guard let node = nodes[index].client else { continue }
      settings = read(node, as: Forms.client, into: settings) ?? settings
      steps[index].client = settings
    }
    // The proxy may be named only in the client's settings.
    servers = allServers(declared: servers, at: fields.span.start)
    if !choosesProxy, let proxy = impliedProxy(servers, at: fields.entry("steps")?.nameSpan) {
      client.proxy = proxy
      for index in steps.indices { steps[index].client?.proxy = proxy }
    }
    checkAddresses(servers, fields["servers"])
    checkHTTP2(servers, declared: fields["servers"])
    checkDigestDetails(client: client, steps: steps, servers: servers)
    checkHandshakes(steps, servers, at: fields.entry("steps")?.nameSpan)
    for (name, span) in captures.idle {
      collector.report(
        span, "the value captured as \"\(name)\" is compared with nothing",
        hint: "as in cnonce: { not-captured: \(name) } further on")
    }
    inferNeeds(client: client, steps: steps, servers: servers)
    return Case(
      scenario: scenario, coordinates: coordinates, needs: needs.sorted(), accounts: accounts,
      servers: servers, client: client, steps: steps, location: fields.span.start,
      namesScheme: namesScheme)
  }

  /// The proxy that the client uses if no `client:` has `proxy:`. Reports more than one.
  private func impliedProxy(_ servers: [ServerDefinition], at span: SourceSpan?) -> String? {
    let proxies = servers.filter { $0.kind == .proxy }.map(\.name)
    guard proxies.count > 1 else { return proxies.first }
    collector.report(
      span ?? .beginning, "the client could use \(proxies.joined(separator: " or "))",
      hint: "say which: client: { proxy: \(proxies[0]) }, or proxy: none")
    return nil
  }

  /// The steps with the `client:` of each, which is decoded after all steps.
  private func stepNodes(_ node: YAMLNode) -> [(step: Step, client: YAMLNode?)] {
    guard let nodes = list(node, of: "steps") else { return [] }
    if nodes.isEmpty {
      report(node, "steps: is empty", hint: "a scenario has one step at least: - request: {}")
    }
    return nodes.enumerated().compactMap { step($1, number: $0 + 1) }
  }

  /// The longest wait of a step or a reply, in milliseconds. A run has thousands of cases.
  static let maximumPause = 1000

  private func step(_ node: YAMLNode, number: Int) -> (step: Step, client: YAMLNode?)? {
    guard let fields = openFields(node, as: Forms.step) else { return nil }
    var step = Step(
      title: "step \(number)", requests: requests(fields, span: node.span),
      location: node.span.start)
    fields.read(into: &step, by: self)
    step.isTitled = fields["title"] != nil
    if let restart = fields["restart"], number == 1, step.restarts {
      report(restart, "the client starts with the first step", hint: "leave restart: out")
    }
    for entry in fields.others {
      guard let kind = kind(of: entry.name) else {
        reportNoServer(entry, in: Forms.step.holder, known: Forms.step.names)
        continue
      }
      use(entry.name, at: entry.nameSpan)
      step.rules[entry.name] = rules(entry.value, of: entry.name, kind)
    }
    if let expect = fields["expect"] { step.expect = expectations(expect) }
    return (step, fields["client"])
  }
}

/// The servers that ask for credentials in a case.
struct Challengers {
  private var origins: [String] = []
  private var proxies: [String] = []
  private var raw: [String] = []

  init(servers: [ServerDefinition], steps: [Step]) {
    for server in servers {
      func plays(_ isSuch: (Rule) -> Bool) -> Bool {
        server.rules.contains(where: isSuch)
          || steps.contains { $0.rules[server.name]?.contains(where: isSuch) == true }
      }
      if plays(\.asksForCredentials), server.kind == .origin {
        origins.append(server.name)
      } else if plays(\.asksForCredentials) {
        proxies.append(server.name)
      } else if plays(\.reply.isRaw) {
        raw.append(server.name)
      }
    }
  }

  /// The servers for which credentials without `for:` are. Reports if both an origin server and a
  /// proxy ask for credentials.
  func servers(for span: SourceSpan, in decoder: Decoder) -> [String] {
    if let origin = origins.first, let proxy = proxies.first {
      decoder.collector.report(
        span,
        "both \"\(origin)\" and \"\(proxy)\" ask for credentials, and these do not say for whom",
        hint: "as in { account: alice, for: \(origin) }")
    }
    let found = origins + proxies
    if !found.isEmpty { return found }
    // Raw octets may hold a challenge; without any challenge, credentials are for the origin
    // server.
    return raw.isEmpty ? ["origin"] : raw
  }
}

extension Rule {
  fileprivate var asksForCredentials: Bool {
    if !reply.challenges.isEmpty || when.isAboutCredentials { return true }
    switch reply.kind {
    case .challenge, .status(401), .status(407): return true
    case .status, .redirect, .forward, .raw, .nothing, .webSocket, .streamEnd: break
    }
    return reply.hasChallengeField
  }
}

extension ExchangePattern {
  /// `true` if it matches requests by their credentials.
  fileprivate var isAboutCredentials: Bool {
    credentials != nil || scheme != nil || account != nil || nonceCount != nil || !digest.isEmpty
  }
}

extension ReplyTemplate {
  var isRaw: Bool { if case .raw = kind { true } else { false } }

  /// `true` if the scenario writes a field of challenges itself.
  var hasChallengeField: Bool {
    headers.contains {
      $0.name.equalsIgnoringCase("WWW-Authenticate")
        || $0.name.equalsIgnoringCase("Proxy-Authenticate")
    }
  }
}
