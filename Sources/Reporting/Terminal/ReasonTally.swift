// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// Counts, by verdict and reason, the cases that did not simply pass and do not make the run bad.
struct ReasonTally {
  /// The kinds of such cases, in the order in which they are summed up.
  enum Kind: Int, CaseIterable {
    case skipped, inconclusive, warned, expected
  }

  /// A reason and how many cases have it.
  struct Entry {
    var reason: String
    var cases: Int
  }

  /// The most reasons of one kind that are shown; the others are counted together. Expected
  /// failures are all shown.
  private static let most = 12

  private var entries: [Kind: [Entry]] = [:]
  private var places: [Kind: [String: Int]] = [:]

  /// Counts a case under each of its reasons.
  mutating func count(_ result: CaseResult, context: ReportContext) {
    if result.isExpectedFailure {
      for reason in Set(result.expected.values).sorted() { add(reason, .expected) }
      return
    }
    guard let reason = CaseReason(result, context: context) else { return }
    switch result.verdict {
    case .skipped: add(reason.summary, .skipped)
    case .inconclusive: add(reason.summary, .inconclusive)
    case .warn: add(reason.summary, .warned)
    case .pass, .note, .fail, .timeout, .crash, .error: break
    }
  }

  private mutating func add(_ reason: String, _ kind: Kind) {
    if let place = places[kind]?[reason] {
      entries[kind]?[place].cases += 1
    } else {
      places[kind, default: [:]][reason] = entries[kind]?.count ?? 0
      entries[kind, default: []].append(Entry(reason: reason, cases: 1))
    }
  }

  /// The lines of a kind, the most frequent reasons first: `3 cases: reason`.
  func lines(_ kind: Kind) -> [String] {
    let all = entries[kind] ?? []
    let sorted = all.enumerated().sorted {
      ($1.element.cases, $0.offset) < ($0.element.cases, $1.offset)
    }.map(\.element)
    let shown = kind == .expected ? all : Array(sorted.prefix(ReasonTally.most))
    var lines = shown.map {
      "\(Phrases.count($0.cases, "case")): \(Visible.line($0.reason))"
    }
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
