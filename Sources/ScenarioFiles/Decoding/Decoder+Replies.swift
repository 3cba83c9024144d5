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

extension Forms {
  /// A rule; its members are the parts of a reply.
  static let rule: YAMLForm<ReplyTemplate> = .init(
    "a rule", hint: "as in { reply: 200 }", oneOf: ["reply", "protect"],
    .custom("when", pattern.schema),
    .custom("times", .number(1...1_000_000)),
    .custom(
      "reply", .any([YAMLKind<Int>.status.schema, .words(ReplyWord.allCases.map(\.rawValue))])),
    .custom("protect", YAMLKind.challenges.schema),
    .custom("account", .text),
    .custom("bound", .words(Decoder.Binding.allCases.map(\.rawValue))),
    .custom("status", YAMLKind<Int>.status.schema),
    .may("with", \.challenges, .challenges),
    .custom("to", .text),
    .custom("path", YAMLKind<Template>.path.schema),
    .custom("raw", .text),
    .custom("code", .words(HTTP2ErrorCode.allCases.map(\.name))),
    .option("reason", \.reason, .octets("a reason phrase")),
    .may("joined", \.joinsChallenges, .flag),
    .option("field", \.challengeField, .octets("a field name")),
    .may("headers", \.headers, .headers()),
    .option("body", \.body, .text("a body")),
    .may("framing", \.framing, .choice("a framing")),
    .may("trailers", \.trailers, .headers("trailer lines")),
    .custom("cookie", .text),
    .option("info", \.info, YAMLKind(info.schema) { $0.info($1) }),
    .may("interim", \.interim, .oneOrMore(.interim)),
    .custom("early", .any([.flag, .number(1...initialWindow)])) { $0.readEarly($1, into: &$2) },
    .may("connection", \.connection, .choice("what becomes of a connection")),
    .option("delay", \.delay, .number("milliseconds", 1...Decoder.maximumPause)),
    .option("trickle", \.trickle, .form(trickle) { _ in Trickle(octets: 1, milliseconds: 1) }),
    .may("token", \.token, token),
    .may("accept", \.webSocket.accept, .choice("a Sec-WebSocket-Accept")),
    .may("without", \.webSocket.omits, .set(.oneOrMore(.choice("a field of the handshake")))),
    .may(
      "frames", \.webSocket.acts,
      .list("frames", YAMLKind(.any([.text, frame.schema])) { $0.act($1) })))

  static let token = YAMLKind<NegotiateAnswer>.choice("the token of Negotiate in a reply")

  /// "The initial value for the flow-control window is 65,535 octets for both new streams and the
  /// overall connection." (RFC 9113 5.2.1)
  fileprivate static let initialWindow = 65_535

  fileprivate static let interim: YAMLForm<ReplyTemplate.Interim> = .init(
    "an interim response", required: ["status"],
    .may("status", \.status, .number("an interim status", 100...199)),
    .may("headers", \.headers, .headers()))

  private static let trickle: YAMLForm<Trickle> = .init(
    "trickle", hint: "as in { octets: 1, milliseconds: 1 }",
    .may("octets", \.octets, .number("octets", 1...1_000_000)),
    .may("milliseconds", \.milliseconds, .number("milliseconds", 0...60_000)))

  fileprivate static let info: YAMLForm<Void> = .init(
    "info", hint: "as in { nextnonce: n-2 }",
    keys: [
      "nextnonce": .text, "rspauth": rspauth.schema, "verifier": verifier.schema, "count": .flag,
      "parameters": .map(.text), "header": .text, "fields": .list(.text),
    ])

  fileprivate static let rspauth = YAMLKind<InfoTemplate.ResponseAuth>.choice("a value of rspauth")
  fileprivate static let verifier =
    YAMLKind<InfoTemplate.Verifier>.choice("what becomes of the server's signature")
}

extension ReplyTemplate {
  /// What a reply that opens a websocket says of it.
  fileprivate var webSocket: WebSocketTemplate {
    get { if case .webSocket(let socket) = kind { socket } else { WebSocketTemplate() } }
    set { if case .webSocket = kind { kind = .webSocket(newValue) } }
  }
}

extension YAMLKind<ReplyTemplate.Interim> {
  /// RFC 9110 15.2: interim responses are 100 to 199.
  fileprivate static let interim = YAMLKind(.any([.number(100...199), Forms.interim.schema])) {
    decoder, node in
    if case .scalar = node.content {
      return decoder.number(node, "an interim status", in: 100...199).map { .init(status: $0) }
    }
    guard let fields = decoder.fields(node, as: Forms.interim) else { return nil }
    if fields["status"] == nil {
      decoder.report(node, "this interim response needs a status", hint: "as in { status: 103 }")
    }
    var interim = ReplyTemplate.Interim(status: 100)
    fields.read(into: &interim, by: decoder)
    return interim
  }
}

extension Decoder {
  private static let replyWords = ["a status"] + ReplyWord.allCases.map(\.rawValue)

  /// The reply of a rule.
  func reply(
    _ fields: Fields<ReplyTemplate>, of server: String, _ kind: ServerKind
  ) -> ReplyTemplate? {
    guard let node = fields["reply"] else {
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
    for entry in fields.entries {
      guard let problem = Decoder.misplaced(entry.name, beside: word) else { continue }
      reject([entry], "has no effect with reply: \(text)", hint: problem)
    }
    var reply = ReplyTemplate(kind: replyKind)
    fields.read(into: &reply, by: self)
    complete(&reply, fields)
    if word == .nothing, reply.connection == .keep {
      report(
        node, "reply: nothing says only what becomes of the connection",
        hint: "add connection: close, close-silently, reset or stall")
    }
    return reply
  }

  private func replyKind(
    _ word: ReplyWord, _ node: YAMLNode, _ fields: Fields<ReplyTemplate>, of server: String,
    _ kind: ServerKind
  ) -> ReplyTemplate.Kind? {
    switch word {
    case .challenge:
      if fields["with"] == nil {
        report(
          node, "reply: challenge needs with:",
          hint: "with: the name of a challenge; a 401 without a challenge is reply: 401")
      }
      return .challenge(status: fields["status"].flatMap(status))
    case .redirect:
      let status = fields["status"].flatMap { number($0, "a redirect's status", in: 300...399) }
      let target = fields["to"].flatMap(self.server) ?? server
      if fields["to"] == nil, kind == .proxy {
        report(node, "a redirect by a proxy needs to:", hint: "to: the server it leads to")
      }
      let path = fields["path"].flatMap(self.path) ?? "/"
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
      guard let raw = fields["raw"] else {
        report(node, "reply: raw needs raw:", hint: "raw: the octets of the whole reply")
        return nil
      }
      return template(raw, "raw octets").map { .raw($0) }
    case .nothing: return .nothing
    case .webSocket: return .webSocket(WebSocketTemplate())
    case .streamReset, .goAway: return word.frame.map { streamEnd($0, node, fields, of: server) }
    }
  }

  /// A frame of HTTP/2 in place of a response.
  private func streamEnd(
    _ frame: StreamEnd.Frame, _ node: YAMLNode, _ fields: Fields<ReplyTemplate>, of server: String
  ) -> ReplyTemplate.Kind {
    http2Frames.append((server, node.span))
    let code = fields["code"].flatMap {
      word($0, "an error code of HTTP/2", of: HTTP2ErrorCode.allCases.map(\.name))
    }
    if fields["code"] == nil {
      report(
        node, "reply: \(frame.rawValue) needs code:", hint: "as in code: HTTP_1_1_REQUIRED")
    }
    return .streamEnd(StreamEnd(frame, code.flatMap(HTTP2ErrorCode.init(name:)) ?? .noError))
  }

  /// The keys of a rule itself, and those that fit every reply.
  private static let generalKeys: Set<String> = [
    "when", "times", "reply", "protect", "account", "bound", "connection", "token",
  ]
  /// The keys about when and how a reply is sent, which fit all that are sent.
  private static let deliveryKeys: Set<String> = ["early", "trickle", "delay", "interim"]

  /// A hint why a key has no effect beside a kind of reply; `nil` if it has.
  private static func misplaced(_ key: String, beside word: ReplyWord?) -> String? {
    if generalKeys.contains(key) { return nil }
    switch key {
    case "to": return word == .redirect ? nil : "it belongs to reply: redirect"
    case "path":
      return word == .redirect
        ? nil : "it belongs to reply: redirect; which path is asked for is when: { path: … }"
    case "raw": return word == .raw ? nil : "it belongs to reply: raw"
    case "code":
      return word?.frame != nil ? nil : "it belongs to reply: stream-reset and goaway"
    case "status":
      if word == .redirect || word == .challenge { return nil }
      return word == nil
        ? "write the status as the value of reply:" : "it belongs to reply: challenge and redirect"
    case "accept", "without", "frames":
      return word == .webSocket ? nil : "it belongs to reply: websocket"
    default: return misplacedDetail(key, beside: word)
    }
  }

  private static func misplacedDetail(_ key: String, beside word: ReplyWord?) -> String? {
    let isOfDelivery = deliveryKeys.contains(key)
    switch word {
    case .forward: return "what is forwarded is the other server's reply"
    case .nothing: return key == "early" ? nil : "nothing is sent"
    case .webSocket:
      let isAllowed = isOfDelivery || ["headers", "info", "cookie"].contains(key)
      return isAllowed ? nil : "a websocket is opened by 101 without a body"
    case .streamReset, .goAway: return isOfDelivery ? nil : "no response is sent"
    case .raw: return isOfDelivery ? nil : "write it into raw:"
    case .challenge, .redirect, nil: return nil
    }
  }

  /// Adds what follows from several keys, and reports what does not fit together.
  private func complete(_ reply: inout ReplyTemplate, _ fields: Fields<ReplyTemplate>) {
    if let value = fields["cookie"].flatMap({ template($0, "a Set-Cookie value") }) {
      reply.headers.append(HeaderTemplate(name: "Set-Cookie", value: value))
    }
    if fields["with"] == nil {
      reject(
        fields.entries(of: "field", "joined"), "needs with:", hint: "it is about the challenges")
    }
    if let trailers = fields.entry("trailers") {
      if fields["framing"] == nil {
        reply.framing = .chunked
      } else if reply.framing != .chunked {
        collector.report(
          trailers.nameSpan, "only a chunked body has trailers", hint: "framing: chunked")
      }
    }
  }

  /// `true`, or the number of octets of the body after which the reply is sent.
  fileprivate func readEarly(_ node: YAMLNode, into reply: inout ReplyTemplate) {
    guard case .scalar(let text, _) = node.content, Int(digits: text) != nil else {
      reply.isEarly = flag(node) ?? false
      return
    }
    reply.isEarly = true
    reply.octetsAwaited =
      number(node, "the octets of a body that a reply waits for", in: 1...Forms.initialWindow) ?? 0
  }

  /// Authentication-Info.
  fileprivate func info(_ node: YAMLNode) -> InfoTemplate? {
    guard let fields = fields(node, as: Forms.info) else { return nil }
    if let lines = fieldLines(fields) { return .lines(lines) }
    if let verifier = fields.entry("verifier") {
      reject(
        fields.entries(except: "verifier"), "cannot be combined with verifier:",
        hint: "the server's last message of SCRAM is sent alone")
      return Forms.verifier.read(self, verifier.value).map { .scram($0) }
    }
    let nextnonce = fields["nextnonce"].flatMap { template($0, "a nonce") }
    let rspauth = fields["rspauth"].flatMap { Forms.rspauth.read(self, $0) }
    let parameters = fields["parameters"].map {
      entries($0, expected: "a mapping of parameters", hint: "as in { qop: auth-int }")
    }
    return .digest(
      nextnonce: nextnonce, rspauth: rspauth ?? .absent,
      count: fields["count"].flatMap(flag) ?? true,
      parameters: self.parameters(
        parameters ?? [], quoted: nil, bare: nil, isBare: ChallengeForm.isBareInfo))
  }
}
