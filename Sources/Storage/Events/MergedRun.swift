// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Reporting
import Transcripts

/// One run, put together from the events of all its parts.
package struct MergedRun {
  /// Why the files are not those of all parts of one run.
  package struct Refusal: Error {
    /// Sentences without a full stop.
    package var sentences: [String]
  }

  /// What the reports need beside the events.
  package let context: ReportContext
  private let header: RunHeader
  private let parts: [ShardEvents]

  /// Puts parts together.
  package init(_ parts: [ShardEvents]) throws(Refusal) {
    let sentences = ShardMismatch.sentences(parts)
    guard sentences.isEmpty, let first = parts.first else { throw Refusal(sentences: sentences) }
    self.parts = parts.sorted { ($0.header.shard?.number ?? 0) < ($1.header.shard?.number ?? 0) }
    context = first.context
    var header = first.header
    for part in parts.dropFirst() {
      header.cases += part.header.cases
      header.jobs += part.header.jobs
      header.started = min(header.started, part.header.started)
    }
    (header.shard, header.shards) = (nil, parts.count)
    self.header = header
  }

  /// Reports the events of a run of all cases, in its order. Returns its summary.
  package func replay(_ report: (Event) -> Void) throws(FileError) -> RunSummary {
    report(.runStarted(header))
    var tally = RunTally(planned: header.cases, expected: nil)
    var scenarios = RecordedScenarios()
    let places = parts.flatMap { part in (part.header.shard?.places ?? []).map { ($0, part) } }
      .sorted { $0.0 < $1.0 }
    for (index, (_, part)) in places.enumerated() {
      report(.caseFinished(tally.count(try part.next(at: index, &scenarios))))
    }
    // The parts are played at the same time.
    tally.end(duration: parts.map(\.summary.duration).max() ?? 0)
    let summary = withExpectations(tally.summary)
    report(.runFinished(summary))
    return summary
  }

  /// The summary with what no part has met of the expected failures.
  private func withExpectations(_ summary: RunSummary) -> RunSummary {
    var summary = summary
    summary.staleExpectations = parts.flatMap(\.summary.staleExpectations)
    summary.stalePatterns = parts.flatMap(\.summary.stalePatterns)
    if let first = parts.first, first.header.shard?.isOfAll == true {
      var uses = first.summary.expectations
      for part in parts.dropFirst() {
        for (index, use) in part.summary.expectations.enumerated() where index < uses.count {
          uses[index].add(use)
        }
      }
      summary.staleExpectations += uses.compactMap(\.staleness)
      summary.stalePatterns = uses.flatMap(\.stalePatterns)
    }
    var known: Set<String> = []
    summary.staleExpectations.removeAll { !known.insert($0).inserted }
    known = []
    summary.stalePatterns.removeAll { !known.insert($0).inserted }
    return summary
  }
}
