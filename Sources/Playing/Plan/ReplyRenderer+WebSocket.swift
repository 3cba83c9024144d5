// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Scenarios
import Transcripts

extension ReplyRenderer {
  /// The reply that opens a websocket (RFC 6455 4.2.2).
  func webSocket(
    _ socket: WebSocketTemplate, _ template: ReplyTemplate, _ occasion: Occasion
  ) -> Reply.WebSocket {
    var head = ResponseHead(status: 101)
    if !socket.omits.contains(.upgrade) { head.fields.append("Upgrade", "websocket") }
    if !socket.omits.contains(.connection) { head.fields.append("Connection", "Upgrade") }
    let right = WebSocketHandshake.accept(for: occasion.webSocketKey ?? "")
    let accept: Octets? =
      switch socket.accept {
      case .right: right
      case .wrong: WebSocketHandshake.accept(for: "another key")
      case .otherCase: Octets(right.bytes.map(ReplyRenderer.otherCase))
      case .absent: nil
      }
    if let accept { head.fields.append("Sec-WebSocket-Accept", accept) }
    for line in response(template, 101, occasion).head.fields {
      head.fields.append(line.name, line.value)
    }
    return Reply.WebSocket(head: head, acts: socket.acts.map { act($0, serial: occasion.serial) })
  }

  private func act(_ act: WebSocketTemplate.Act, serial: Int) -> Reply.WebSocket.Act {
    func frame(_ opcode: UInt8, _ payload: Template) -> Reply.WebSocket.Act {
      let payload = addresses.render(payload, serial: serial)
      return .send(Octets(WebSocketFrame.unmasked(opcode: opcode, payload)))
    }
    switch act {
    case .message(let text, let isText): return frame(isText ? 1 : 2, text)
    case .ping(let data): return frame(9, data)
    case .raw(let octets): return .send(addresses.render(octets, serial: serial))
    case .close(let code): return .close(code: code)
    case .await(let awaited): return .await(awaited)
    }
  }

  /// A letter in the other case; any other octet as it is.
  private static func otherCase(_ octet: UInt8) -> UInt8 {
    (octet | 0x20) &- 0x61 < 26 ? octet ^ 0x20 : octet
  }
}
