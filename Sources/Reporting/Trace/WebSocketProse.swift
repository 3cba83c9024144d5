// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// What happens on a websocket, in words.
enum WebSocketProse {
  /// What a server does in a recording.
  static func act(_ act: Reply.WebSocket.Act) -> String {
    switch act {
    case .send(let octets): "sends \(Visible.abridged(octets, to: 80))"
    case .close(let code): "sends a Close" + (code.map { " with \($0)" } ?? "")
    case .await(.message): "waits for a message"
    case .await(.pong): "waits for a Pong"
    }
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
