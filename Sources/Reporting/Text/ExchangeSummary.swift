// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

/// Requests, replies and outcomes in a line each.
struct ExchangeSummary {
  /// The most octets of a value that are shown.
  var limit = 60

  private var fields: FieldSummary { FieldSummary(limit: limit) }

  /// `GET /report`, and the credentials and cookies that it carries.
  func request(_ exchange: Recording.Exchange) -> (line: String, credentials: [String]) {
    let head = exchange.request
    var line =
      Visible.abridged(head.method, to: limit) + " " + Visible.abridged(head.target, to: limit * 2)
    if head.version != "HTTP/1.1" { line += " " + Visible.abridged(head.version, to: limit) }
    if !exchange.body.isEmpty || !exchange.isComplete {
      line += " (body of \(exchange.body.count) octets\(exchange.isComplete ? "" : ", cut short"))"
    }
    let names: [StaticString] = ["Authorization", "Proxy-Authorization"]
    let credentials = names.flatMap { name in
      head.fields.values(of: name).map { "\(name): " + fields.credentials($0) }
    }
    let cookies = head.fields.values(of: "Cookie" as StaticString).prefix(20)
    return (line, credentials + cookies.map { "Cookie: " + fields.whole($0) })
  }

  /// `401`, and the challenges and related fields that it carries.
  func reply(_ exchange: Recording.Exchange, in recording: Recording) -> (
    line: String, fields: [String]
  ) {
    guard let reply = exchange.reply else { return ("no reply: the client went away", []) }
    var words = reply.interim.map { "\($0.status)" }
    var shown: [String] = []
    switch reply.content {
    case .response(let response):
      words.append("\(response.head.status)")
      shown = shownFields(of: response.head.fields)
    case .raw(let octets):
      words.append("octets: \(Visible.abridged(octets, to: limit * 3))")
    case .webSocket(let socket):
      words.append("\(socket.head.status), a websocket")
      shown = shownFields(of: socket.head.fields)
    case .nothing: words.append("nothing")
    case .streamEnd(let end): words.append(end.words)
    case .tunnel(let server, _):
      words.append("200, a tunnel to \(recording.name(ofServer: server))")
    }
    var line = words.joined(separator: ", ")
    switch reply.afterwards {
    case .keep: break
    case .close: line += ", then closes"
    case .closeSilently: line += ", then closes without a word"
    case .truncate: line += ", then closes without close_notify"
    case .reset: line += ", then resets"
    case .stall: line += ", then stalls"
    case .streamReset: line += ", then resets the stream"
    }
    if exchange.replied == nil { line += " (not sent to its end)" }
    return (line, shown)
  }

  private static let shownNames: [StaticString] = [
    "WWW-Authenticate", "Proxy-Authenticate", "Authentication-Info", "Proxy-Authentication-Info",
    "Location", "Set-Cookie", "Connection",
  ]

  private func shownFields(of section: FieldSection) -> [String] {
    ExchangeSummary.shownNames.flatMap { name in
      section.values(of: name).prefix(20).map { "\(name): " + fields.challenge($0) }
    }
  }

  /// The client's result of a request.
  func outcome(_ outcome: ClientOutcome) -> String {
    switch outcome {
    case .response(let response): response.status.map(String.init) ?? "ended well"
    case .failure(let failure):
      "error \(failure.kind.rawValue): \(Visible.cut(Visible.line(failure.message), to: limit * 4))"
    case .unsupported(let reason): "cannot: \(Visible.cut(Visible.line(reason), to: limit * 4))"
    case .hung(let words):
      "did not come to an end in time"
        + (words.isEmpty ? "" : ": \(onOneLine(words))")
    case .faulty(let reason): "a fault: \(onOneLine(reason))"
    case .crashed(let remains): "crashed: \(onOneLine(remains))"
    }
  }

  /// The output of a process on one line.
  private func onOneLine(_ words: String) -> String {
    let lines = words.split(whereSeparator: \.isNewline).joined(separator: " ")
    return Visible.cut(Visible.line(lines), to: limit * 10)
  }

  /// A client's question and its answer.
  func question(_ asked: AnsweredQuestion) -> String {
    var text = "asks for \(asked.question.scheme.map { Visible.line($0) } ?? "credentials")"
    if let realm = asked.question.realm {
      text += " in realm \"\(Visible.abridged(realm, to: limit))\""
    }
    if let failures = asked.question.failures, failures > 0 { text += " (\(failures) refused)" }
    switch asked.answer {
    case .credentials(let given):
      text += given.token == nil ? ": \(Visible.abridged(given.user, to: limit))" : ": a token"
    case .cancel: text += ": cancelled"
    }
    return text
  }
}
