// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// A request that a connection is answering. It is an object because it is read often and copies
/// are expensive.
final class ServedExchange {
  /// Its index in the recording.
  let index: Int
  let head: RequestHead
  let isFirstOnConnection: Bool
  /// The body has arrived.
  var isComplete: Bool
  /// The reply, once it is decided.
  var reply: Reply?
  /// The reply has started.
  var isAnswering = false
  /// The connection is closed after the reply.
  var closes = false
  /// The reply was sent.
  var isReplied = false

  init(index: Int, head: RequestHead, isFirstOnConnection: Bool, isComplete: Bool) {
    self.index = index
    self.head = head
    self.isFirstOnConnection = isFirstOnConnection
    self.isComplete = isComplete
  }
}
