// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension Decoder {
  /// The words that `reply:` may be beside a status.
  static let replies = ["challenge", "redirect", "forward", "raw", "nothing"]

  /// What a rule answers.
  func reply(
    _ fields: Fields<RuleKey>, of server: String, _ kind: ServerKind
  ) -> ReplyTemplate? {
    guard let node = fields[.reply] else {
      // A key that means nothing is probably the one that is missing.
      if fields.others.isEmpty {
        collector.report(
          fields.span, "this rule needs reply: or protect:",
          hint: "as in { reply: 200 }, or { reply: nothing, connection: close }")
      }
      return nil
    }
    guard let replyKind = replyKind(node, fields, of: server, kind) else { return nil }
    checkKeys(fields, of: replyKind)
    var reply = ReplyTemplate(kind: replyKind)
    readChallenges(fields, into: &reply)
    readResponse(fields, into: &reply)
    readDelivery(fields, into: &reply)
    if replyKind == .nothing, reply.connection == .keep {
      report(
        node, "reply: nothing says only what becomes of the connection",
        hint: "add connection: close, close-silently, reset or stall")
    }
    return reply
  }

  private func replyKind(
    _ node: YAMLNode, _ fields: Fields<RuleKey>, of server: String, _ kind: ServerKind
  ) -> ReplyTemplate.Kind? {
    if case .scalar(let text, _) = node.content, Int(digits: text) != nil {
      return status(node).map { .status($0) }
    }
    guard case .scalar(let text, _) = node.content, Decoder.replies.contains(text) else {
      _ = word(node, "a reply", of: ["a status"] + Decoder.replies)
      return nil
    }
    switch text {
    case "challenge":
      if fields[.with] == nil {
        report(
          node, "reply: challenge needs with:",
          hint: "with: the name of a challenge; a 401 without a challenge is reply: 401")
      }
      return .challenge(status: fields[.status].flatMap(status))
    case "redirect":
      let status = fields[.status].flatMap { number($0, "a redirect's status", in: 300...399) }
      let target = fields[.to].map { self.server($0) ?? server } ?? server
      if fields[.to] == nil, kind == .proxy {
        report(node, "a redirect by a proxy needs to:", hint: "to: the server it leads to")
      }
      let path = fields[.path].map { self.path($0) ?? "/" } ?? "/"
      return .redirect(status: status ?? 302, to: target, path: path)
    case "forward":
      if kind == .origin {
        report(
          node, "only a proxy forwards, and \"\(server)\" is an origin",
          hint: server == "origin"
            ? "an origin replies itself, as in reply: 200"
            : "reply: 200, or declare it: servers: { \(server): { kind: proxy } }")
      }
      return .forward
    case "raw":
      guard let raw = fields[.raw] else {
        report(node, "reply: raw needs raw:", hint: "raw: the octets of the whole reply")
        return nil
      }
      return template(raw, "raw octets").map { .raw($0) }
    default:
      return .nothing
    }
  }

  /// Each kind of reply has its own details.
  private func checkKeys(_ fields: Fields<RuleKey>, of kind: ReplyTemplate.Kind) {
    for (key, entry) in fields.known {
      guard let problem = Decoder.misplaced(key, in: kind) else { continue }
      collector.report(
        entry.nameSpan, "\"\(entry.name)\" says nothing beside reply: \(Decoder.name(kind))",
        hint: problem)
    }
  }

  private static func name(_ kind: ReplyTemplate.Kind) -> String {
    switch kind {
    case .status(let status): "\(status)"
    case .challenge: "challenge"
    case .redirect: "redirect"
    case .forward: "forward"
    case .raw: "raw"
    case .nothing: "nothing"
    }
  }

  private static func misplaced(_ key: RuleKey, in kind: ReplyTemplate.Kind) -> String? {
    switch key {
    case .when, .times, .reply, .protect, .account:
      return nil
    case .to, .path:
      if case .redirect = kind { return nil }
      return key == .to
        ? "it belongs to reply: redirect"
        : "it belongs to reply: redirect; which path is asked for is when: { path: … }"
    case .raw:
      if case .raw = kind { return nil }
      return "it belongs to reply: raw"
    case .status:
      switch kind {
      case .redirect, .challenge: return nil
      case .status: return "the status stands in reply: itself"
      case .forward, .raw, .nothing: return "it belongs to reply: challenge and redirect"
      }
    case .connection:
      return nil
    case .early:
      if case .forward = kind { return "what is forwarded is the other server's reply" }
      return nil
    case .trickle, .delay, .interim:
      switch kind {
      case .forward: return "what is forwarded is the other server's reply"
      case .nothing: return "nothing is sent"
      case .status, .challenge, .redirect, .raw: return nil
      }
    case .with, .reason, .joined, .field, .headers, .body, .framing, .trailers, .cookie, .info:
      switch kind {
      case .forward: return "what is forwarded is the other server's reply"
      case .raw: return "write it into raw:"
      case .nothing: return "nothing is sent"
      case .status, .challenge, .redirect: return nil
      }
    }
  }

  private func readChallenges(_ fields: Fields<RuleKey>, into reply: inout ReplyTemplate) {
    if let with = fields[.with] { reply.challenges = challengeNames(with) }
    if let field = fields[.field] { reply.challengeField = octets(field, "a field name") }
    if let joined = fields[.joined] { reply.joinsChallenges = flag(joined) ?? false }
    for key in [RuleKey.field, .joined] where fields[.with] == nil {
      guard let entry = fields.entry(key) else { continue }
      collector.report(
        entry.nameSpan, "\"\(entry.name)\" needs with:", hint: "it is about the challenges")
    }
  }

  private func readResponse(_ fields: Fields<RuleKey>, into reply: inout ReplyTemplate) {
    if let reason = fields[.reason] { reply.reason = octets(reason, "a reason phrase") }
    if let headers = fields[.headers] { reply.headers = self.headers(headers, "header lines") }
    if let cookie = fields[.cookie], let value = template(cookie, "a Set-Cookie value") {
      reply.headers.append(HeaderTemplate(name: "Set-Cookie", value: value))
    }
    if let info = fields[.info] { reply.info = self.info(info) }
    if let body = fields[.body] { reply.body = template(body, "a body") }
    if let framing = fields[.framing] {
      reply.framing = choice(framing, "a framing", of: ReplyTemplate.Framing.self) ?? .length
    }
    if let trailers = fields.entry(.trailers) {
      reply.trailers = headers(trailers.value, "trailer lines")
      if fields[.framing] == nil {
        reply.framing = .chunked
      } else if reply.framing != .chunked {
        collector.report(
          trailers.nameSpan, "only a chunked body has trailers", hint: "framing: chunked")
      }
    }
  }

  private func readDelivery(_ fields: Fields<RuleKey>, into reply: inout ReplyTemplate) {
    if let interim = fields[.interim] { reply.interim = self.interim(interim) }
    if let early = fields[.early] { reply.isEarly = flag(early) ?? false }
    if let connection = fields[.connection] {
      reply.connection =
        choice(
          connection, "what becomes of a connection", of: ConnectionFate.self) ?? .close
    }
    if let delay = fields[.delay] {
      reply.delay = number(delay, "milliseconds", in: 1...Decoder.longestPause)
    }
    if let trickle = fields[.trickle] { reply.trickle = self.trickle(trickle) }
  }

  /// RFC 9110 15.2: interim responses are 100 to 199.
  private func interim(_ node: YAMLNode) -> [ReplyTemplate.Interim] {
    oneOrMore(node).compactMap { node in
      if case .scalar = node.content {
        return number(node, "an interim status", in: 100...199).map { .init(status: $0) }
      }
      guard let fields = fields(node, as: InterimKey.self) else { return nil }
      guard let statusNode = fields[.status] else {
        report(node, "this interim response needs a status", hint: "as in { status: 103 }")
        return nil
      }
      let headers = fields[.headers].map { self.headers($0, "header lines") } ?? []
      return number(statusNode, "an interim status", in: 100...199).map {
        .init(status: $0, headers: headers)
      }
    }
  }

  private func trickle(_ node: YAMLNode) -> Trickle? {
    guard
      let fields = fields(
        node, as: TrickleKey.self, hint: "as in { octets: 1, milliseconds: 1 }")
    else { return nil }
    let octets = fields[.octets].flatMap { number($0, "octets", in: 1...1_000_000) }
    let pause = fields[.milliseconds].flatMap { number($0, "milliseconds", in: 0...60_000) }
    return .init(octets: octets ?? 1, milliseconds: pause ?? 1)
  }

  /// Authentication-Info.
  private func info(_ node: YAMLNode) -> InfoTemplate? {
    guard let fields = fields(node, as: InfoKey.self, hint: "as in { nextnonce: n-2 }") else {
      return nil
    }
    if let lines = fieldLines(fields.entry(.header), fields.entry(.fields)) {
      for (key, entry) in fields.known where key != .header && key != .fields {
        collector.report(
          entry.nameSpan, "\"\(entry.name)\" cannot stand beside header: or fields:",
          hint: "these are whole field lines: write it into them")
      }
      return .lines(lines)
    }
    let nextnonce = fields[.nextnonce].flatMap { template($0, "a nonce") }
    let rspauth = fields[.rspauth].flatMap {
      choice($0, "a value of rspauth", of: InfoTemplate.ResponseAuth.self)
    }
    let count = fields[.count].flatMap(flag)
    var more: [ChallengeTemplate.Parameter] = []
    if let node = fields[.parameters] {
      if case .mapping(let entries) = node.content {
        more = parameters(entries, quoted: nil, bare: nil, isBare: ChallengeForm.isBareInfo)
      } else {
        reportKind(node, expected: "a mapping of parameters", hint: "as in { qop: auth-int }")
      }
    }
    return .digest(
      nextnonce: nextnonce, rspauth: rspauth ?? .absent, count: count ?? true, parameters: more)
  }
}
