// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Decoder {
  /// The kinds of error of docs/abilities.md.
  static let errorKinds = [
    "authentication", "credentials", "url", "redirects", "tls", "timeout", "connection", "protocol",
    "body", "cancelled", "internal", "other",
  ]

  /// What the client must report.
  func outcome(_ node: YAMLNode) -> ClientExpectation? {
    guard let fields = fields(node, as: OutcomeKey.self) else { return nil }
    let outcome = fields.read(into: ClientExpectation(location: node.span.start)) {
      key, node, outcome in
      switch key {
      case .status: outcome.status = oneOrMore(node).compactMap(status)
      case .headers: outcome.headers = namedValues(node, "header fields")
      case .body: outcome.body = body(node)
      case .messages: outcome.messages = messages(node)
      case .error: set(&outcome.failure, failure(node))
      case .asked: readAsked(node, into: &outcome)
      case .level: outcome.level = choice(node, "a level")
      case .requirement: outcome.requirement = requirement(node)
      }
    }
    if case .kinds = outcome.failure, let error = fields.entry(.error) {
      for entry in fields.entries(of: .status, .headers, .body, .messages) {
        collector.report(
          error.nameSpan,
          "a request ends with an error or with a response: "
            + "error: and \(entry.name): cannot both hold",
          hint: "error: allowed accepts either")
      }
    }
    return outcome
  }

  private func failure(_ node: YAMLNode) -> ClientExpectation.Failure? {
    if case .scalar(let text, _) = node.content {
      let words: [String: ClientExpectation.Failure] = [
        "none": .none, "any": .kinds([]), "allowed": .allowed,
      ]
      let all = ["none", "any", "allowed"] + Decoder.errorKinds
      return words[text] ?? word(node, "a kind of error", of: all).map { .kinds([$0]) }
    }
    guard let nodes = list(node, of: "kinds of error") else { return nil }
    if nodes.isEmpty { report(node, "no kind of error is named", hint: "error: any") }
    return .kinds(nodes.compactMap { word($0, "a kind of error", of: Decoder.errorKinds) })
  }

  private func readAsked(_ node: YAMLNode, into result: inout ClientExpectation) {
    switch node.content {
    case .mapping:
      guard let fields = fields(node, as: AskedKey.self) else { return }
      result.asked = fields[.times].flatMap { range($0, upTo: 1000) }
      result.askedRealm = fields[.realm].flatMap { octets($0, "a realm") }
      result.askedScheme = fields[.scheme].flatMap(scheme)
    case .sequence(let nodes):
      result.asked = nodes.count...nodes.count
      result.questions = nodes.compactMap(question)
    case .scalar, .broken: result.asked = range(node, upTo: 1000)
    }
  }

  /// One question, as in `{ server: proxy, realm: gate, scheme: basic, failures: 0 }`.
  private func question(_ node: YAMLNode) -> QuestionExpectation? {
    read(
      node, as: QuestionKey.self, hint: "as in { server: origin, realm: vault, failures: 0 }",
      into: QuestionExpectation(location: node.span.start)
    ) { key, node, question in
      switch key {
      case .server: question.server = server(node)
      case .path: question.path = path(node)
      case .realm: question.realm = octets(node, "a realm")
      case .scheme: question.scheme = scheme(node)
      case .scope: question.scope = octets(node, "a scope")
      case .failures: question.failures = number(node, "failures", in: 0...1000)
      }
    }
  }
}
