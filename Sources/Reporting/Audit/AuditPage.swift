// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// What an auditor needs to grade failures, in Markdown: for each the sentence of the RFC with its
/// keyword, what was expected and observed, the octets, and who passes; the grade is left empty.
package struct AuditPage {
  private let sample: AuditSample
  private let context: ReportContext
  /// How many clients that pass are named.
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
    return MarkdownTable.text(heads, Array(sample.failures.enumerated())) { index, failure in
      [
        "[\(index + 1)](#failure-\(index + 1))", MarkdownTable.plain(failure.played),
        MarkdownTable.plain(failure.client), failure.finding.requirements.joined(separator: " "),
        "", "", "",
      ]
    }
  }

  private func section(_ number: Int, _ failure: AuditSample.Failure) -> String {
    let finding = failure.finding
    var table = MarkdownTable("", "")
    let file = "../Scenarios/\(Visible.line(failure.scenario)).yaml"
    table.add("case", "\(MarkdownTable.plain(failure.played)) ([scenario](\(file)))")
    table.add("client", MarkdownTable.plain(failure.client))
    table.add("check", "`\(Visible.line(finding.check))`: \(MarkdownTable.plain(finding.title))")
    for id in finding.requirements {
      guard let requirement = context.requirements[id] else {
        table.add("requirement", MarkdownTable.plain(id))
        continue
      }
      table.add(
        "requirement",
        "\(id), \(requirement.source): \(MarkdownTable.plain(requirement.text))")
      table.add("sentence", requirement.sentence.map(MarkdownTable.plain) ?? "**none**")
    }
    let texts = [
      ("expected", finding.expected), ("observed", finding.observed),
      ("because", finding.diagnosis), ("known", finding.known),
    ]
    for case (let label, let text?) in texts { table.add(label, MarkdownTable.plain(text)) }
    table.add("passes", passing(failure))
    // A line of the exchanges may have three backticks of its own; a fence of tildes is not closed
    // by them.
    return """
      ### Failure \(number)

      \(table.text)
      ~~~text
      \(octets(failure))
      ~~~

      """
  }

  /// What went to and fro; of many lines the first and the last.
  private func octets(_ failure: AuditSample.Failure) -> String {
    let lines = failure.exchanges.split(separator: "\n").map { Visible.line(String($0)) }
    guard lines.count > 32 else { return lines.joined(separator: "\n") }
    let between = "  … \(lines.count - 30) lines more …"
    return (lines.prefix(24) + [between] + lines.suffix(6)).joined(separator: "\n")
  }

  /// Clients that pass the same case; the reference client passes all of them.
  private func passing(_ failure: AuditSample.Failure) -> String {
    let named = failure.passing.prefix(AuditPage.mostNamed).map(MarkdownTable.plain)
    if named.isEmpty { return "no other client; the reference client" }
    let rest = failure.passing.count - named.count
    return named.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
