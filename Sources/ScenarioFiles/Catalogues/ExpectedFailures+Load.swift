// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension ExpectedFailures {
  /// Decodes a file's text, UTF-8. Entries with errors are omitted and reported as diagnostics.
  package static func load(text: [UInt8], file: String) -> (ExpectedFailures, [Diagnostic]) {
    let (entries, diagnostics) = Decoder.load(
      text, file, of: "expected failures", as: Forms.expectedFailure, blank: ExpectedFailure.init)
    return (ExpectedFailures(file: file, entries: entries), diagnostics)
  }
}

extension Forms {
  static let expectedFailure: YAMLForm<ExpectedFailure> = .init(
    "an expected failure",
    hint:
      "as in - { case: digest/stale*, check: exchange-2, verdict: fail, reason: …, evidence: … }",
    .must("case", \.cases, .patterns(caseWords), caseWords),
    .must("check", \.checks, .patterns(checkWords), checkWords),
    .must(
      "verdict", \.verdict, .choice("a verdict"),
      "fail, warn, inconclusive, error, crash or timeout"),
    .must("reason", \.reason, .words("why it fails"), "why it fails"),
    .must("evidence", \.evidence, .words(evidenceWords), evidenceWords),
    .option("versions", \.versions, .words("versions")),
    .option("expires", \.expires, .date),
    .option("over", \.transport, .choice("a transport")))

  static let caseWords = "a case's id, * for anything"
  static let checkWords = "a check's name, * for anything"
  private static let evidenceWords = "a link, or the text of a version"
}

extension YAMLKind<CalendarDate> {
  /// A date such as `2027-05-31`.
  fileprivate static let date = YAMLKind(.text) { decoder, node in
    guard let text = decoder.words(node, "a date") else { return nil }
    guard let date = CalendarDate(text) else {
      decoder.reportKind(node, expected: "a date, as 2027-05-31")
      return nil
    }
    return date
  }
}
