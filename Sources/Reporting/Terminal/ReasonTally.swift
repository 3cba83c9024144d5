// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// Counts cases that did not simply pass and do not make the run bad, by verdict and reason.
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
  /// The number of cases of each kind; a case may have more than one reason.
  private var cases: [Kind: Int] = [:]

  /// Counts a case under each of its reasons.
  mutating func count(_ result: CaseResult, context: ReportContext) {
    if result.isExpectedFailure {
      reasons[.expected, default: []] += Set(result.expected.values).sorted()
      cases[.expected, default: 0] += 1
      return
    }
    guard let reason = CaseReason(result, context: context) else { return }
    let kind: Kind? =
      switch result.verdict {
      case .skipped: .skipped
      case .inconclusive: .inconclusive
      case .warn: .warned
      case .pass, .note, .fail, .timeout, .crash, .error: nil
      }
    guard let kind else { return }
    reasons[kind, default: []].append(reason.summary)
    cases[kind, default: 0] += 1
  }

  /// How many cases of a kind there are.
  func number(of kind: Kind) -> Int { cases[kind] ?? 0 }

  /// The reasons of a kind, the most frequent first; expected failures in the order of the run.
  func sorted(_ kind: Kind) -> [(reason: String, cases: Int)] {
    let all = (reasons[kind] ?? []).grouped { $0 }.map {
      (reason: $0.key, cases: $0.elements.count)
    }
    guard kind != .expected else { return all }
    return all.enumerated().sorted {
      ($1.element.cases, $0.offset) < ($0.element.cases, $1.offset)
    }.map(\.element)
  }

  /// The lines of a kind, the most frequent reasons first: `3 cases: reason`. At most `most`, the
  /// last of which counts the reasons that are left out.
  func lines(_ kind: Kind, most: Int? = nil) -> [String] {
    let sorted = sorted(kind)
    let shown: [(reason: String, cases: Int)]
    if let most {
      shown = Array(sorted.prefix(sorted.count > most ? most - 1 : most))
    } else {
      shown = kind == .expected ? sorted : Array(sorted.prefix(ReasonTally.most))
    }
    var lines = shown.map { "\(Phrases.count($0.cases, "case")): \(Visible.line($0.reason))" }
    let rest = sorted.dropFirst(shown.count)
    if !rest.isEmpty {
      let number = shown.isEmpty ? self.number(of: kind) : rest.reduce(0) { $0 + $1.cases }
      let cases = Phrases.count(number, "case")
      let word = shown.isEmpty ? "reason" : "other reason"
      let hint = most == nil ? "" : " (--all shows them)"
      lines.append("\(cases): \(Phrases.count(rest.count, word))\(hint)")
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
