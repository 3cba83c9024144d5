// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts

/// A response as HTTP/2 sends it: a header section that begins with the status, and a body.
struct HTTP2Response {
  /// The header section.
  let fields: HTTP2Fields
  /// The body; `nil` if the header section ends the stream.
  let body: HTTP2Body?

  init(_ response: Reply.Response, to method: Octets) {
    let head = response.head
    let content = ResponseContent(status: head.status, method: method)
    var fields = HTTP2Fields(of: head)
    var trailers = FieldSection()
    switch response.framing {
    case .length, .untilClose:
      if content.hasLength, !head.fields.has("Content-Length") {
        fields.append(contentLength: response.body.count)
      }
    case .chunked(let last): trailers = last
    }
    self.fields = fields
    let isEmpty = response.body.isEmpty && trailers.isEmpty
    body = content.hasBody && !isEmpty ? HTTP2Body(response.body, trailers: trailers) : nil
  }
}
