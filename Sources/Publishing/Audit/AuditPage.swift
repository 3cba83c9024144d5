// SPDX-License-Identifier: Apache-2.0

import Reporting
import Scenarios
import Transcripts

/// What an auditor needs to grade failures and causes, in Markdown: for each the sentence of the RFC
/// with its keyword, what was expected and observed, the octets, and who passes.
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

  /// A section for each failure, and for each cause.
  package var markdown: String {
    let failures = sample.failures.enumerated().map { index, failure in
      "### Failure \(index + 1)\n\n\(text(failure))\n"
    }
    let causes = sample.causes.enumerated().map { section($0 + 1, $1) }
    return """
      Drawn with seed \(sample.seed): \(drawn(sample.failures.count(where: \.isOfMust))) of level \
      must of \(Phrases.count(sample.population.must)), \
      \(drawn(sample.failures.count { !$0.isOfMust })) of other levels of \
      \(Phrases.count(sample.population.rest)), \(Phrases.count(sample.causes.count, "cause")) of \
      \(Phrases.count(sample.population.causes)).

      \((failures + causes).joined(separator: "\n"))
      """
  }

  private func drawn(_ count: Int) -> String { Phrases.count(count, "failure") }

  /// A line for each failure and cause, of values between tabs, with three empty ones: the grades of
  /// two readers, and a reason.
  package var table: String {
    let heads = [
      "number", "client", "case", "check", "level", "requirements", "first", "second", "reason",
    ]
    let failures = sample.failures.enumerated().map { index, failure in
      let finding = failure.finding
      return [
        "\(index + 1)", failure.client, failure.played, finding.check, finding.level,
        finding.requirements.joined(separator: " "),
      ]
    }
    let causes = sample.causes.enumerated().map { index, cause in
      ["cause \(index + 1)", cause.client, cause.failures[0].played, cause.id, "", ""]
    }
    let rows = [heads] + (failures + causes).map { $0.map(Visible.line) + ["", "", ""] }
    return rows.map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  private func section(_ number: Int, _ cause: AuditSample.Cause) -> String {
    let prose = FailureCause(id: cause.id).map(CauseProse.init)
    let rows = [
      ["cause", "`\(Visible.line(cause.id))`: \(MarkdownTable.plain(prose?.title ?? ""))"],
      ["change", MarkdownTable.plain(prose?.advice ?? "no hint")],
      ["client", MarkdownTable.plain(cause.client)],
      ["broken checks", Phrases.count(cause.count)],
    ]
    let failures = cause.failures.map(text).joined(separator: "\n")
    return "### Cause \(number)\n\n\(MarkdownTable.text(["", ""], rows))\n\(failures)\n"
  }

  private func text(_ failure: AuditSample.Failure) -> String {
    let finding = failure.finding
    let file = "../Scenarios/\(Visible.line(failure.scenario)).yaml"
    var rows = [
      ["case", "\(MarkdownTable.plain(failure.played)) ([scenario](\(file)))"],
      ["client", MarkdownTable.plain(failure.client)],
      ["check", "`\(Visible.line(finding.check))`: \(MarkdownTable.plain(finding.title))"],
      ["level", MarkdownTable.plain(finding.level)],
    ]
    for id in finding.requirements {
      guard let requirement = context.requirements[id] else {
        rows.append(["requirement", MarkdownTable.plain(id)])
        continue
      }
      let text = MarkdownTable.plain(requirement.text)
      let label = finding.isTopic ? "about" : "requirement"
      rows.append([label, "\(id), \(requirement.source): \(text)"])
      if finding.isTopic { continue }
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
