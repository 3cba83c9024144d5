// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension Decoder {
  /// The parts of a case, without what the scenario says of itself.
  struct Parts {
    var needs: [String]
    var accounts: [Account]
    var servers: [ServerDefinition]
    var client: ClientSettings
    var steps: [Step]
    var namesScheme: Bool
  }

  /// A step whose client is not yet whole.
  struct PendingStep {
    var step: Step
    var change: ClientChange?
  }

  /// Reads everything that may differ between the cases of a file.
  func parts(_ fields: Fields<FileKey>) -> Parts {
    if let node = fields[.servers] { declareServers(node) }
    let accounts = fields[.accounts].map(readAccounts) ?? []
    if let node = fields[.challenges] { readChallenges(node) }
    if let node = fields[.certificates] { readCertificates(node) }
    if let node = fields[.needs] { readNeeds(node) }
    let definitions = definitions(fields[.servers])
    let change = fields[.client].map { (clientChange($0), $0.span) }
    var pending = fields[.steps].map(steps) ?? []
    let servers = allServers(declared: definitions, at: fields.span.start)

    let challengers = Challengers(servers: servers, steps: pending.map(\.step))
    let implied = impliedProxy(
      servers, changes: [change?.0] + pending.map(\.change), at: fields.entry(.steps)?.nameSpan)
    var settings = ClientSettings()
    settings.proxy = implied
    if let change = change?.0 { apply(change, to: &settings, challengers) }
    let client = settings
    checkAddresses(servers, fields[.servers])
    for index in pending.indices {
      guard let change = pending[index].change else { continue }
      apply(change, to: &settings, challengers)
      pending[index].step.client = settings
    }
    let steps = pending.map(\.step)
    for (name, span) in captures.idle {
      collector.report(
        span, "the value captured as \"\(name)\" is compared with nothing",
        hint: "as in cnonce: { not-captured: \(name) } further on")
    }
    inferNeeds(client: client, steps: steps, servers: servers)
    return Parts(
      needs: needs.sorted(), accounts: accounts, servers: servers, client: client, steps: steps,
      namesScheme: namesScheme)
  }

  private func apply(
    _ change: ClientChange, to settings: inout ClientSettings, _ challengers: Challengers
  ) {
    change.apply(to: &settings)
    switch change.proxy {
    case .none?: settings.proxy = nil
    case .server(let name)?: settings.proxy = name
    case nil: break
    }
    guard let credentials = change.credentials else { return }
    settings.credentials = credentials.map { grant in
      let servers = grant.servers ?? challengers.servers(for: grant.span, in: self)
      return Grant(
        login: grant.login, servers: servers, realm: grant.realm, scheme: grant.scheme)
    }
  }

  /// The proxy that the client uses because the scenario names it.
  private func impliedProxy(
    _ servers: [ServerDefinition], changes: [ClientChange?], at span: SourceSpan?
  ) -> String? {
    let proxies = servers.filter { $0.kind == .proxy }.map(\.name)
    guard let first = proxies.first, !changes.contains(where: { $0?.proxy != nil }) else {
      return nil
    }
    guard proxies.count == 1 else {
      collector.report(
        span ?? .beginning, "the client could use \(proxies.joined(separator: " or "))",
        hint: "say which: client: { proxy: \(first) }, or proxy: none")
      return nil
    }
    return first
  }

  private func steps(_ node: YAMLNode) -> [PendingStep] {
    guard let nodes = list(node, of: "steps") else { return [] }
    if nodes.isEmpty {
      report(node, "steps: is empty", hint: "a scenario has one step at least: - request: {}")
    }
    return nodes.enumerated().compactMap { step($1, number: $0 + 1) }
  }

  /// Milliseconds that a step or a reply may wait: a run has thousands of cases.
  static let longestPause = 1000

  private func step(_ node: YAMLNode, number: Int) -> PendingStep? {
    guard
      let fields = openFields(node, as: StepKey.self, hint: "as in - request: { path: /report }")
    else { return nil }
    var step = Step(
      title: fields[.title].flatMap { words($0, "a title") } ?? "step \(number)",
      requests: requests(fields, span: node.span), location: node.span.start)
    if let close = fields[.close] { step.closing = servers(close) }
    if let restart = fields[.restart] {
      step.restarts = flag(restart) ?? false
      if number == 1, step.restarts {
        report(restart, "the client starts with the first step", hint: "leave restart: out")
      }
    }
    if let pause = fields[.pause] {
      step.pause = self.number(pause, "milliseconds", in: 1...Decoder.longestPause) ?? 0
    }
    if let handshake = fields[.handshake] { step.handshakes = handshakeRules(handshake) }
    for entry in fields.others {
      guard let kind = kind(of: entry.name) else {
        reportNoServer(entry, in: StepKey.holder, known: StepKey.names)
        continue
      }
      use(entry.name, at: entry.nameSpan)
      step.rules[entry.name] = rules(entry.value, of: entry.name, kind)
    }
    if let expect = fields[.expect] { step.expect = expectations(expect) }
    return PendingStep(step: step, change: fields[.client].map(clientChange))
  }
}

/// The servers that ask for credentials in a case.
struct Challengers {
  private var origins: [String] = []
  private var proxies: [String] = []
  private var raw: [String] = []

  init(servers: [ServerDefinition], steps: [Step]) {
    for server in servers {
      if Challengers.plays(server, steps, Challengers.asks) {
        if server.kind == .origin {
          origins.append(server.name)
        } else {
          proxies.append(server.name)
        }
      } else if Challengers.plays(server, steps, \.reply.isRaw) {
        raw.append(server.name)
      }
    }
  }

  private static func plays(
    _ server: ServerDefinition, _ steps: [Step], _ isSuch: (Rule) -> Bool
  ) -> Bool {
    server.rules.contains(where: isSuch)
      || steps.contains { $0.rules[server.name]?.contains(where: isSuch) == true }
  }

  private static func asks(_ rule: Rule) -> Bool {
    if !rule.reply.challenges.isEmpty || rule.when.isAboutCredentials { return true }
    switch rule.reply.kind {
    case .challenge, .status(401), .status(407): return true
    case .status, .redirect, .forward, .raw, .nothing: break
    }
    return rule.reply.headers.contains {
      $0.name.equalsIgnoringCase("WWW-Authenticate")
        || $0.name.equalsIgnoringCase("Proxy-Authenticate")
    }
  }

  /// The servers of credentials without `for:`; reports if that is ambiguous.
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

extension ExchangePattern {
  /// `true` if it looks at what credentials a request carries.
  var isAboutCredentials: Bool {
    credentials != nil || scheme != nil || account != nil || nonceCount != nil || !digest.isEmpty
  }
}

extension ReplyTemplate {
  /// `true` if it is octets as they are.
  var isRaw: Bool { if case .raw = kind { true } else { false } }
}
