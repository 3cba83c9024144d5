// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Reply {
  /// A websocket: a response with the status 101, and what the server does on it (RFC 6455 4.2.2).
  package struct WebSocket: Hashable, Sendable {
    /// What a server does.
    package enum Act: Hashable, Sendable {
      /// Sends octets: a frame, or what a scenario has in place of one.
      case send(Octets)
      /// Sends a Close.
      case close(code: Int?)
      /// Waits for a frame of the client's.
      case await(WebSocketTemplate.Awaited)
    }

    /// Status line and header section.
    package var head: ResponseHead
    /// What the server does, in order.
    package var acts: [Act]

    package init(head: ResponseHead, acts: [Act] = []) {
      self.head = head
      self.acts = acts
    }
  }
}
