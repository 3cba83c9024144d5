// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// What an auditor needs to grade failures, in Markdown: for each the sentence of the RFC with its
/// keyword, what was expected and observed, the octets, and who passes; the grade is left empty.
package struct AuditPage {
  private let sample: AuditSample
  private let context: ReportContext
  /// The most clients that are named as passing.
  private static let mostNamed = 3

  /// The page of a draw.
  package init(_ sample: AuditSample, context: ReportContext) {
    self.sample = sample
    self.context = context
  }

  /// The table, and a section for each failure.
  package var markdown: String {
    let sections = sample.failures.enumerated().map { section($0 + 1, $1) }
    return """
      Drawn with seed \(sample.seed): \(Phrases.count(sample.failures.count, "failure")) of level \
      must of \(Phrases.count(sample.population)).

      \(table)
      \(sections.joined(separator: "\n"))
      """
  }

  private var table: String {
    let heads = ["#", "case", "client", "requirement", "first", "second", "why"]
    let rows = sample.failures.enumerated().map { index, failure in
      [
        "[\(index + 1)](#failure-\(index + 1))", MarkdownTable.plain(failure.played),
        MarkdownTable.plain(failure.client), failure.finding.requirements.joined(separator: " "),
        "", "", "",
      ]
    }
    return MarkdownTable.text(heads, rows)
  }

  private func section(_ number: Int, _ failure: AuditSample.Failure) -> String {
    let finding = failure.finding
    let file = "../Scenarios/\(Visible.line(failure.scenario)).yaml"
    var rows = [
      ["case", "\(MarkdownTable.plain(failure.played)) ([scenario](\(file)))"],
      ["client", MarkdownTable.plain(failure.client)],
      ["check", "`\(Visible.line(finding.check))`: \(MarkdownTable.plain(finding.title))"],
    ]
    for id in finding.requirements {
      guard let requirement = context.requirements[id] else {
        rows.append(["requirement", MarkdownTable.plain(id)])
        continue
      }
      let text = MarkdownTable.plain(requirement.text)
      rows.append(["requirement", "\(id), \(requirement.source): \(text)"])
      rows.append(["sentence", requirement.sentence.map(MarkdownTable.plain) ?? "**none**"])
    }
    let texts = [
      ("expected", finding.expected), ("observed", finding.observed),
      ("because", finding.diagnosis), ("known", finding.known),
    ]
    for case (let label, let text?) in texts { rows.append([label, MarkdownTable.plain(text)]) }
    rows.append(["passes", passing(failure)])
    // A line of the exchanges may have three backticks of its own; a fence of tildes is not closed
    // by them.
    return """
      ### Failure \(number)

      \(MarkdownTable.text(["", ""], rows))
      ~~~text
      \(octets(failure))
      ~~~

      """
  }

  /// The exchanges; of many lines, the first and the last.
  private func octets(_ failure: AuditSample.Failure) -> String {
    let lines = failure.exchanges.split(separator: "\n").map { Visible.line(String($0)) }
    guard lines.count > 32 else { return lines.joined(separator: "\n") }
    let between = "  … \(lines.count - 30) lines more …"
    return (lines.prefix(24) + [between] + lines.suffix(6)).joined(separator: "\n")
  }

  /// Clients that pass the same case; the reference client passes all of them.
  private func passing(_ failure: AuditSample.Failure) -> String {
    if failure.passing.isEmpty { return "no other client; the reference client" }
    return Phrases.first(AuditPage.mostNamed, of: failure.passing, MarkdownTable.plain)
  }
}
