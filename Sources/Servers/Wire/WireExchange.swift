import HTTPAuth
import Transcripts

/// The request that a connection is busy with; an object, as it is looked at often and copies cost.
final class WireExchange {
  /// Its place in the recording.
  let index: Int
  let head: RequestHead
  let isFirstOnConnection: Bool
  /// The body is in.
  var isComplete: Bool
  /// What was decided, once it was.
  var reply: Reply?
  /// The reply's octets are on their way, or out.
  var isAnswering = false
  /// The connection is closed once they are out.
  var closes = false
  /// The reply's octets are out.
  var isReplied = false

  init(index: Int, head: RequestHead, isFirstOnConnection: Bool, isComplete: Bool) {
    self.index = index
    self.head = head
    self.isFirstOnConnection = isFirstOnConnection
    self.isComplete = isComplete
  }
}
