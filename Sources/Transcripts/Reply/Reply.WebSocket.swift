// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Reply {
  /// A response with the status 101, and the server's acts on the websocket (RFC 6455 4.2.2).
  package struct WebSocket: Hashable, Sendable {
    /// An act of a server.
    package enum Act: Hashable, Sendable {
      /// Sends octets: a frame, or other octets of a scenario.
      case send(Octets)
      /// Sends a Close.
      case close(code: Int?)
      /// Waits for a frame of the client.
      case await(WebSocketTemplate.Awaited)
    }

    /// Status line and header section.
    package var head: ResponseHead
    /// The acts of the server, in order.
    package var acts: [Act]

    package init(head: ResponseHead, acts: [Act] = []) {
      self.head = head
      self.acts = acts
    }
  }
}
