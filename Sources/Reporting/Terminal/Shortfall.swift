// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The reason why a run without failures is not good: too few cases were conclusive.
package enum Shortfall {
  /// The reason as a sentence without a full stop; `nil` if at least `minimum` cases were
  /// conclusive.
  package static func text(_ summary: RunSummary, requiring minimum: Int) -> String? {
    let played = summary.played
    if played == 0 {
      let skipped = summary.counts[.skipped] ?? 0
      if skipped == 0 { return "no case was played" }
      return "no case was played: \(all(skipped)) skipped"
    }
    if summary.concluded == 0 {
      let inconclusive = summary.counts[.inconclusive] ?? 0
      let verb = inconclusive == 1 ? "is inconclusive and does" : "are inconclusive and do"
      return "\(Phrases.count(inconclusive)) of \(Phrases.count(played, "case")) \(verb) not count"
    }
    guard summary.concluded < minimum else { return nil }
    let are = minimum == 1 ? "is" : "are"
    return
      "\(Phrases.count(summary.concluded)) of \(Phrases.count(played, "case")) got a verdict, "
      + "and at least \(Phrases.count(minimum)) \(are) required"
  }

  private static func all(_ number: Int) -> String {
    number == 1 ? "the only one was" : "all \(Phrases.count(number)) were"
  }
}
