// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Scenarios
import Transcripts

extension FieldSection.Line: JSONFormed {
  package static let form = JSONForm<FieldSection.Line>(
    write: { [$0.name, $0.value].json ?? .null },
    read: { json, member throws(JSONValue.Mistake) in
      let pair = try [Octets].form.read(json, member)
      guard pair.count == 2 else { throw JSONValue.Mistake(member: member) }
      return FieldSection.Line(name: pair[0], value: pair[1])
    })
}

extension FieldSection: JSONFormed {
  package static let form = JSONForm<FieldSection>(
    write: { Array($0).json ?? .null },
    read: { json, member throws(JSONValue.Mistake) in
      FieldSection(try [Line].form.read(json, member).map { ($0.name, $0.value) })
    })
}

extension RequestHead: JSONFormed {
  package static let form = JSONForm(
    RequestHead(method: "", target: ""), .must("method", \.method), .must("target", \.target),
    .must("version", \.version), .may("fields", \.fields))
}

extension ResponseHead: JSONFormed {
  package static let form = JSONForm(
    ResponseHead(status: 0), .must("version", \.version), .must("status", \.status),
    .must("reason", \.reason), .may("fields", \.fields))
}

extension Reply: JSONFormed {
  package static let form = JSONForm(
    Reply(content: .nothing), .may("interim", \.interim), .must("content", \.content),
    .must("afterwards", \.afterwards), .may("early", \.isEarly),
    .may("octetsAwaited", \.octetsAwaited), .may("trickle", \.trickle))
}

extension ConnectionFate: JSONFormed {}

extension Trickle: JSONFormed {
  package static let form = JSONForm(
    Trickle(octets: 0, milliseconds: 0), .must("octets", \.octets),
    .must("milliseconds", \.milliseconds), .may("delay", \.delay))
}

extension Reply.Content: JSONFormed {
  package static let form = JSONForm<Reply.Content>(
    write: { content in
      switch content {
      case .response(let response): Reply.Response.form.write(response)
      case .raw(let raw): .members(["raw": raw])
      case .nothing: .string("nothing")
      case .tunnel(let server, let fields):
        .members(["tunnel": server, "fields": fields.isEmpty ? FieldSection?.none : fields])
      case .webSocket(let socket): .members(["websocket": socket.head, "acts": socket.acts])
      case .streamEnd(let end): StreamEnd.form.write(end)
      }
    },
    read: { json, member throws(JSONValue.Mistake) in
      if json.string == "nothing" { return .nothing }
      if let raw: Octets = try json.optional("raw") { return .raw(raw) }
      if let server: Int = try json.optional("tunnel") {
        return .tunnel(to: server, fields: try json.optional("fields") ?? FieldSection())
      }
      if let head: ResponseHead = try json.optional("websocket") {
        return .webSocket(Reply.WebSocket(head: head, acts: try json.part("acts")))
      }
      if let frame: StreamEnd.Frame = try json.optional("frame") {
        return .streamEnd(StreamEnd(frame, try StreamEnd.form.read(json, member).code))
      }
      return .response(try Reply.Response.form.read(json, member))
    })
}

extension Reply.WebSocket.Act: JSONConvertible, JSONFormed {
  package static let form = JSONForm<Reply.WebSocket.Act>(
    write: { act in
      switch act {
      case .send(let octets): .members(["send": octets])
      case .close(let code): .members(["close": code.json ?? .string("empty")])
      case .await(let awaited): .members(["await": awaited.rawValue])
      }
    },
    read: { json, member throws(JSONValue.Mistake) in
      if let octets: Octets = try json.optional("send") { return .send(octets) }
      if json["close"]?.string == "empty" { return .close(code: nil) }
      if let code: Int = try json.optional("close") { return .close(code: code) }
      guard let word = json["await"]?.string,
        let awaited = WebSocketTemplate.Awaited(rawValue: word)
      else { throw JSONValue.Mistake(member: member) }
      return .await(awaited)
    })
}

extension StreamEnd: JSONFormed {
  package static let form = JSONForm(
    StreamEnd(.reset, .noError), .must("frame", \.frame), .must("code", \.code))
}

extension StreamEnd.Frame: JSONFormed {}

extension HTTP2ErrorCode: JSONConvertible, JSONFormed {
  package static let form = JSONForm<HTTP2ErrorCode>.number({ Int64($0.rawValue) }) {
    UInt32(exactly: $0).flatMap(HTTP2ErrorCode.init(rawValue:))
  }
}

extension Reply.Response: JSONFormed {
  package static let form = JSONForm(
    Reply.Response(head: ResponseHead(status: 0)), .must("head", \.head), .must("body", \.body),
    .must("framing", \.framing))
}

extension Reply.Framing: JSONFormed {
  package static let form = JSONForm<Reply.Framing>(
    write: { framing in
      switch framing {
      case .length: .string("length")
      case .untilClose: .string("close")
      case .chunked(let trailers): .members(["trailers": trailers])
      }
    },
    read: { json, member throws(JSONValue.Mistake) in
      switch json.string {
      case "length": return .length
      case "close": return .untilClose
      default: break
      }
      guard let trailers: FieldSection = try json.optional("trailers") else {
        throw JSONValue.Mistake(member: member)
      }
      return .chunked(trailers: trailers)
    })
}
