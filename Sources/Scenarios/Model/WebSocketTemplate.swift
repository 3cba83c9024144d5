// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A reply that opens a websocket (RFC 6455 4.2.2), and what the server does on it.
package struct WebSocketTemplate: Hashable, Sendable {
  /// What Sec-WebSocket-Accept says.
  package enum Accept: String, Hashable, Sendable, CaseIterable {
    /// The value that belongs to the request's key.
    case right
    /// The value of another key.
    case wrong
    /// The right value, with its letters in the other case.
    case otherCase = "other-case"
    /// The field is left out.
    case absent
  }

  /// A field that a server has to send and may be told to leave out.
  package enum Omission: String, Hashable, Sendable, CaseIterable {
    case upgrade, connection
  }

  /// What a server does on an open websocket.
  package enum Act: Hashable, Sendable {
    /// Sends a message in one frame: of text, or of octets.
    case message(Template, isText: Bool)
    /// Sends a Ping with these data.
    case ping(Template)
    /// Sends a Close with a status code, or without.
    case close(code: Int?)
    /// Sends these octets.
    case raw(Template)
    /// Waits for a frame of the client's.
    case await(Awaited)
  }

  /// What a server waits for.
  package enum Awaited: String, Hashable, Sendable, CaseIterable {
    /// The end of a message.
    case message
    /// A Pong.
    case pong
  }

  package var accept = Accept.right
  package var omits: Set<Omission> = []
  /// What the server does, in order. If it sends no Close, one with 1000 follows, unless the
  /// connection ends in another way.
  package var acts: [Act] = []

  package init() {}
}

/// What a client sends on a websocket.
package struct WebSocketPattern: Hashable, Sendable {
  /// Its messages, in order and complete; `nil` for any.
  package var messages: [Template]?
  /// The data of its Pongs, in order and complete; `nil` for any.
  package var pongs: [Template]?
  /// Its Close.
  package var close: Close?

  /// What a Close is to be.
  package enum Close: Hashable, Sendable {
    case present
    case absent
    /// There, with this status code.
    case code(Int)
  }

  package init() {}
}
