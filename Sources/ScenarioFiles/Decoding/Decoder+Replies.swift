// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// The values of `reply:` besides a status.
enum ReplyWord: String, CaseIterable {
  case challenge, redirect, forward, raw, nothing
  case webSocket = "websocket"
  case streamReset = "stream-reset"
  case goAway = "goaway"

  /// The frame of HTTP/2 that it sends; `nil` if it sends none.
  var frame: StreamEnd.Frame? { StreamEnd.Frame(rawValue: rawValue) }
}

extension Decoder {
  private static let replyWords = ["a status"] + ReplyWord.allCases.map(\.rawValue)

  /// The reply of a rule.
  func reply(
    _ fields: Fields<RuleKey>, of server: String, _ kind: ServerKind
  ) -> ReplyTemplate? {
    guard let node = fields[.reply] else {
      // An unknown key is probably a mistyped `reply` or `protect`.
      if fields.others.isEmpty {
        collector.report(
          fields.span, "this rule needs reply: or protect:",
          hint: "as in { reply: 200 }, or { reply: nothing, connection: close }")
      }
      return nil
    }
    let word: ReplyWord?
    let replyKind: ReplyTemplate.Kind?
    let text = if case .scalar(let text, _) = node.content { text } else { "" }
    if Int(digits: text) != nil {
      word = nil
      replyKind = status(node).map { .status($0) }
    } else {
      word = self.word(node, "a reply", of: Decoder.replyWords).flatMap(ReplyWord.init)
      replyKind = word.flatMap { self.replyKind($0, node, fields, of: server, kind) }
    }
    guard let replyKind else { return nil }
    for (key, entry) in fields.known {
      guard let problem = Decoder.misplaced(key, beside: word) else { continue }
      reject([entry], "has no effect with reply: \(text)", hint: problem)
    }
    var reply = ReplyTemplate(kind: replyKind)
    readReply(fields, into: &reply)
    if word == .nothing, reply.connection == .keep {
      report(
        node, "reply: nothing says only what becomes of the connection",
        hint: "add connection: close, close-silently, reset or stall")
    }
    return reply
  }

  private func replyKind(
    _ word: ReplyWord, _ node: YAMLNode, _ fields: Fields<RuleKey>, of server: String,
    _ kind: ServerKind
  ) -> ReplyTemplate.Kind? {
    switch word {
    case .challenge:
      if fields[.with] == nil {
        report(
          node, "reply: challenge needs with:",
          hint: "with: the name of a challenge; a 401 without a challenge is reply: 401")
      }
      return .challenge(status: fields[.status].flatMap(status))
    case .redirect:
      let status = fields[.status].flatMap { number($0, "a redirect's status", in: 300...399) }
      let target = fields[.to].flatMap(self.server) ?? server
      if fields[.to] == nil, kind == .proxy {
        report(node, "a redirect by a proxy needs to:", hint: "to: the server it leads to")
      }
      let path = fields[.path].flatMap(self.path) ?? "/"
      return .redirect(status: status ?? 302, to: target, path: path)
    case .forward:
      if kind == .origin {
        report(
          node, "only a proxy forwards, and \"\(server)\" is an origin",
          hint: server == "origin"
            ? "an origin replies itself, as in reply: 200"
            : "reply: 200, or declare it: servers: { \(server): { kind: proxy } }")
      }
      return .forward
    case .raw:
      guard let raw = fields[.raw] else {
        report(node, "reply: raw needs raw:", hint: "raw: the octets of the whole reply")
        return nil
      }
      return template(raw, "raw octets").map { .raw($0) }
    case .nothing: return .nothing
    case .webSocket: return .webSocket(webSocket(fields))
    case .streamReset, .goAway: return word.frame.map { streamEnd($0, node, fields, of: server) }
    }
  }

  /// A frame of HTTP/2 in place of a response.
  private func streamEnd(
    _ frame: StreamEnd.Frame, _ node: YAMLNode, _ fields: Fields<RuleKey>, of server: String
  ) -> ReplyTemplate.Kind {
    http2Frames.append((server, node.span))
    let code = fields[.code].flatMap {
      word($0, "an error code of HTTP/2", of: HTTP2ErrorCode.allCases.map(\.name))
    }
    if fields[.code] == nil {
      report(
        node, "reply: \(frame.rawValue) needs code:", hint: "as in code: HTTP_1_1_REQUIRED")
    }
    return .streamEnd(StreamEnd(frame, code.flatMap(HTTP2ErrorCode.init(name:)) ?? .noError))
  }

  /// A hint why a key has no effect beside a kind of reply; `nil` if it has.
  private static func misplaced(_ key: RuleKey, beside word: ReplyWord?) -> String? {
    switch key {
    case .when, .times, .reply, .protect, .account, .bound, .connection, .token: return nil
    case .to: return word == .redirect ? nil : "it belongs to reply: redirect"
    case .path:
      return word == .redirect
        ? nil : "it belongs to reply: redirect; which path is asked for is when: { path: … }"
    case .raw: return word == .raw ? nil : "it belongs to reply: raw"
    case .code: return word?.frame != nil ? nil : "it belongs to reply: stream-reset and goaway"
    case .status:
      if word == .redirect || word == .challenge { return nil }
      return word == nil
        ? "write the status as the value of reply:" : "it belongs to reply: challenge and redirect"
    case .accept, .without, .frames:
      return word == .webSocket ? nil : "it belongs to reply: websocket"
    case .early, .trickle, .delay, .interim, .with, .reason, .joined, .field, .headers, .body,
      .framing, .trailers, .cookie, .info:
      break
    }
    switch word {
    case .forward: return "what is forwarded is the other server's reply"
    case .nothing: return key == .early ? nil : "nothing is sent"
    case .webSocket:
      let isAllowed = key.isOfDelivery || key == .headers || key == .info || key == .cookie
      return isAllowed ? nil : "a websocket is opened by 101 without a body"
    case .streamReset, .goAway: return key.isOfDelivery ? nil : "no response is sent"
    case .raw: return key.isOfDelivery ? nil : "write it into raw:"
    case .challenge, .redirect, nil: return nil
    }
  }

  private func readReply(_ fields: Fields<RuleKey>, into reply: inout ReplyTemplate) {
    for (key, entry) in fields.known {
      let node = entry.value
      switch key {
      case .when, .times, .reply, .protect, .account, .bound, .status, .to, .path, .raw, .code,
        .cookie, .trailers, .accept, .without, .frames:
        break
      case .with: reply.challenges = challengeNames(node)
      case .field: reply.challengeField = octets(node, "a field name")
      case .joined: set(&reply.joinsChallenges, flag(node))
      case .reason: reply.reason = octets(node, "a reason phrase")
      case .headers: reply.headers = headers(node, "header lines")
      case .info: reply.info = info(node)
      case .body: reply.body = template(node, "a body")
      case .framing: set(&reply.framing, choice(node, "a framing"))
      case .interim: reply.interim = interim(node)
      case .early: readEarly(node, into: &reply)
      case .connection: set(&reply.connection, choice(node, "what becomes of a connection"))
      case .token: set(&reply.token, choice(node, "the token of Negotiate in a reply"))
      case .delay: reply.delay = number(node, "milliseconds", in: 1...Decoder.maximumPause)
      case .trickle: reply.trickle = trickle(node)
      }
    }
    if let value = fields[.cookie].flatMap({ template($0, "a Set-Cookie value") }) {
      reply.headers.append(HeaderTemplate(name: "Set-Cookie", value: value))
    }
    if fields[.with] == nil {
      reject(fields.entries(of: .field, .joined), "needs with:", hint: "it is about the challenges")
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

  /// `true`, or the number of octets of the body after which the reply is sent.
  private func readEarly(_ node: YAMLNode, into reply: inout ReplyTemplate) {
    guard case .scalar(let text, _) = node.content, Int(digits: text) != nil else {
      return set(&reply.isEarly, flag(node))
    }
    reply.isEarly = true
    set(
      &reply.octetsAwaited,
      number(node, "the octets of a body that a reply waits for", in: 1...initialWindow))
  }

  /// "The initial value for the flow-control window is 65,535 octets for both new streams and the
  /// overall connection." (RFC 9113 5.2.1)
  private var initialWindow: Int { 65_535 }

  /// RFC 9110 15.2: interim responses are 100 to 199.
  private func interim(_ node: YAMLNode) -> [ReplyTemplate.Interim] {
    oneOrMore(node).compactMap { node in
      if case .scalar = node.content { return interimStatus(node).map { .init(status: $0) } }
      guard let fields = fields(node, as: InterimKey.self) else { return nil }
      guard let status = fields[.status] else {
        report(node, "this interim response needs a status", hint: "as in { status: 103 }")
        return nil
      }
      let headers = fields[.headers].map { self.headers($0, "header lines") } ?? []
      return interimStatus(status).map { .init(status: $0, headers: headers) }
    }
  }

  private func interimStatus(_ node: YAMLNode) -> Int? {
    number(node, "an interim status", in: 100...199)
  }

  private func trickle(_ node: YAMLNode) -> Trickle? {
    read(
      node, as: TrickleKey.self, hint: "as in { octets: 1, milliseconds: 1 }",
      into: Trickle(octets: 1, milliseconds: 1)
    ) { key, node, trickle in
      switch key {
      case .octets: set(&trickle.octets, number(node, "octets", in: 1...1_000_000))
      case .milliseconds:
        set(&trickle.milliseconds, number(node, "milliseconds", in: 0...60_000))
      }
    }
  }

  /// Authentication-Info.
  private func info(_ node: YAMLNode) -> InfoTemplate? {
    guard let fields = fields(node, as: InfoKey.self, hint: "as in { nextnonce: n-2 }") else {
      return nil
    }
    if let lines = fieldLines(fields, .header, .fields) { return .lines(lines) }
    if let verifier = fields.entry(.verifier) {
      reject(
        fields.entries(except: .verifier), "cannot be combined with verifier:",
        hint: "the server's last message of SCRAM is sent alone")
      return choice(verifier.value, "what becomes of the server's signature").map { .scram($0) }
    }
    let nextnonce = fields[.nextnonce].flatMap { template($0, "a nonce") }
    let rspauth: InfoTemplate.ResponseAuth? = fields[.rspauth].flatMap {
      choice($0, "a value of rspauth")
    }
    let parameters = fields[.parameters].map {
      entries($0, expected: "a mapping of parameters", hint: "as in { qop: auth-int }")
    }
    return .digest(
      nextnonce: nextnonce, rspauth: rspauth ?? .absent,
      count: fields[.count].flatMap(flag) ?? true,
      parameters: self.parameters(
        parameters ?? [], quoted: nil, bare: nil, isBare: ChallengeForm.isBareInfo))
  }
}

extension RuleKey {
  /// `true` for a key about when and how a reply is sent, which fits all that are sent.
  fileprivate var isOfDelivery: Bool {
    self == .early || self == .trickle || self == .delay || self == .interim
  }
}
