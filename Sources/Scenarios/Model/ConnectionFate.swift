// SPDX-License-Identifier: Apache-2.0

/// What becomes of a connection after a reply.
package enum ConnectionFate: String, Hashable, Sendable, CaseIterable {
  /// It may be used again (RFC 9112 9.3).
  case keep
  /// The reply says `Connection: close`, and the server closes.
  case close
  /// The server closes without having said so.
  case closeSilently = "close-silently"
  /// The server ends the connection without `close_notify` (RFC 8446 6.1); without TLS, as
  /// `closeSilently`.
  case truncate
  /// The server resets the connection: TCP RST.
  case reset
  /// Nothing more is sent and nothing is closed, until the client gives up.
  case stall
  /// The server resets the stream with NO_ERROR, as it needs no more of the request (RFC 9113 8.1);
  /// an HTTP/1 connection is kept.
  case streamReset = "stream-reset"
}
