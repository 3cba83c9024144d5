// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension Decoder {
  /// Decodes a `client:`.
  func clientChange(_ node: YAMLNode) -> ClientChange {
    var change = ClientChange()
    guard let fields = fields(node, as: ClientKey.self) else { return change }
    for (key, entry) in fields.known {
      let node = entry.value
      switch key {
      case .credentials: change.credentials = credentials(node)
      case .answers: change.set(\.answers, answers(node))
      case .preemptive: change.set(\.preemptive, flag(node))
      case .schemes: change.set(\.schemes, list(node, of: "schemes")?.compactMap(scheme))
      case .proxy: change.proxy = proxy(node)
      case .tunnel: change.set(\.tunnel, flag(node))
      case .redirects: change.set(\.redirects, number(node, "redirects", in: 0...100))
      case .cookies: change.set(\.cookies, flag(node))
      case .headers: change.set(\.headers, headers(node, "header lines"))
      case .userinfo: change.set(\.userinfo, userinfo(node))
      case .netrc: change.set(\.netrc, template(node, "the text of a netrc file"))
      case .trust: change.set(\.trust, trust(node))
      case .pins: change.set(\.pins, certificateGrants(node, areOfServers: true))
      case .certificates:
        change.set(\.certificates, certificateGrants(node, areOfServers: false))
      case .timeout: change.set(\.timeout, number(node, "milliseconds", in: 1...600_000))
      }
    }
    return change
  }

  private func proxy(_ node: YAMLNode) -> ClientChange.ProxyChoice? {
    if case .scalar("none", _) = node.content { return ClientChange.ProxyChoice.none }
    guard let name = server(node) else { return nil }
    guard kind(of: name) == .proxy else {
      report(
        node, "\"\(name)\" is an origin, not a proxy",
        hint: name == "origin"
          ? "as in proxy: proxy" : "declare it: servers: { \(name): { kind: proxy } }")
      return nil
    }
    return .server(name)
  }

  private func credentials(_ node: YAMLNode) -> [ClientChange.PendingGrant] {
    (list(node, of: "accounts or logins") ?? []).compactMap { node in
      if case .scalar = node.content {
        return account(node).map { .init(login: ClientLogin($0), span: node.span) }
      }
      guard let fields = openFields(node, as: GrantKey.self) else { return nil }
      guard let login = login(fields.others, span: node.span, others: GrantKey.names) else {
        return nil
      }
      var grant = ClientChange.PendingGrant(login: login, span: node.span)
      if let servers = fields[.for] {
        grant.servers = self.servers(servers)
        if case .sequence(let nodes) = servers.content, nodes.isEmpty {
          report(servers, "for: names no server", hint: "leave it out, or name one")
        }
      }
      grant.realm = fields[.realm].flatMap { octets($0, "a realm") }
      grant.scheme = fields[.scheme].flatMap(scheme)
      return grant
    }
  }

  private func answers(_ node: YAMLNode) -> [Answer] {
    (list(node, of: "accounts, logins or cancel") ?? []).compactMap { node in
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

  /// A login written out, or an account's.
  private func login(
    _ entries: [YAMLNode.Entry], span: SourceSpan, others: @autoclosure () -> [String] = []
  ) -> ClientLogin? {
    let fields = Fields<LoginKey>(entries, span: span)
    reportUnknown(fields.others, in: LoginKey.holder, known: LoginKey.names + others())
    if let node = fields[.account] {
      for (key, entry) in fields.known where key != .account {
        collector.report(
          entry.nameSpan, "\"\(entry.name)\" cannot stand beside account:",
          hint: "the account has it; a login that no server knows is user: and password:")
      }
      return account(node).map { ClientLogin($0) }
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
    return ClientLogin(user: user ?? "", password: password ?? "", token: token)
  }
}

extension ClientLogin {
  init(_ account: Account) {
    self.init(
      account: account.name, user: account.user, password: account.password, token: account.token)
  }
}
