// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

/// Turns the reply to a request into octets.
struct ReplyWriter {
  private let reply: Reply
  private let method: Octets
  private let persistence: ConnectionPersistence
  /// The server is an HTTP/1.0 server.
  private let isHTTP10: Bool
  /// The framing of the body for this client.
  private let framing: Reply.Framing
  /// `true` if the connection is closed after the reply.
  let closes: Bool

  /// A writer of the reply to a request.
  init(_ reply: Reply, to request: RequestHead, isHTTP10: Bool) {
    self.reply = reply
    self.isHTTP10 = isHTTP10
    method = request.method
    (persistence, framing, closes) = ReplyWriter.ending(of: reply, to: request, isHTTP10: isHTTP10)
  }

  /// `true` if the connection is closed after the reply to a request.
  static func closes(_ reply: Reply, to request: RequestHead, isHTTP10: Bool) -> Bool {
    ending(of: reply, to: request, isHTTP10: isHTTP10).closes
  }

  private static func ending(
    of reply: Reply, to request: RequestHead, isHTTP10: Bool
  ) -> (persistence: ConnectionPersistence, framing: Reply.Framing, closes: Bool) {
    guard case .response(let response) = reply.content else {
      if case .streamEnd = reply.content { return (.isPersistent, .length, true) }
      return (.isPersistent, .length, closes(reply.afterwards, .length, .isPersistent))
    }
    let persistence = ConnectionPersistence.of(
      request, isHTTP10: isHTTP10 || response.head.version.equals("HTTP/1.0"))
    let framing = framing(of: response, for: request)
    return (persistence, framing, closes(reply.afterwards, framing, persistence))
  }

  private static func closes(
    _ afterwards: ConnectionFate, _ framing: Reply.Framing, _ persistence: ConnectionPersistence
  ) -> Bool {
    switch afterwards {
    case .close, .closeSilently, .truncate: true
    case .reset, .stall: false
    case .keep, .streamReset: framing == .untilClose || !persistence.contains(.isPersistent)
    }
  }

  /// "A server MUST NOT send a response containing Transfer-Encoding unless the corresponding
  /// request indicates HTTP/1.1 (or later minor revisions)" (RFC 9112 6.1): the connection is
  /// closed at the end of the body instead, as libmicrohttpd does. A Transfer-Encoding that the
  /// scenario writes itself is left as it is.
  private static func framing(
    of response: Reply.Response, for request: RequestHead
  ) -> Reply.Framing {
    guard case .chunked = response.framing, request.version.equals("HTTP/1.0"),
      response.head.fields.count(of: "Transfer-Encoding") == 0
    else { return response.framing }
    return .untilClose
  }

  /// Adds the octets of the reply.
  func write(to output: inout [UInt8]) {
    for head in reply.interim { writeHead(head, to: &output) }
    switch reply.content {
    case .response(let response): write(response, to: &output)
    case .raw(let octets): output.append(contentsOf: octets.bytes)
    case .nothing, .streamEnd: break
    case .tunnel(_, let fields):
      writeHead(ResponseHead(status: 200, fields: fields), to: &output)
    case .webSocket(let socket): writeHead(socket.head, to: &output)
    }
  }

  private func write(_ response: Reply.Response, to output: inout [UInt8]) {
    let head = response.head
    output.reserveCapacity(output.count + 512 + response.body.count)
    writeStatusLine(head, to: &output)
    if head.fields.count(of: "Connection") == 0 {
      writeConnection(to: &output)
    }
    writeFields(head.fields, to: &output)
    let isFramed =
      head.fields.count(of: "Content-Length") > 0 || head.fields.count(of: "Transfer-Encoding") > 0
    let content = ResponseContent(status: head.status, method: method)
    if !isFramed, content.hasLength { writeFraming(response, to: &output) }
    output.append(contentsOf: "\r\n".utf8)
    if content.hasBody { writeBody(response, to: &output) }
  }

  // MARK: Head

  private func writeHead(_ head: ResponseHead, to output: inout [UInt8]) {
    writeStatusLine(head, to: &output)
    writeFields(head.fields, to: &output)
    output.append(contentsOf: "\r\n".utf8)
  }

  ///     status-line = HTTP-version SP status-code SP [ reason-phrase ]
  private func writeStatusLine(_ head: ResponseHead, to output: inout [UInt8]) {
    if isHTTP10, head.version.equals("HTTP/1.1") {
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
  private func writeConnection(to output: inout [UInt8]) {
    switch reply.afterwards {
    case .close: output.append(contentsOf: "Connection: close\r\n".utf8)
    case .keep where closes:
      output.append(contentsOf: "Connection: close\r\n".utf8)
    case .keep where persistence.contains(.saysKeepAlive):
      output.append(contentsOf: "Connection: Keep-Alive\r\n".utf8)
    case .keep, .closeSilently, .truncate, .reset, .stall, .streamReset: break
    }
  }

  private func writeFraming(_ response: Reply.Response, to output: inout [UInt8]) {
    switch framing {
    case .length:
      output.append(contentsOf: "Content-Length: ".utf8)
      output.append(contentsOf: String(response.body.count).utf8)
      output.append(contentsOf: "\r\n".utf8)
    case .chunked: output.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
    case .untilClose: break
    }
  }

  // MARK: Body

  ///     chunked-body = *chunk last-chunk trailer-section CRLF
  private func writeBody(_ response: Reply.Response, to output: inout [UInt8]) {
    guard case .chunked(let trailers) = framing else {
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
