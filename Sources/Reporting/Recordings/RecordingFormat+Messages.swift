// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import JSON
import Transcripts

extension RecordingFormat {
  static func value(_ section: FieldSection) -> JSONValue? {
    .listed(section.map { .array([octets($0.name), octets($0.value)]) })
  }

  static func fields(_ value: JSONValue, _ name: String) throws(Mistake) -> FieldSection {
    var section = FieldSection()
    let lines = try value.list(name) { line throws(Mistake) in
      guard let pair = line.array, pair.count == 2, let name = pair[0].string,
        let text = pair[1].string, let field = Octets(latin1: name),
        let content = Octets(latin1: text)
      else { throw Mistake(member: "fields") }
      return (field, content)
    }
    for (name, content) in lines { section.append(name, content) }
    return section
  }

  static func value(_ head: RequestHead) -> JSONValue {
    .members([
      "method": octets(head.method), "target": octets(head.target),
      "version": octets(head.version), "fields": value(head.fields),
    ])
  }

  static func requestHead(_ value: JSONValue) throws(Mistake) -> RequestHead {
    RequestHead(
      method: try value.octets("method"), target: try value.octets("target"),
      version: try value.octets("version"), fields: try fields(value, "fields"))
  }

  static func value(_ head: ResponseHead) -> JSONValue {
    .members([
      "version": octets(head.version), "status": .integer(head.status),
      "reason": octets(head.reason), "fields": value(head.fields),
    ])
  }

  static func responseHead(_ value: JSONValue) throws(Mistake) -> ResponseHead {
    ResponseHead(
      version: try value.octets("version"), status: try value.count("status"),
      reason: try value.octets("reason"), fields: try fields(value, "fields"))
  }

  // MARK: Replies

  static func value(_ reply: Reply) -> JSONValue {
    .members([
      "interim": .listed(reply.interim.map { value($0) }), "content": value(reply.content),
      "afterwards": .string(reply.afterwards.rawValue), "early": reply.isEarly ? .bool(true) : nil,
      "trickle": reply.trickle.map {
        .members([
          "octets": .integer($0.octets), "milliseconds": .integer($0.milliseconds),
          "delay": $0.delay > 0 ? .integer($0.delay) : nil,
        ])
      },
    ])
  }

  static func reply(_ value: JSONValue) throws(Mistake) -> Reply {
    let trickle = try value["trickle"].map { trickle throws(Mistake) in
      Trickle(
        octets: try trickle.count("octets"), milliseconds: try trickle.count("milliseconds"),
        delay: trickle["delay"] == nil ? 0 : try trickle.count("delay"))
    }
    return Reply(
      content: try content(try value.member("content")),
      afterwards: try value.word("afterwards", ConnectionFate.self),
      interim: try value.list("interim") { head throws(Mistake) in try responseHead(head) },
      isEarly: value.flag("early"), trickle: trickle)
  }

  private static func value(_ content: Reply.Content) -> JSONValue {
    switch content {
    case .response(let response):
      .members([
        "head": value(response.head), "body": octets(response.body),
        "framing": value(response.framing),
      ])
    case .raw(let raw): .members(["raw": octets(raw)])
    case .nothing: .string("nothing")
    case .tunnel(let server): .members(["tunnel": .integer(server)])
    }
  }

  private static func content(_ value: JSONValue) throws(Mistake) -> Reply.Content {
    if value.string == "nothing" { return .nothing }
    if value["raw"] != nil { return .raw(try value.octets("raw")) }
    if value["tunnel"] != nil { return .tunnel(to: try value.count("tunnel")) }
    return .response(
      Reply.Response(
        head: try responseHead(try value.member("head")), body: try value.octets("body"),
        framing: try framing(try value.member("framing"))))
  }

  private static func value(_ framing: Reply.Framing) -> JSONValue {
    switch framing {
    case .length: .string("length")
    case .untilClose: .string("close")
    case .chunked(let trailers): .members(["trailers": value(trailers) ?? .array([])])
    }
  }

  private static func framing(_ value: JSONValue) throws(Mistake) -> Reply.Framing {
    switch value.string {
    case "length": return .length
    case "close": return .untilClose
    default: break
    }
    guard value["trailers"] != nil else { throw Mistake(member: "framing") }
    return .chunked(trailers: try fields(value, "trailers"))
  }
}
