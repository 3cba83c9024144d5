// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension ExpectedFailures {
  /// Decodes a file's text, UTF-8. Entries with errors are omitted and reported as diagnostics.
  package static func load(text: [UInt8], file: String) -> (ExpectedFailures, [Diagnostic]) {
    let (entries, diagnostics) = Decoder.load(
      text, file, of: "expected failures",
      example: "- { case: digest/stale*, check: exchange-2, verdict: fail, "
        + "reason: …, evidence: … }"
    ) { $1.compactMap($0.expectedFailure) }
    return (ExpectedFailures(file: file, entries: entries), diagnostics)
  }
}

extension Decoder {
  fileprivate func expectedFailure(_ node: YAMLNode) -> ExpectedFailure? {
    guard let fields = fields(node, as: ExpectedFailureKey.self) else { return nil }
    let cases = patterns(.case, fields, "a case's id, * for anything")
    let checks = patterns(.check, fields, "a check's name, * for anything")
    let reason = required(.reason, fields, "why it fails")
    let evidence = required(.evidence, fields, "a link, or the text of a version")
    let verdict: ExpectedFailure.Verdict? = required(
      .verdict, fields, "fail, warn, inconclusive, error, crash or timeout"
    ) { choice($0, "a verdict") }
    let versions = fields[.versions].flatMap { words($0, "versions") }
    let expires = fields[.expires].flatMap(date)
    let over: ExpectedFailure.Transport? = fields[.over].flatMap { choice($0, "a transport") }
    guard let cases, let checks, let reason, let evidence, let verdict else { return nil }
    var failure = ExpectedFailure(location: node.span.start)
    failure.cases = cases
    failure.checks = checks
    failure.verdict = verdict
    failure.reason = reason
    failure.evidence = evidence
    failure.versions = versions
    failure.expires = expires
    failure.transport = over
    return failure
  }

  /// A date such as `2027-05-31`.
  fileprivate func date(_ node: YAMLNode) -> CalendarDate? {
    guard let text = words(node, "a date") else { return nil }
    guard let date = CalendarDate(text) else {
      reportKind(node, expected: "a date, as 2027-05-31")
      return nil
    }
    return date
  }

  /// The patterns of a required key, which has one or a list of them; `nil` if one is not a text.
  func patterns<Key: KeySet>(
    _ key: Key, _ fields: Fields<Key>, _ what: String
  ) -> [NamePattern]? {
    required(key, fields, what) { node in
      var nodes = [node]
      if case .sequence(let list) = node.content, !list.isEmpty { nodes = list }
      let all = nodes.compactMap { node in
        words(node, what).map { NamePattern($0, at: node.span) }
      }
      return all.count == nodes.count ? all : nil
    }
  }
}
