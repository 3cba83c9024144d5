// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// What reports say about time limits that were stretched because the machine was busy.
enum BusyMachine {
  /// `the machine was busy: time limits were stretched in 3 cases, by 1.20 s at most`
  static func sentence(of summary: RunSummary) -> String {
    "the machine was busy: time limits were stretched in "
      + "\(Phrases.count(summary.stretched, "case")), by \(duration(summary.longestStretch)) at most"
  }

  fileprivate static func duration(_ milliseconds: Int) -> String {
    Phrases.duration(Int64(clamping: milliseconds) * 1_000_000)
  }
}

extension CaseResult {
  /// `a time limit was stretched by 1.20 s: the machine was busy`; `nil` if none was.
  var stretch: String? {
    guard let stretch = play?.stretch, stretch > 0 else { return nil }
    return "a time limit was stretched by \(BusyMachine.duration(stretch)): the machine was busy"
  }
}
