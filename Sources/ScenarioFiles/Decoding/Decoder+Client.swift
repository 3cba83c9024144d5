// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Decoder {
  /// Applies the keys of a `client:` to the settings before it.
  func readClient(
    _ node: YAMLNode, into settings: inout ClientSettings, _ challengers: Challengers
  ) {
    let changed = read(node, as: ClientKey.self, into: settings) { key, node, settings in
      switch key {
      case .credentials: settings.credentials = credentials(node, challengers)
      case .answers: settings.answers = answers(node)
      case .preemptive: set(&settings.preemptive, flag(node))
      case .schemes: settings.schemes = list(node, of: "schemes", scheme)
      case .proxy:
        choosesProxy = true
        settings.proxy = proxy(node)
      case .tunnel: set(&settings.tunnel, flag(node))
      case .redirects: set(&settings.redirects, number(node, "redirects", in: 0...100))
      case .cookies: set(&settings.cookies, flag(node))
      case .headers: settings.headers = headers(node, "header lines")
      case .userinfo: settings.userinfo = userinfo(node)
      case .netrc: settings.netrc = template(node, "the text of a netrc file")
      case .remember: set(&settings.remember, flag(node))
      case .store: set(&settings.store, flag(node))
      case .tickets: settings.tickets = tickets(node)
      case .delegate: set(&settings.delegates, flag(node))
      case .trust: set(&settings.trust, trust(node))
      case .revocationList: set(&settings.revocationList, flag(node))
      case .pins: settings.pins = certificateGrants(node, areOfServers: true)
      case .certificates: settings.certificates = certificateGrants(node, areOfServers: false)
      case .registry: set(&settings.registry, flag(node))
      case .metadata: settings.metadata = metadata(node)
      case .timeout: settings.timeout = number(node, "milliseconds", in: 1...600_000)
      }
    }
    set(&settings, changed)
  }

  /// The servers that the client may ask for metadata besides the server of its request; `nil` for
  /// `none`: it may ask no server.
  private func metadata(_ node: YAMLNode) -> [String]? {
    if case .scalar("none", _) = node.content { return nil }
    return list(node, of: "servers", server)
  }

  /// The name of a proxy; `nil` for `none`.
  private func proxy(_ node: YAMLNode) -> String? {
    if case .scalar("none", _) = node.content { return nil }
    guard let name = server(node) else { return nil }
    if kind(of: name) == .proxy { return name }
    report(
      node, "\"\(name)\" is an origin, not a proxy",
      hint: name == "origin"
        ? "as in proxy: proxy" : "declare it: servers: { \(name): { kind: proxy } }")
    return nil
  }

  private func credentials(_ node: YAMLNode, _ challengers: Challengers) -> [Grant] {
    list(node, of: "accounts or logins") { node in
      if case .scalar = node.content {
        return account(node).map {
          Grant(login: ClientLogin($0), servers: challengers.servers(for: node.span, in: self))
        }
      }
      guard let fields = openFields(node, as: GrantKey.self),
        let login = login(fields.others, span: node.span, others: GrantKey.names)
      else { return nil }
      var grant = Grant(login: login, servers: [])
      if let servers = fields[.for] {
        grant.servers = self.servers(servers)
        if case .sequence(let nodes) = servers.content, nodes.isEmpty {
          report(servers, "for: names no server", hint: "leave it out, or name one")
        }
      } else {
        grant.servers = challengers.servers(for: node.span, in: self)
      }
      grant.realm = fields[.realm].flatMap { octets($0, "a realm") }
      grant.scheme = fields[.scheme].flatMap(scheme)
      return grant
    }
  }

  private func answers(_ node: YAMLNode) -> [Answer] {
    list(node, of: "accounts, logins or cancel") { node in
      switch node.content {
      case .scalar("cancel", _): return .cancel
      case .scalar: return account(node).map { .login(ClientLogin($0)) }
      case .mapping(let entries):
        let fields = Fields<AnswerKey>(entries, span: node.span)
        let closing = fields[.meanwhile].map(meanwhile) ?? []
        return login(fields.others, span: node.span, others: AnswerKey.names)
          .map { .login($0, closing: closing) }
      case .sequence, .broken:
        reportKind(node, expected: "an account, a login or cancel")
        return nil
      }
    }
  }

  /// The servers that close their connections while the user is asked.
  private func meanwhile(_ node: YAMLNode) -> [String] {
    guard let fields = fields(node, as: MeanwhileKey.self, hint: "as in { close: [origin] }")
    else { return [] }
    guard let close = fields[.close] else {
      report(node, "meanwhile: says nothing", hint: "as in meanwhile: { close: [origin] }")
      return []
    }
    return servers(close)
  }

  private func userinfo(_ node: YAMLNode) -> ClientLogin? {
    switch node.content {
    case .mapping(let entries): return login(entries, span: node.span)
    case .scalar: return account(node).map { ClientLogin($0) }
    case .sequence, .broken:
      reportKind(node, expected: "an account, or { user: …, password: … }")
      return nil
    }
  }

  /// A login given by its parts, or by an account.
  private func login(
    _ entries: [YAMLNode.Entry], span: SourceSpan, others: @autoclosure () -> [String] = []
  ) -> ClientLogin? {
    let fields = Fields<LoginKey>(entries, span: span)
    reportUnknown(fields.others, in: LoginKey.holder, known: LoginKey.names + others())
    let isKept = fields[.keep].flatMap(flag) ?? true
    if let node = fields[.account] {
      reject(
        fields.entries(except: .account, .keep), "cannot be combined with account:",
        hint: "the account has it; a login that no server knows is user: and password:")
      return account(node).map { ClientLogin($0, isKept: isKept) }
    }
    let user = fields[.user].map { octets($0, "a user") ?? "" }
    let password = fields[.password].map { octets($0, "a password") ?? "" }
    let token = fields[.token].flatMap { octets($0, "a token") }
    guard (user == nil) == (password == nil), user != nil || fields[.token] != nil else {
      if fields.others.isEmpty {
        collector.report(
          span, "a login needs an account, or a user and a password, or a token",
          hint: "as in { account: alice } or { user: alice, password: \"\" }")
      }
      return nil
    }
    return ClientLogin(
      user: user ?? "", password: password ?? "", token: token,
      domain: fields[.domain].flatMap { octets($0, "a domain") }, isKept: isKept)
  }
}

extension ClientLogin {
  fileprivate init(_ account: Account, isKept: Bool = true) {
    self.init(
      account: account.name, user: account.user, password: account.password, token: account.token,
      domain: account.domain, isBound: account.isBound, isKept: isKept)
  }
}
