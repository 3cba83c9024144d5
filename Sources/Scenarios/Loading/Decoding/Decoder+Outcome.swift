// SPDX-License-Identifier: Apache-2.0

extension Decoder {
  /// The kinds of error of docs/abilities.md.
  static let errorKinds = [
    "authentication", "credentials", "url", "redirects", "tls", "timeout", "connection", "protocol",
    "body", "cancelled", "internal", "other",
  ]

  /// What the client must report.
  func outcome(_ node: YAMLNode) -> ClientExpectation? {
    guard let fields = fields(node, as: OutcomeKey.self) else { return nil }
    var result = ClientExpectation(location: node.span.start)
    for (key, entry) in fields.known {
      let node = entry.value
      switch key {
      case .status: result.status = oneOrMore(node).compactMap(status)
      case .headers: result.headers = namedValues(node, "header fields")
      case .body: result.body = body(node)
      case .error: result.failure = failure(node) ?? .none
      case .asked: readAsked(node, into: &result)
      case .level: result.level = choice(node, "a level", of: Level.self)
      case .requirement: result.requirement = requirement(node)
      }
    }
    if case .kinds = result.failure, let error = fields.entry(.error) {
      for key in [OutcomeKey.status, .headers, .body] where fields[key] != nil {
        collector.report(
          error.nameSpan,
          "a request ends with an error or with a response: "
            + "error: and \(key.rawValue): cannot both hold",
          hint: "error: allowed accepts either")
      }
    }
    return result
  }

  private func failure(_ node: YAMLNode) -> ClientExpectation.Failure? {
    if case .scalar(let text, _) = node.content {
      switch text {
      case "none": return ClientExpectation.Failure.none
      case "any": return .kinds([])
      case "allowed": return .allowed
      default:
        let all = ["none", "any", "allowed"] + Decoder.errorKinds
        return word(node, "a kind of error", of: all).map { .kinds([$0]) }
      }
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
    guard
      let fields = fields(
        node, as: QuestionKey.self, hint: "as in { server: origin, realm: vault, failures: 0 }")
    else { return nil }
    var question = QuestionExpectation(location: node.span.start)
    for (key, entry) in fields.known {
      let node = entry.value
      switch key {
      case .server: question.server = server(node)
      case .path: question.path = path(node)
      case .realm: question.realm = octets(node, "a realm")
      case .scheme: question.scheme = scheme(node)
      case .failures: question.failures = number(node, "failures", in: 0...1000)
      }
    }
    return question
  }
}
