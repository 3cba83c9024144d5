// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The checks of a served case, as lines.
struct ServedChecks {
  /// The number of columns.
  let width: Int

  /// A check with its verdict; if it did not simply pass, with what was expected and observed.
  func lines(of check: Check) -> [StyledLine] {
    let label = check.verdict.glyph.label
    var lines = StyledLine.labelled(
      label, "\(Visible.line(check.title)) (\(Visible.line(check.descriptor.id)))",
      labelStyle: check.verdict.style, indent: 0,
      column: 9, width: width)
    guard let finding = check.finding else { return lines }
    switch check.verdict {
    case .pass: break
    case .note, .skipped, .inconclusive:
      lines += StyledLine.labelled(
        "", Visible.line(finding.observed), .faint, indent: 0, column: 9, width: width)
    case .warn, .fail, .timeout, .crash, .error:
      lines += finding.rows.flatMap {
        StyledLine.labelled($0.label, Visible.text($0.text), $0.style, indent: 9, width: width)
      }
    }
    return lines
  }

  /// `9 checks: 7 passed, 2 skipped`
  static func summary(_ result: CaseResult) -> String {
    guard !result.checks.isEmpty else {
      return result.reason.map { Visible.line($0) } ?? "nothing was checked"
    }
    let counts = Verdict.counts { verdict in result.checks.count { $0.verdict == verdict } }
    return "\(Phrases.count(result.checks.count, "check")): \(counts.joined(separator: ", "))"
  }
}
