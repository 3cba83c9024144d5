// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Forms {
  static let outcome: YAMLForm<ClientExpectation> = .init(
    "what the client reports",
    .may("status", \.status, statuses),
    .may("headers", \.headers, .namedValues("header fields")),
    .option("body", \.body, .body),
    .option("messages", \.messages, .messages),
    .may("error", \.failure, .failure),
    .custom("asked", .any([.range, asked.schema, .list(question.schema)])) {
      $0.readAsked($1, into: &$2)
    },
    .level(\.level),
    .requirement(\.requirement))

  static let asked: YAMLForm<ClientExpectation> = .init(
    "asked",
    .option("times", \.asked, .range(upTo: 1000)),
    .option("realm", \.askedRealm, .octets("a realm")),
    .option("scheme", \.askedScheme, .scheme))

  /// One question, as in `{ server: proxy, realm: gate, scheme: basic, failures: 0 }`.
  static let question: YAMLForm<QuestionExpectation> = .init(
    "a question", hint: "as in { server: origin, realm: vault, failures: 0 }",
    .option("server", \.server, .server),
    .option("path", \.path, .path),
    .option("realm", \.realm, .octets("a realm")),
    .option("scheme", \.scheme, .scheme),
    .option("scope", \.scope, .octets("a scope")),
    .option("failures", \.failures, .number("failures", 0...1000)))
}

extension YAMLKind<ClientExpectation.Failure> {
  private static let words: KeyValuePairs<String, ClientExpectation.Failure> = [
    "none": .none, "any": .kinds([]), "allowed": .allowed,
  ]
  private static let kind = YAMLKind<String>.word("a kind of error", of: Decoder.errorKinds)

  fileprivate static let failure = YAMLKind(
    .any([.words(words.map(\.key) + Decoder.errorKinds), .list(kind.schema, least: 1)])
  ) { decoder, node in
    if case .scalar(let text, _) = node.content {
      return words.first { $0.key == text }?.value
        ?? decoder.word(node, "a kind of error", of: words.map(\.key) + Decoder.errorKinds)
        .map { .kinds([$0]) }
    }
    guard let nodes = decoder.list(node, of: "kinds of error") else { return nil }
    if nodes.isEmpty { decoder.report(node, "no kind of error is named", hint: "error: any") }
    return .kinds(nodes.compactMap { kind.read(decoder, $0) })
  }
}

extension Decoder {
  /// The kinds of error of docs/abilities.md.
  static let errorKinds = [
    "authentication", "credentials", "url", "redirects", "tls", "timeout", "connection", "protocol",
    "body", "cancelled", "internal", "other",
  ]

  /// What the client must report.
  func outcome(_ node: YAMLNode) -> ClientExpectation? {
    guard let fields = fields(node, as: Forms.outcome) else { return nil }
    var outcome = ClientExpectation(location: node.span.start)
    fields.read(into: &outcome, by: self)
    if case .kinds = outcome.failure, let error = fields.entry("error") {
      for entry in fields.entries(of: "status", "headers", "body", "messages") {
        collector.report(
          error.nameSpan,
          "a request ends with an error or with a response: "
            + "error: and \(entry.name): cannot both hold",
          hint: "error: allowed accepts either")
      }
    }
    return outcome
  }

  fileprivate func readAsked(_ node: YAMLNode, into result: inout ClientExpectation) {
    switch node.content {
    case .mapping: result = read(node, as: Forms.asked, into: result) ?? result
    case .sequence(let nodes):
      result.asked = nodes.count...nodes.count
      result.questions = nodes.compactMap {
        read($0, as: Forms.question, into: QuestionExpectation(location: $0.span.start))
      }
    case .scalar, .broken: result.asked = range(node, upTo: 1000)
    }
  }
}
