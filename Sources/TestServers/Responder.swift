public import HTTPAuth

/// A request as far as it has come in.
public struct IncomingRequest {
  /// The server it reached: index in the recording.
  public var server: Int
  /// The connection it came on: index in the recording.
  public var connection: Int
  /// Its exchange: index in the recording.
  public var exchange: Int
  /// True for the first request on its connection.
  public var isFirstOnConnection: Bool
  /// Its head.
  public var head: RequestHead
  /// Its body after transfer decoding, as far as it has come in.
  public var body: Octets
  /// True once the whole body is in.
  public var isComplete: Bool

  /// A request of these parts.
  public init(
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
public protocol Responder: AnyObject {
  /// Asked when a request's head is in, and again when its body is complete if the first answer was nil.
  ///
  /// A reply to an incomplete request must be `isEarly`, one that is not waits for the whole body;
  /// a complete request is always answered. It is asked in the middle of a turn of the loop, so it
  /// must neither begin nor end a case nor close connections; it may note what it forwarded.
  func reply(to request: IncomingRequest) -> Reply?
}
