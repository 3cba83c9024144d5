// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A reply that opens a websocket (RFC 6455 4.2.2), and what the server does on it.
package struct WebSocketTemplate: Hashable, Sendable {
  /// The value of Sec-WebSocket-Accept.
  package enum Accept: String, Hashable, Sendable, CaseIterable {
    /// The value that belongs to the request's key.
    case right
    /// The value of another key.
    case wrong
    /// The right value with the case of its letters changed.
    case otherCase = "other-case"
    case absent
  }

  /// A required field that the server omits.
  package enum Omission: String, Hashable, Sendable, CaseIterable {
    case upgrade, connection
  }

  /// What a server does on an open websocket.
  package enum Act: Hashable, Sendable {
    /// Sends a message in one frame of text or binary data.
    case message(Template, isText: Bool)
    /// Sends a Ping with this data.
    case ping(Template)
    /// Sends a Close with or without a status code.
    case close(code: Int?)
    /// Sends these octets.
    case raw(Template)
    /// Waits for a frame of the client.
    case await(Awaited)
  }

  /// The frame that a server waits for.
  package enum Awaited: String, Hashable, Sendable, CaseIterable {
    /// The last frame of a message.
    case message
    case pong
  }

  package var accept = Accept.right
  package var omits: Set<Omission> = []
  /// What the server does, in order. If there is no Close, the server sends one with 1000 at the
  /// end, unless the connection ends in another way.
  package var acts: [Act] = []

  package init() {}
}

/// Conditions for what a client sends on a websocket. Parts that are `nil` match any.
package struct WebSocketPattern: Hashable, Sendable {
  /// All messages, in order.
  package var messages: [Template]?
  /// The data of all Pongs, in order.
  package var pongs: [Template]?
  package var close: Close?

  /// A condition for the Close.
  package enum Close: Hashable, Sendable {
    case present
    case absent
    /// Present, with this status code.
    case code(Int)
  }

  package init() {}
}
