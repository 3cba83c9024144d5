// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// Counts, by verdict and reason, the cases that did not simply pass and do not make the run bad.
struct ReasonTally {
  /// The kinds of such cases, in the order in which they are summed up.
  enum Kind: Int, CaseIterable {
    case skipped, inconclusive, warned, expected
  }

  /// The most reasons of one kind that are shown; the others are counted together. Expected
  /// failures are all shown.
  private static let most = 12

  /// The reason of each case.
  private var reasons: [Kind: [String]] = [:]

  /// Counts a case under each of its reasons.
  mutating func count(_ result: CaseResult, context: ReportContext) {
    if result.isExpectedFailure {
      reasons[.expected, default: []] += Set(result.expected.values).sorted()
      return
    }
    guard let reason = CaseReason(result, context: context) else { return }
    switch result.verdict {
    case .skipped: reasons[.skipped, default: []].append(reason.summary)
    case .inconclusive: reasons[.inconclusive, default: []].append(reason.summary)
    case .warn: reasons[.warned, default: []].append(reason.summary)
    case .pass, .note, .fail, .timeout, .crash, .error: break
    }
  }

  /// The lines of a kind, the most frequent reasons first: `3 cases: reason`.
  func lines(_ kind: Kind) -> [String] {
    let all = (reasons[kind] ?? []).grouped { $0 }.map {
      (reason: $0.key, cases: $0.elements.count)
    }
    let sorted = all.enumerated().sorted {
      ($1.element.cases, $0.offset) < ($0.element.cases, $1.offset)
    }.map(\.element)
    let shown = kind == .expected ? all : Array(sorted.prefix(ReasonTally.most))
    var lines = shown.map { "\(Phrases.count($0.cases, "case")): \(Visible.line($0.reason))" }
    let rest = sorted.dropFirst(shown.count)
    if !rest.isEmpty {
      let cases = Phrases.count(rest.reduce(0) { $0 + $1.cases }, "case")
      lines.append("\(cases): \(Phrases.count(rest.count, "other reason"))")
    }
    return lines
  }
}

extension ReasonTally.Kind {
  /// The word in front of a line.
  var word: String {
    switch self {
    case .skipped: Verdict.skipped.glyph.label
    case .inconclusive: Verdict.inconclusive.glyph.label
    case .warned: Verdict.warn.glyph.label
    case .expected: "expected"
    }
  }
}
