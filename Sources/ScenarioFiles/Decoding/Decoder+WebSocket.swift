// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Decoder {
  /// A reply that opens a websocket.
  func webSocket(_ fields: Fields<RuleKey>) -> WebSocketTemplate {
    var socket = WebSocketTemplate()
    if let node = fields[.accept] { set(&socket.accept, choice(node, "a Sec-WebSocket-Accept")) }
    if let node = fields[.without] {
      socket.omits = Set(
        oneOrMore(node).compactMap { node -> WebSocketTemplate.Omission? in
          choice(node, "a field of the handshake")
        })
    }
    if let node = fields[.frames] { socket.acts = list(node, of: "frames", act) }
    return socket
  }

  /// A text message such as `hi`, or a frame such as `{ ping: x }`.
  private func act(_ node: YAMLNode) -> WebSocketTemplate.Act? {
    if case .scalar = node.content {
      return template(node, "a message").map { .message($0, isText: true) }
    }
    guard let fields = fields(node, as: WebSocketActKey.self, hint: "as in { ping: x }") else {
      return nil
    }
    guard let (key, entry) = fields.only else {
      if fields.others.isEmpty {
        report(node, "a frame is one thing", hint: "as in { ping: x }, or the text of a message")
      }
      return nil
    }
    let value = entry.value
    switch key {
    case .text: return template(value, "a message").map { .message($0, isText: true) }
    case .binary: return template(value, "a message").map { .message($0, isText: false) }
    case .ping: return template(value, "the data of a Ping").map { .ping($0) }
    case .raw: return template(value, "raw octets").map { .raw($0) }
    case .await: return choice(value, "what a server waits for").map { .await($0) }
    case .close:
      if case .scalar("empty", _) = value.content { return .close(code: nil) }
      return code(value).map { .close(code: $0) }
    }
  }

  /// A status code of a Close (RFC 6455 7.4.2).
  private func code(_ node: YAMLNode) -> Int? { number(node, "a status code", in: 0...4999) }

  /// The conditions for what a client sends on a websocket.
  func webSocketPattern(_ node: YAMLNode) -> WebSocketPattern? {
    guard captures.use != .neither else {
      report(
        node, "what a client sends on a websocket is not known before the reply",
        hint: "expect it in the list of a server's exchanges")
      return nil
    }
    return read(
      node, as: WebSocketPatternKey.self, hint: "as in { messages: [hello], close: 1000 }",
      into: WebSocketPattern()
    ) { key, node, pattern in
      switch key {
      case .messages: pattern.messages = messages(node)
      case .pongs: pattern.pongs = messages(node)
      case .close:
        if case .scalar("present", _) = node.content {
          pattern.close = .present
        } else if case .scalar("absent", _) = node.content {
          pattern.close = .absent
        } else {
          pattern.close = code(node).map { .code($0) }
        }
      }
    }
  }

  /// All messages in order.
  func messages(_ node: YAMLNode) -> [Template] {
    list(node, of: "messages", hint: "[] for none") { template($0, "a message") }
  }
}
