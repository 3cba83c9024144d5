// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Decoder {
  /// The rules of a server.
  func rules(_ node: YAMLNode, of server: String, _ kind: ServerKind) -> [Rule] {
    (list(node, of: "rules") ?? []).flatMap { rule($0, of: server, kind) }
  }

  /// The keys that are allowed only beside `protect:`, with hints for other rules.
  private static let protectKeys: KeyValuePairs<String, String> = [
    "account": "a rule asks for an account with when: { account: … }",
    "bound": "a rule asks for a connection with a login by when: { credentials: connection }",
  ]

  /// One rule, or those that `protect:` stands for.
  private func rule(_ node: YAMLNode, of server: String, _ kind: ServerKind) -> [Rule] {
    guard let fields = fields(node, as: Forms.rule) else { return [] }
    if let protect = fields["protect"] { return protected(protect, fields, kind) }
    for (key, hint) in Decoder.protectKeys {
      guard let entry = fields.entry(key) else { continue }
      collector.report(entry.nameSpan, "\(entry.name): belongs to protect:", hint: hint)
    }
    let when = fields["when"].map { self.pattern($0) } ?? ExchangePattern()
    let times = fields["times"].flatMap { number($0, "times", in: 1...1_000_000) }
    guard let reply = reply(fields, of: server, kind) else { return [] }
    if reply.redirects { hasRedirects = true }
    return [Rule(when: when, times: times, reply: reply, location: node.span.start)]
  }

  /// The rules that `protect:` stands for: a request with valid credentials gets 200 or is
  /// forwarded, any other gets the challenge. If a login is bound to the connection, further
  /// requests on it are served without credentials.
  private func protected(
    _ challenges: YAMLNode, _ fields: Fields<ReplyTemplate>, _ kind: ServerKind
  ) -> [Rule] {
    for entry in fields.entries(except: "protect", "account", "bound", "token") {
      collector.report(
        entry.nameSpan,
        "only account:, bound: and token: can be combined with protect:, not \"\(entry.name)\"",
        hint: "write the two rules out: valid credentials first, then reply: challenge")
    }
    var pattern = ExchangePattern()
    pattern.credentials = .valid
    pattern.account = fields["account"].flatMap { account($0)?.name }
    var challenge = ReplyTemplate(kind: .challenge(status: nil))
    challenge.challenges = challengeNames(challenges)
    let location = fields.span.start
    var success = ReplyTemplate(kind: kind == .origin ? .status(200) : .forward)
    // "the ServerSignature" is in the server's last message of each successful login (RFC 5802 5).
    if challenge.challenges.contains(where: \.isSCRAM) { success.info = .scram(.right) }
    if let token = fields["token"].flatMap({ Forms.token.read(self, $0) }) { success.token = token }
    var rules = [Rule(when: pattern, reply: success, location: location)]
    if isBoundToConnection(fields, challenge.challenges) {
      pattern.credentials = .connection
      rules.append(Rule(when: pattern, reply: success, location: location))
    }
    return rules + [Rule(reply: challenge, location: location)]
  }

  /// The scope of a login.
  enum Binding: String, CaseIterable { case connection, request }

  /// `true` if a login is bound to the connection. The default is `true` for NTLM; for Negotiate it
  /// is the server's choice (RFC 4559 6).
  private func isBoundToConnection(
    _ fields: Fields<ReplyTemplate>, _ challenges: [ChallengeTemplate]
  ) -> Bool {
    let isUsual = challenges.contains(where: \.isOfConnections)
    guard let entry = fields.entry("bound") else { return isUsual }
    guard let bound: Binding = choice(entry.value, "what a login belongs to") else { return false }
    if !isUsual, !challenges.contains(where: { $0.isStructured(of: .negotiate) }) {
      collector.report(
        entry.nameSpan, "bound: needs a challenge of Negotiate, or of NTLM with a nonce",
        hint: "a login of another scheme belongs to one request")
    }
    return bound == .connection
  }
}

extension ChallengeTemplate {
  /// `true` for a challenge of that scheme that is given by its parameters.
  func isStructured(of wanted: AuthScheme) -> Bool {
    if case .structured(let scheme, _, _) = self { AuthScheme(scheme) == wanted } else { false }
  }
}

extension ReplyTemplate {
  /// `true` if it redirects the client.
  fileprivate var redirects: Bool {
    switch kind {
    case .redirect: true
    case .status(301), .status(302), .status(303), .status(307), .status(308):
      headers.contains { $0.name.equalsIgnoringCase("Location") }
    case .status, .challenge, .forward, .raw, .nothing, .webSocket, .streamEnd: false
    }
  }
}
