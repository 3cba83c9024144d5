// SPDX-License-Identifier: Apache-2.0

/// What happens to a connection after a reply.
package enum ConnectionFate: String, Hashable, Sendable, CaseIterable {
  /// It may be used again (RFC 9112 9.3).
  case keep
  /// The reply has `Connection: close`, and the server closes the connection.
  case close
  /// The server closes the connection, although the reply has no `Connection: close`.
  case closeSilently = "close-silently"
  /// The server closes the connection without `close_notify` (RFC 8446 6.1); without TLS, like
  /// `closeSilently`.
  case truncate
  /// The server resets the connection: TCP RST.
  case reset
  /// The server sends nothing more and does not close the connection.
  case stall
  /// The server resets the stream with NO_ERROR, because it does not need the rest of the request
  /// (RFC 9113 8.1). An HTTP/1 connection is kept.
  case streamReset = "stream-reset"
}
