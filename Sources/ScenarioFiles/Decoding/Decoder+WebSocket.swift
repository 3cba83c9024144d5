// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Forms {
  static let frame: YAMLForm<Void> = .init(
    "a frame", hint: "as in { ping: x }", isSingle: true,
    keys: [
      "text": .text, "binary": .text, "ping": .text,
      "close": .any([.number(0...4999), .words(["empty"])]), "raw": .text,
      "await": .words(WebSocketTemplate.Awaited.allCases.map(\.rawValue)),
    ])

  static let webSocketPattern: YAMLForm<WebSocketPattern> = .init(
    "a pattern of websocket", hint: "as in { messages: [hello], close: 1000 }",
    .option("messages", \.messages, .messages),
    .option("pongs", \.pongs, .messages),
    .option("close", \.close, .close))
}

extension YAMLKind<[Template]> {
  /// All messages in order.
  static let messages = list("messages", hint: "[] for none", .text("a message"))
}

extension YAMLKind<Int> {
  /// A status code of a Close (RFC 6455 7.4.2).
  fileprivate static let closeCode = number("a status code", 0...4999)
}

extension YAMLKind<WebSocketPattern.Close> {
  fileprivate static let close = either(
    ["present": .present, "absent": .absent], or: .closeCode
  ) { .code($0) }
}

extension Decoder {
  /// A text message such as `hi`, or a frame such as `{ ping: x }`.
  func act(_ node: YAMLNode) -> WebSocketTemplate.Act? {
    if case .scalar = node.content {
      return template(node, "a message").map { .message($0, isText: true) }
    }
    guard let fields = fields(node, as: Forms.frame) else { return nil }
    guard let entry = fields.only else {
      if fields.others.isEmpty {
        report(node, "a frame is one thing", hint: "as in { ping: x }, or the text of a message")
      }
      return nil
    }
    let value = entry.value
    switch entry.name {
    case "text": return template(value, "a message").map { .message($0, isText: true) }
    case "binary": return template(value, "a message").map { .message($0, isText: false) }
    case "ping": return template(value, "the data of a Ping").map { .ping($0) }
    case "raw": return template(value, "raw octets").map { .raw($0) }
    case "await": return choice(value, "what a server waits for").map { .await($0) }
    default:
      let close = YAMLKind<Int?>.either(["empty": nil], or: .closeCode) { $0 }
      return close.read(self, value).map { .close(code: $0) }
    }
  }

  /// The conditions for what a client sends on a websocket.
  func webSocketPattern(_ node: YAMLNode) -> WebSocketPattern? {
    guard captures.use != .neither else {
      report(
        node, "what a client sends on a websocket is not known before the reply",
        hint: "expect it in the list of a server's exchanges")
      return nil
    }
    return read(node, as: Forms.webSocketPattern, into: WebSocketPattern())
  }
}
