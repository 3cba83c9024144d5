import HTTPAuth
import Scenarios
import Transcripts

/// A request as far as it has come in.
package struct IncomingRequest {
  /// The server it reached: index in the recording.
  package var server: Int
  /// The connection it came on: index in the recording.
  package var connection: Int
  /// Its exchange: index in the recording.
  package var exchange: Int
  /// True for the first request on its connection.
  package var isFirstOnConnection: Bool
  /// Its head.
  package var head: RequestHead
  /// Its body after transfer decoding, as far as it has come in.
  package var body: Octets
  /// True once the whole body is in.
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

/// Whoever decides what the servers of a case answer: the script.
package protocol Responder: AnyObject {
  /// Asked when a request's head is in, and again when its body is complete if the first answer was
  /// nil.
  ///
  /// A reply to an incomplete request must be `isEarly`, one that is not waits for the whole body;
  /// a complete request is always answered. It is asked in the middle of a turn of the loop, so it
  /// must neither begin nor end a case nor close connections; it may note what it forwarded.
  func reply(to request: IncomingRequest) -> Reply?

  /// Asked when a connection to a server with TLS has been made: what it does in the handshake.
  func handshake(with server: Int) -> HandshakePlan
}

extension Responder {
  /// What the server's settings say.
  package func handshake(with server: Int) -> HandshakePlan { HandshakePlan() }
}
