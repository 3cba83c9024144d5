// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// A request, or the part of it that has arrived.
package struct IncomingRequest {
  /// The server it reached: index in the recording.
  package var server: Int
  /// The connection it came on: index in the recording.
  package var connection: Int
  /// Its exchange: index in the recording.
  package var exchange: Int
  /// `true` for the first request on its connection.
  package var isFirstOnConnection: Bool
  /// Its head.
  package var head: RequestHead
  /// The part of its body that has arrived, after transfer decoding.
  package var body: Octets
  /// `true` once the whole body has arrived.
  package var isComplete: Bool

  /// A request of these parts.
  package init(
    server: Int, connection: Int, exchange: Int, isFirstOnConnection: Bool, head: RequestHead,
    body: Octets = .init(), isComplete: Bool = true
  ) {
    self.server = server
    self.connection = connection
    self.exchange = exchange
    self.isFirstOnConnection = isFirstOnConnection
    self.head = head
    self.body = body
    self.isComplete = isComplete
  }
}

/// Decides the replies of the servers of a case.
package protocol Responder: AnyObject {
  /// Called when a request's head has arrived, and again when its body is complete if the first
  /// call returned `nil`.
  ///
  /// A reply to an incomplete request is sent at once if it `isEarly`, and otherwise after the
  /// whole body; a complete request must be answered. This is called during a turn of the loop: it
  /// must not begin or end a case, nor close connections, but may note what it forwarded.
  func reply(to request: IncomingRequest) -> Reply?

  /// Called for a new connection to a server with TLS; returns what the server does in the
  /// handshake.
  func handshake(with server: Int) -> HandshakePlan

  /// The large bodies that the client is asked to send in the case. They are not kept again
  /// whenever they arrive.
  var largeBodies: [Octets] { get }
}

extension Responder {
  package var largeBodies: [Octets] { [] }

  /// The handshake of the server's settings.
  package func handshake(with server: Int) -> HandshakePlan { HandshakePlan() }
}
