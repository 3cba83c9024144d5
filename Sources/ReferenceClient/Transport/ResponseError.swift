// SPDX-License-Identifier: Apache-2.0

/// The reason why a response is malformed.
enum ResponseError: Error, Hashable, Sendable {
  /// The status line is malformed (RFC 9112 4).
  case statusLine
  /// A field line is malformed (RFC 9112 5).
  case fieldLine
  /// The header section is longer than the client's limit.
  case headTooLong
  /// Content-Length is not a number, or there are two (RFC 9112 6.3).
  case contentLength
  /// A chunk's size is not a number, or its end is missing (RFC 9112 7.1).
  case chunk
  /// The body is longer than the client's limit.
  case bodyTooLong
  /// There are more interim responses than the client's limit.
  case tooManyInterim
  /// The frames are those of no response (RFC 9113 8.1.1).
  case frames
  /// The connection ended before the response did.
  case truncated

  /// A description for people.
  var message: String {
    switch self {
    case .statusLine: "the response has no status line"
    case .fieldLine: "a field line of the response has no colon, or a blank before it"
    case .headTooLong: "the head of the response is too long"
    case .contentLength: "the response's Content-Length is not a number"
    case .chunk: "a chunk of the response has no size"
    case .bodyTooLong: "the body of the response is too long"
    case .tooManyInterim: "too many interim responses"
    case .frames: "the HTTP/2 frames do not form a response"
    case .truncated: "the connection ended before the response did"
    }
  }
}
