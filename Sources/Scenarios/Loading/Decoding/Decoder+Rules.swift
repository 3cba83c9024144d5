// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension Decoder {
  /// The rules of a server.
  func rules(_ node: YAMLNode, of server: String, _ kind: ServerKind) -> [Rule] {
    guard let nodes = list(node, of: "rules") else { return [] }
    return nodes.flatMap { rule($0, of: server, kind) }
  }

  /// One rule, or the two that `protect` stands for.
  private func rule(
    _ node: YAMLNode, of server: String, _ kind: ServerKind
  ) -> [Rule] {
    guard let fields = fields(node, as: RuleKey.self, hint: "as in { reply: 200 }") else {
      return []
    }
    if let protect = fields.entry(.protect) { return protected(protect, fields, kind) }
    if let account = fields.entry(.account) {
      collector.report(
        account.nameSpan, "account: belongs to protect:",
        hint: "a rule asks for an account with when: { account: … }")
    }
    let pattern = fields[.when].map { self.pattern($0) ?? .init() } ?? .init()
    let times = fields[.times].flatMap { number($0, "times", in: 1...1_000_000) }
    guard let reply = reply(fields, of: server, kind) else { return [] }
    noteReply(reply, of: server, when: pattern)
    return [Rule(when: pattern, times: times, reply: reply, location: node.span.start)]
  }

  /// Valid credentials get 200, or are forwarded; everything else gets the challenge.
  private func protected(
    _ protect: YAMLNode.Entry, _ fields: Fields<RuleKey>, _ kind: ServerKind
  ) -> [Rule] {
    for (key, entry) in fields.known where key != .protect && key != .account {
      collector.report(
        entry.nameSpan, "only account: can stand beside protect:, not \"\(entry.name)\"",
        hint: "write the two rules out: valid credentials first, then reply: challenge")
    }
    var pattern = ExchangePattern()
    pattern.credentials = .valid
    pattern.account = fields[.account].flatMap { account($0)?.name }
    var challenge = ReplyTemplate(kind: .challenge(status: nil))
    challenge.challenges = challengeNames(protect.value)
    let location = fields.span.start
    return [
      Rule(
        when: pattern, reply: .init(kind: kind == .origin ? .status(200) : .forward),
        location: location),
      Rule(reply: challenge, location: location),
    ]
  }

  /// Notes abilities that a reply needs.
  private func noteReply(_ reply: ReplyTemplate, of server: String, when pattern: ExchangePattern) {
    switch reply.kind {
    case .redirect: hasRedirects = true
    case .status(let status):
      let isRedirect = [301, 302, 303, 307, 308].contains(status)
      if isRedirect, reply.headers.contains(where: { $0.name.equalsIgnoringCase("Location") }) {
        hasRedirects = true
      }
    case .challenge, .forward, .raw, .nothing: break
    }
  }
}
