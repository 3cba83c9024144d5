// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// Websockets in words.
enum WebSocketProse {
  /// A reply that opens one.
  static func text(_ socket: WebSocketTemplate) -> String {
    var words = ["opens a websocket"]
    switch socket.accept {
    case .right: break
    case .wrong: words.append("with a wrong Sec-WebSocket-Accept")
    case .otherCase: words.append("with Sec-WebSocket-Accept in the other case")
    case .absent: words.append("without Sec-WebSocket-Accept")
    }
    for field in WebSocketTemplate.Omission.allCases where socket.omits.contains(field) {
      words.append("without \(field == .upgrade ? "Upgrade" : "Connection")")
    }
    words += socket.acts.map(act)
    return words.joined(separator: ", ")
  }

  private static func act(_ act: WebSocketTemplate.Act) -> String {
    switch act {
    case .message(let text, let isText):
      "sends the message \(isText ? "" : "of octets ")\"\(PatternProse.text(text))\""
    case .ping(let data): "sends a Ping \"\(PatternProse.text(data))\""
    case .close(let code): close(code)
    case .raw(let octets): "sends the octets \"\(PatternProse.text(octets))\""
    case .await(let awaited): wait(awaited)
    }
  }

  /// What a server does in a recording.
  static func act(_ act: Reply.WebSocket.Act) -> String {
    switch act {
    case .send(let octets): "sends \(Visible.abridged(octets, to: 80))"
    case .close(let code): close(code)
    case .await(let awaited): wait(awaited)
    }
  }

  private static func close(_ code: Int?) -> String {
    "sends a Close" + (code.map { " with \($0)" } ?? "")
  }

  private static func wait(_ awaited: WebSocketTemplate.Awaited) -> String {
    switch awaited {
    case .message: "waits for a message"
    case .pong: "waits for a Pong"
    }
  }

  /// What a client is to send on one.
  static func pattern(_ pattern: WebSocketPattern) -> [String] {
    var words: [String] = []
    if let messages = pattern.messages { words.append("that sends \(list(messages, "message"))") }
    if let pongs = pattern.pongs { words.append("that sends \(list(pongs, "Pong"))") }
    switch pattern.close {
    case nil: break
    case .present: words.append("that sends a Close")
    case .absent: words.append("that sends no Close")
    case .code(let code): words.append("that sends a Close with \(code)")
    }
    return words
  }

  private static func list(_ templates: [Template], _ what: String) -> String {
    templates.isEmpty
      ? "no \(what)"
      : Phrases.joined(templates.map { "the \(what) \"\(PatternProse.text($0))\"" })
  }

  /// A frame of a client's, in a few words: `text "hello", masked`.
  static func frame(_ frame: WebSocketFrame) -> String {
    let kind =
      switch frame.opcode {
      case 0: "continuation"
      case 1: "text"
      case 2: "octets"
      case 8: "Close" + (frame.closeCode.map { " \($0)" } ?? "")
      case 9: "Ping"
      case 10: "Pong"
      default: "opcode \(frame.opcode)"
      }
    let payload =
      frame.isClose || frame.payload.isEmpty
      ? "" : " \"\(Visible.abridged(frame.payload, to: 80))\""
    return kind + payload + (frame.isFinal ? "" : ", more to come")
      + (frame.key == nil ? ", not masked" : "")
  }
}
