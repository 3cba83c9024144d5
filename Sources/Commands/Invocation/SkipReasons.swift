// SPDX-License-Identifier: Apache-2.0

import Reporting
import Transcripts

/// Why cases were skipped, for a run in which all were.
struct SkipReasons {
  private var reasons: [(text: String, cases: Int)] = []
  /// The most reasons that are printed.
  private static let most = 5

  /// Takes what happens in a run.
  mutating func take(_ event: Event) {
    guard case .caseFinished(let result) = event, result.verdict == .skipped else { return }
    let text = result.reason ?? "no reason is known"
    if let index = reasons.firstIndex(where: { $0.text == text }) {
      reasons[index].cases += 1
    } else if reasons.count <= SkipReasons.most {
      reasons.append((text, 1))
    }
  }

  /// The first reasons, each with the number of its cases.
  var lines: [String] {
    reasons.prefix(SkipReasons.most).map { reason in
      "\(Phrases.count(reason.cases, "case was", "cases were")) skipped: \(reason.text)"
    } + (reasons.count > SkipReasons.most ? ["there are more reasons"] : [])
  }
}
