// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Forms {
  static let client: YAMLForm<ClientSettings> = .init(
    "client",
    .may(
      "credentials", \.credentials,
      .list("accounts or logins", YAMLKind(.any([.text, grant.schema])) { $0.grant($1) })),
    .option(
      "answers", \.answers,
      .list(
        "accounts, logins or cancel", YAMLKind(.any([.text, answer.schema])) { $0.answer($1) }),
      needs: .ask),
    .may("preemptive", \.preemptive, .flag, needs: .preemptive),
    .option("schemes", \.schemes, .list("schemes", .scheme)),
    .option("proxy", \.proxy, YAMLKind(.text) { $0.proxy($1) }, needs: .proxy),
    .may("tunnel", \.tunnel, .flag, needs: .tunnel),
    .may("redirects", \.redirects, .number("redirects", 0...100)),
    .may("cookies", \.cookies, .flag, needs: .cookies),
    .may("headers", \.headers, .headers()),
    .option(
      "userinfo", \.userinfo, YAMLKind(.any([.text, login.schema])) { $0.userinfo($1) },
      needs: .userinfo),
    .option("netrc", \.netrc, .text("the text of a netrc file"), needs: .netrc),
    .may("store", \.store, .flag, needs: .store),
    .may("remember", \.remember, .flag, needs: .forget),
    .may(
      "tickets", \.tickets,
      .list("accounts or tickets", YAMLKind(.any([.text, ticket.schema])) { $0.ticket($1) }),
      needs: .negotiate),
    .may("trust", \.trust, .trust),
    .may("pins", \.pins, .grants(ofServers: true), needs: .tlsPin),
    .may("certificates", \.certificates, .grants(ofServers: false), needs: .clientCertificate),
    .option("timeout", \.timeout, .number("milliseconds", 1...600_000)),
    .may("registry", \.registry, .flag, needs: .registry),
    .option(
      "metadata", \.metadata,
      YAMLKind(.any([.words(["none"]), .list(.text)])) { $0.metadata($1) },
      needs: .resourceMetadata),
    .may("revocation-list", \.revocationList, .flag, needs: .tlsRevocationList),
    .may("delegate", \.delegates, .flag, needs: .delegate))

  static let login: YAMLForm<ClientLogin> = .init(
    "a login", .custom("account", .text), .may("user", \.user, .octets("a user")),
    .may("password", \.password, .octets("a password")),
    .option("token", \.token, .octets("a token")),
    .option("domain", \.domain, .octets("a domain")), .may("keep", \.isKept, .flag))

  static let answer: YAMLForm<Void> = .init(
    "an answer", rest: .form { login.schema },
    keys: [
      "meanwhile": meanwhile.schema
    ])

  static let meanwhile: YAMLForm<Void> = .init(
    "meanwhile", hint: "as in { close: [origin] }", required: ["close"],
    keys: [
      "close": .any([.text, .list(.text)])
    ])

  static let grant: YAMLForm<Grant> = .init(
    "credentials", rest: .form { login.schema },
    .custom("for", .any([.text, .list(.text)])) {
      $2.servers = $0.grantedServers($1)
    },
    .option("realm", \.realm, .octets("a realm")),
    .option("scheme", \.scheme, .scheme))
}

extension Decoder {
  /// The servers that the client may ask for metadata besides the server of its request; `nil` for
  /// `none`: it may ask no server.
  fileprivate func metadata(_ node: YAMLNode) -> [String]? {
    if case .scalar("none", _) = node.content { return nil }
    return list(node, of: "servers", server)
  }

  /// The name of a proxy; `nil` for `none`.
  fileprivate func proxy(_ node: YAMLNode) -> String? {
    choosesProxy = true
    if case .scalar("none", _) = node.content { return nil }
    guard let name = server(node) else { return nil }
    if kind(of: name) == .proxy { return name }
    report(
      node, "\"\(name)\" is an origin, not a proxy",
      hint: name == "origin"
        ? "as in proxy: proxy" : "declare it: servers: { \(name): { kind: proxy } }")
    return nil
  }

  fileprivate func grant(_ node: YAMLNode) -> Grant? {
    if case .scalar = node.content {
      return account(node).map {
        Grant(login: ClientLogin($0), servers: challengers.servers(for: node.span, in: self))
      }
    }
    guard let fields = openFields(node, as: Forms.grant),
      let login = login(fields.others, span: node.span, others: Forms.grant.names)
    else { return nil }
    var grant = Grant(login: login, servers: [])
    if fields["for"] == nil { grant.servers = challengers.servers(for: node.span, in: self) }
    fields.read(into: &grant, by: self)
    return grant
  }

  fileprivate func grantedServers(_ node: YAMLNode) -> [String] {
    if case .sequence(let nodes) = node.content, nodes.isEmpty {
      report(node, "for: names no server", hint: "leave it out, or name one")
    }
    return servers(node)
  }

  fileprivate func answer(_ node: YAMLNode) -> Answer? {
    switch node.content {
    case .scalar("cancel", _): return .cancel
    case .scalar: return account(node).map { .login(ClientLogin($0)) }
    case .mapping(let entries):
      let fields = Fields(entries, as: Forms.answer, span: node.span)
      let closing = fields["meanwhile"].map(meanwhile) ?? []
      return login(fields.others, span: node.span, others: Forms.answer.names)
        .map { .login($0, closing: closing) }
    case .sequence, .broken:
      reportKind(node, expected: "an account, a login or cancel")
      return nil
    }
  }

  /// The servers that close their connections while the user is asked.
  private func meanwhile(_ node: YAMLNode) -> [String] {
    guard let fields = fields(node, as: Forms.meanwhile) else { return [] }
    guard let close = fields["close"] else {
      report(node, "meanwhile: says nothing", hint: "as in meanwhile: { close: [origin] }")
      return []
    }
    return servers(close)
  }

  fileprivate func userinfo(_ node: YAMLNode) -> ClientLogin? {
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
    let fields = Fields(entries, as: Forms.login, span: span)
    reportUnknown(fields.others, in: Forms.login.holder, known: Forms.login.names + others())
    var login = ClientLogin(user: "", password: "")
    fields.read(into: &login, by: self)
    if let node = fields["account"] {
      reject(
        fields.entries(except: "account", "keep"), "cannot be combined with account:",
        hint: "the account has it; a login that no server knows is user: and password:")
      return account(node).map { ClientLogin($0, isKept: login.isKept) }
    }
    let hasUser = fields["user"] != nil
    guard hasUser == (fields["password"] != nil), hasUser || fields["token"] != nil else {
      if fields.others.isEmpty {
        collector.report(
          span, "a login needs an account, or a user and a password, or a token",
          hint: "as in { account: alice } or { user: alice, password: \"\" }")
      }
      return nil
    }
    return login
  }
}

extension ClientLogin {
  fileprivate init(_ account: Account, isKept: Bool = true) {
    self.init(
      account: account.name, user: account.user, password: account.password, token: account.token,
      domain: account.domain, isBound: account.isBound, isKept: isKept)
  }
}
