public import HTTPAuth

/// A request as far as it has come in.
public struct IncomingRequest {
  /// The server it reached: index in the recording.
  public var server: Int
  /// The connection it came on: index in the recording.
  public var connection: Int
  /// True for the first request on its connection.
  public var isFirstOnConnection: Bool
  /// Its head.
  public var head: RequestHead
  /// Its body after transfer decoding, as far as it has come in.
  public var body: Octets
  /// True once the whole body is in.
  public var isComplete: Bool
}

/// Whoever decides what the servers of a case answer: the script.
public protocol Responder: AnyObject {
  /// Asked when a request's head is in, and again when its body is complete if the first answer was nil.
  ///
  /// A reply to an incomplete request must be `isEarly`; a complete request is always answered.
  func reply(to request: IncomingRequest) -> Reply?
}
