// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The summary of a run, in a sentence.
package enum SummaryLine {
  /// `1,523 cases: 1,480 passed, 12 failed (12 expected), 20 skipped, 11 inconclusive in 1.42 s`
  package static func text(_ summary: RunSummary) -> String {
    func number(_ verdict: Verdict) -> Int { summary.counts[verdict] ?? 0 }
    var parts: [String] = []
    func add(_ count: Int, _ word: String) {
      if count > 0 { parts.append("\(Phrases.count(count)) \(word)") }
    }
    parts.append("\(Phrases.count(number(.pass) + number(.note))) passed")
    if number(.warn) > 0 { parts.append(Phrases.count(number(.warn), "warning")) }
    let passes = parts.count
    add(number(.fail), "failed")
    add(number(.timeout), "timed out")
    add(number(.crash), "crashed")
    if number(.error) > 0 { parts.append(Phrases.count(number(.error), "fault")) }
    if summary.expectedFailures > 0 {
      // After the failures, which most of them are; a warning may be expected, too.
      let place = passes < parts.count ? passes : parts.count - 1
      parts[place] += " (\(Phrases.count(summary.expectedFailures)) expected)"
    }
    add(number(.skipped), "skipped")
    let warned = summary.inconclusiveWithWarnings
    let aside = warned > 0 ? " (\(Phrases.count(warned)) with warnings)" : ""
    add(number(.inconclusive), "inconclusive" + aside)
    return "\(Phrases.count(summary.finished, "case")): \(parts.joined(separator: ", "))"
      + " in \(Phrases.duration(summary.duration))"
  }
}
