// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// What must be seen, in sentences.
enum ExpectationProse {
  /// A sentence for each expectation.
  static func sentences(_ expect: Expectations) -> [String] {
    var sentences = expect.given.map { "Given that \(exchanges($0)):" }
    let own = mark(expect.level, expect.requirement)
    if !own.isEmpty { sentences.append("Where nothing else is said:\(own)") }
    sentences += expect.servers.map { "\(exchanges($0, isFirst: true))." }
    sentences += expect.handshakes.map(TLSProse.handshakes)
    sentences += expect.never.map { never in
      let server = never.server.map { " to \(Visible.line($0))" } ?? ""
      return "Never \(PatternProse.request(never.pattern))\(server)"
        + mark(never.level, never.requirement) + "."
    }
    if !expect.order.isEmpty {
      let items = expect.order.map { item in
        exchange(item.exchange) + (item.server.map { " to \(Visible.line($0))" } ?? "")
      }
      sentences.append("Over all servers, \(Phrases.joined(items, "then")).")
    }
    if let client = expect.client { sentences += self.client(client) }
    sentences += expect.stored.map { stored in
      let name = Visible.line(stored.account.name)
      return "The files of the client contain the login of \(name) \(stored.count.often)."
    }
    for alternative in expect.oneOf {
      sentences.append(
        "Or, as one of \(expect.oneOf.count) ways, \(Visible.line(alternative.title)):")
      sentences += self.sentences(alternative.expectations)
    }
    sentences += expect.observations.map { observation in
      let server = observation.server.map { " to \(Visible.line($0))" } ?? ""
      let seen = "\(PatternProse.request(observation.pattern))\(server)"
      return "Noted: \(Visible.line(observation.title)) (\(seen))"
        + mark(nil, observation.requirement) + "."
    }
    return sentences
  }

  private static func exchanges(_ server: ServerExpectation, isFirst: Bool = false) -> String {
    let name = Visible.line(server.server)
    guard !server.exchanges.isEmpty else { return "\(name) sees no request" }
    return "\(name) sees " + Phrases.joined(server.exchanges.map(exchange), "then")
  }

  private static func exchange(_ exchange: ExchangeExpectation) -> String {
    var text = PatternProse.request(exchange.pattern)
    switch exchange.replied {
    case .status(let status): text += " (replied \(status))"
    case .challenge: text += " (challenged)"
    case nil: break
    }
    switch exchange.count {
    case 1...1: break
    case 0...1: text += ", perhaps"
    default: text += ", \(exchange.count.often)"
    }
    return text + mark(exchange.level, exchange.requirement)
  }

  private static func client(_ client: ClientExpectation) -> [String] {
    var words: [String] = []
    if !client.status.isEmpty {
      words.append("the status \(Phrases.joined(client.status.map(String.init), "or"))")
    }
    words += client.headers.map { PatternProse.named($0, "the header ") }
    if let body = client.body { words.append(PatternProse.body(body)) }
    if let messages = client.messages {
      words += messages.map { "the message \"\(PatternProse.text($0))\"" }
      if messages.isEmpty { words.append("no message") }
    }
    switch client.failure {
    case .none: if words.isEmpty { words.append("a response") }
    case .kinds(let kinds):
      let named = kinds.map { Visible.line($0) }
      words.append(
        named.isEmpty ? "an error" : "an error of the kind \(Phrases.joined(named, "or"))")
    case .allowed: words.append("or an error")
    }
    var sentences = [
      "The client reports \(words.joined(separator: ", "))"
        + mark(client.level, client.requirement) + "."
    ]
    if let questions = client.questions, !questions.isEmpty {
      sentences.append(
        "It asks for credentials \(Phrases.joined(questions.map(question), "then")).")
    } else if let asked = client.asked {
      let realm = client.askedRealm.map { " for the realm \"\(Visible.line($0))\"" } ?? ""
      sentences.append("It asks for credentials\(realm) \(asked.often).")
    }
    return sentences
  }

  /// `about proxy, for the realm "gate", in the scheme basic, with 0 refused`
  private static func question(_ question: QuestionExpectation) -> String {
    var words: [String] = []
    if let server = question.server { words.append("about \(Visible.line(server))") }
    if let path = question.path { words.append("at \(PatternProse.text(path))") }
    if let realm = question.realm { words.append("for the realm \"\(Visible.line(realm))\"") }
    if let scheme = question.scheme { words.append("in the scheme \(Visible.line(scheme))") }
    if let scope = question.scope { words.append("for the scope \"\(Visible.line(scope))\"") }
    if let failures = question.failures { words.append("with \(failures) refused") }
    return words.isEmpty ? "once" : words.joined(separator: ", ")
  }

  /// How binding it is and which requirement it is about, where it says so itself: ` [MUST R049]`.
  private static func mark(_ level: Level?, _ requirement: String?) -> String {
    let words = [level.map { Phrases.word(for: $0) }, requirement].compactMap(\.self)
    return words.isEmpty ? "" : " [\(words.joined(separator: " "))]"
  }
}
