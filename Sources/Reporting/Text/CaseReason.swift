// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// Why a case is a warning, inconclusive or skipped.
struct CaseReason: Hashable {
  /// The reason without the details of the case; summaries count cases by it.
  var summary: String
  /// The whole reason in one sentence.
  var text: String

  /// The reason; `nil` for a case of another verdict. `context` has the sentences of the
  /// requirements.
  init?(_ result: CaseResult, context: ReportContext = ReportContext()) {
    switch result.verdict {
    case .pass, .note, .fail, .timeout, .crash, .error: return nil
    case .skipped: self.init(result.reason ?? "it was not played")
    case .inconclusive:
      guard let check = result.checks.first(where: { $0.verdict == .inconclusive }) else {
        self.init(result.reason ?? "there was nothing to check")
        return
      }
      let expected = check.finding?.expected ?? check.title
      self.init("not seen: \(expected)", check.sentence)
      if let diagnosis = check.finding?.diagnosis { text += ". \(diagnosis)" }
      if let warning = result.checks.first(where: { $0.verdict == .warn }) {
        text += "; and a warning: \(warning.title)"
      }
    case .warn:
      guard let check = result.checks.first(where: { $0.verdict == .warn }) else { return nil }
      let broken = check.requirements.lazy.compactMap { context.requirements[$0] }.first
      self.init(
        broken.map(\.citation) ?? check.title,
        check.sentence)
    }
  }

  private init(_ summary: String, _ text: String? = nil) {
    self.summary = summary
    self.text = text ?? summary
  }
}

extension Finding {
  /// What was expected and observed, and the mistake that explains it if it is known.
  var rows: [(label: String, text: String, style: StyledLine.Style)] {
    var rows: [(label: String, text: String, style: StyledLine.Style)] = [
      ("expected", expected, .good), ("observed", observed, .bad),
    ]
    if let diagnosis { rows.append(("because", diagnosis, .odd)) }
    return rows
  }
}

extension Check {
  /// Its title, and what was expected and observed if it did not simply pass.
  var sentence: String {
    guard let finding else { return title }
    return "\(title): expected \(finding.expected), observed \(finding.observed)"
  }
}
