// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Judging
import Scenarios
import Transcripts

/// A case in an HTTP Archive. Its times count from the start of the run, as those of a recording
/// count from the start of the case.
struct HARPage {
  let result: CaseResult
  let play: Transcript
  /// The start of the run in seconds since 1970.
  let started: Int64

  /// The page.
  var json: JSONValue {
    .members([
      "startedDateTime": time(0), "id": result.played.id,
      "title": "\(result.verdict.glyph.word): \(result.played.scenario.title)",
      "pageTimings": JSONValue.members([:]),
    ])
  }

  /// The entries of its exchanges.
  var entries: [JSONValue] { play.recording.exchanges.map(entry) }

  private func entry(_ exchange: Recording.Exchange) -> JSONValue {
    let server = play.recording.servers[exchange.server]
    let wait = max(0, (exchange.replied ?? exchange.received) - exchange.received)
    return .members([
      "pageref": result.played.id, "startedDateTime": time(exchange.received),
      "time": milliseconds(wait), "request": HARPage.request(exchange, server),
      "response": HARPage.response(exchange), "cache": JSONValue.members([:]),
      "timings": JSONValue.members(["send": 0, "wait": milliseconds(wait), "receive": 0]),
      "serverIPAddress": server.address, "connection": "\(exchange.connection + 1)",
      "comment": "step \(exchange.step + 1), \(server.configuration.name)",
    ])
  }

  // MARK: Messages

  private static func request(
    _ exchange: Recording.Exchange, _ server: Recording.Server
  ) -> JSONValue {
    let head = exchange.request
    let target = text(head.target)
    let url =
      if target.contains("://") { target } else if head.method.equals("CONNECT") {
        "http://\(target)"
      } else { server.url + (target.hasPrefix("/") ? target : "/\(target)") }
    let query = target.firstIndex(of: "?").map { target[target.index(after: $0)...] } ?? ""
    return .members([
      "method": text(head.method), "url": url, "httpVersion": text(head.version),
      "cookies": pairs(text(head.first("Cookie") ?? ""), separator: ";"),
      "headers": fields(head.fields), "queryString": pairs(String(query), separator: "&"),
      "postData": exchange.body.isEmpty
        ? nil
        : JSONValue.members([
          "mimeType": text(head.first("Content-Type") ?? ""), "text": text(exchange.body),
        ]),
      "headersSize": exchange.rawHead?.count ?? -1, "bodySize": exchange.body.count,
      "comment": exchange.isComplete ? nil : "the body was cut short",
    ])
  }

  private static func response(_ exchange: Recording.Exchange) -> JSONValue {
    switch exchange.reply?.content {
    case .response(let response):
      var head = response.head
      if exchange.stream != nil { head.version = exchange.request.version }
      return self.response(head, response.body, comment: nil)
    case .raw(let octets):
      let head = ResponseHead(version: "", status: exchange.status ?? 0)
      return response(head, octets, comment: "the content is the whole reply as it was sent")
    case .webSocket(let socket): return response(socket.head, "", comment: "a websocket")
    case .tunnel: return response(ResponseHead(status: 200), "", comment: "a tunnel")
    case .streamEnd(let end):
      return response(ResponseHead(version: "HTTP/2", status: 0), "", comment: end.words)
    case .nothing, nil:
      return response(ResponseHead(version: "", status: 0), "", comment: "no response")
    }
  }

  private static func response(
    _ head: ResponseHead, _ body: Octets, comment: String?
  ) -> JSONValue {
    let plain = String(validating: body.bytes, as: UTF8.self)
    return .members([
      "status": head.status, "statusText": text(head.reason), "httpVersion": text(head.version),
      "cookies": JSONValue.array(
        head.fields.values(of: "Set-Cookie").map { pair(text($0).prefix { $0 != ";" }) }),
      "headers": fields(head.fields),
      "content": JSONValue.members([
        "size": body.count, "mimeType": text(head.fields.first("Content-Type") ?? "x-unknown"),
        "text": plain ?? text(body.base64), "encoding": plain == nil ? "base64" : nil,
      ]),
      "redirectURL": text(head.fields.first("Location") ?? ""), "headersSize": -1,
      "bodySize": body.count, "comment": comment,
    ])
  }

  private static func fields(_ section: FieldSection) -> JSONValue {
    .array(
      section.map { JSONValue.members(["name": text($0.name), "value": text($0.value)]) })
  }

  private static func pairs(_ text: String, separator: Character) -> JSONValue {
    .array(text.split(separator: separator).map { pair($0.drop { $0 == " " }) })
  }

  private static func pair(_ text: Substring) -> JSONValue {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return .members([
      "name": String(parts[0]), "value": parts.count > 1 ? String(parts[1]) : "",
    ])
  }

  /// Octets as text: UTF-8, or else a character for each octet.
  private static func text(_ octets: Octets) -> String {
    String(validating: octets.bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(octets.bytes.map { UnicodeScalar($0) }))
  }

  // MARK: Times

  private func time(_ nanoseconds: Int64) -> String {
    let milliseconds = "\(1000 + nanoseconds / 1_000_000 % 1000)".dropFirst()
    return "\(Phrases.timestamp(started + nanoseconds / 1_000_000_000)).\(milliseconds)Z"
  }

  private func milliseconds(_ nanoseconds: Int64) -> JSONValue {
    JSONValue.integer(nanoseconds / 1_000_000)
  }
}
