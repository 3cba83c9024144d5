// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// A response as HTTP/2 sends it: a header section that begins with the status, and a body.
struct HTTP2Response {
  /// The header section.
  let lines: FieldSection
  /// The body; `nil` if the header section ends the stream.
  let body: HTTP2Body?

  init(_ response: Reply.Response, to method: Octets) {
    let head = response.head
    let content = ResponseContent(status: head.status, method: method)
    var lines = HTTP2Response.lines(of: head)
    var trailers = FieldSection()
    switch response.framing {
    case .length, .untilClose:
      if content.hasLength, !head.fields.has("Content-Length") {
        lines.append("content-length", Octets(String(response.body.count)))
      }
    case .chunked(let last): trailers = last
    }
    self.lines = lines
    let isEmpty = response.body.isEmpty && trailers.isEmpty
    body = content.hasBody && !isEmpty ? HTTP2Body(response.body, trailers: trailers) : nil
  }

  /// The header section of a response, which begins with `:status` (RFC 9113 8.3.2).
  static func lines(of head: ResponseHead) -> FieldSection {
    var lines = FieldSection()
    lines.reserveCapacity(lines: head.fields.count + 2, octets: 512)
    lines.append(":status", Octets(String(head.status)))
    for line in head.fields { lines.append(line.name, line.value) }
    return lines
  }
}
