internal import HTTPAuth

/// Turns a reply into the octets of it.
struct ReplyWriter {
  /// The request's method.
  var method: Octets
  /// What the request says about the connection.
  var persistence: Persistence
  /// The server is an HTTP/1.0 server.
  var isHTTP10: Bool

  /// True when the connection is closed once the reply is out.
  func closes(after reply: Reply) -> Bool {
    switch reply.afterwards {
    case .close, .closeSilently: return true
    case .reset, .stall: return false
    case .keep: break
    }
    guard case .response(let response) = reply.content else { return false }
    return response.framing == .untilClose || !persistence.contains(.isPersistent)
  }

  /// Adds the octets of a reply.
  func write(_ reply: Reply, to output: inout [UInt8]) {
    for head in reply.interim {
      writeStatusLine(head, to: &output)
      writeFields(head.fields, to: &output)
      output.append(contentsOf: "\r\n".utf8)
    }
    switch reply.content {
    case .response(let response): write(response, of: reply, to: &output)
    case .raw(let octets): output.append(contentsOf: octets.bytes)
    case .nothing: break
    case .tunnel:
      writeStatusLine(ResponseHead(status: 200), to: &output)
      output.append(contentsOf: "\r\n".utf8)
    }
  }

  private func write(_ response: Reply.Response, of reply: Reply, to output: inout [UInt8]) {
    let head = response.head
    output.reserveCapacity(output.count + 512 + response.body.count)
    writeStatusLine(head, to: &output)
    if head.fields.count(of: "Connection") == 0 {
      writeConnection(of: reply, to: &output)
    }
    writeFields(head.fields, to: &output)
    let isFramed =
      head.fields.count(of: "Content-Length") > 0 || head.fields.count(of: "Transfer-Encoding") > 0
    if !isFramed, hasFraming(head.status) { writeFraming(response, to: &output) }
    output.append(contentsOf: "\r\n".utf8)
    if hasBody(head.status) { writeBody(response, to: &output) }
  }

  // MARK: Head

  ///     status-line = HTTP-version SP status-code SP [ reason-phrase ]
  private func writeStatusLine(_ head: ResponseHead, to output: inout [UInt8]) {
    if isHTTP10, head.version == "HTTP/1.1" {
      output.append(contentsOf: "HTTP/1.0".utf8)
    } else {
      output.append(contentsOf: head.version.bytes)
    }
    output.append(0x20)
    output.append(contentsOf: String(head.status).utf8)
    output.append(0x20)
    if head.reason.isEmpty {
      ReasonPhrase.append(of: head.status, to: &output)
    } else {
      output.append(contentsOf: head.reason.bytes)
    }
    output.append(contentsOf: "\r\n".utf8)
  }

  private func writeFields(_ fields: FieldSection, to output: inout [UInt8]) {
    for line in fields {
      output.append(contentsOf: line.name.bytes)
      output.append(contentsOf: ": ".utf8)
      output.append(contentsOf: line.value.bytes)
      output.append(contentsOf: "\r\n".utf8)
    }
  }

  /// "A server that does not support persistent connections MUST send the "close" connection option
  /// in every response message that does not have a 1xx status code" (RFC 9112 9.6).
  private func writeConnection(of reply: Reply, to output: inout [UInt8]) {
    switch reply.afterwards {
    case .close: output.append(contentsOf: "Connection: close\r\n".utf8)
    case .keep where closes(after: reply):
      output.append(contentsOf: "Connection: close\r\n".utf8)
    case .keep where persistence.contains(.saysKeepAlive):
      output.append(contentsOf: "Connection: Keep-Alive\r\n".utf8)
    case .keep, .closeSilently, .reset, .stall: break
    }
  }

  private func writeFraming(_ response: Reply.Response, to output: inout [UInt8]) {
    switch response.framing {
    case .length:
      output.append(contentsOf: "Content-Length: ".utf8)
      output.append(contentsOf: String(response.body.count).utf8)
      output.append(contentsOf: "\r\n".utf8)
    case .chunked: output.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
    case .untilClose: break
    }
  }

  // MARK: Body

  /// "A server MUST NOT send a Transfer-Encoding (Content-Length) header field in any response with a
  /// status code of 1xx (Informational) or 204 (No Content)" nor "in any 2xx (Successful) response to
  /// a CONNECT request" (RFC 9112 6.1, RFC 9110 8.6); for 304 neither has to be there.
  private func hasFraming(_ status: Int) -> Bool {
    status >= 200 && status != 204 && status != 304 && !isTunnel(status)
  }

  /// "Any response to a HEAD request and any response with a 1xx (Informational), 204 (No Content), or
  /// 304 (Not Modified) status code is always terminated by the first empty line" (RFC 9112 6.3).
  private func hasBody(_ status: Int) -> Bool { hasFraming(status) && method != "HEAD" }

  private func isTunnel(_ status: Int) -> Bool {
    (200..<300).contains(status) && method == "CONNECT"
  }

  ///     chunked-body = *chunk last-chunk trailer-section CRLF
  private func writeBody(_ response: Reply.Response, to output: inout [UInt8]) {
    guard case .chunked(let trailers) = response.framing else {
      output.append(contentsOf: response.body.bytes)
      return
    }
    if !response.body.isEmpty {
      output.append(contentsOf: String(response.body.count, radix: 16, uppercase: true).utf8)
      output.append(contentsOf: "\r\n".utf8)
      output.append(contentsOf: response.body.bytes)
      output.append(contentsOf: "\r\n".utf8)
    }
    output.append(contentsOf: "0\r\n".utf8)
    writeFields(trailers, to: &output)
    output.append(contentsOf: "\r\n".utf8)
  }
}
