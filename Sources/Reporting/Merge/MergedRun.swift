// SPDX-License-Identifier: Apache-2.0

import JSON
import Transcripts

/// One run, put together from the reports of all its parts.
package struct MergedRun: Sendable {
  /// Why the reports are not those of all parts of one run.
  package struct Refusal: Error {
    /// Sentences without a full stop.
    package var sentences: [String]
  }

  /// The summary of all parts, without the groups of failures.
  package let summary: RunSummary
  /// The reports in the order of their numbers.
  let parts: [ShardReport]
  private let first: ShardReport
  /// The cases in the order of a whole run.
  private let cases: [JSONValue]

  /// Puts reports together.
  package init(_ reports: [ShardReport]) throws(Refusal) {
    let sentences = ShardMismatch.sentences(reports)
    guard sentences.isEmpty, let first = reports.first else { throw Refusal(sentences: sentences) }
    self.first = first
    parts = reports.sorted { ($0.shard?.number ?? 0) < ($1.shard?.number ?? 0) }
    cases = parts.flatMap { zip($0.shard?.places ?? [], $0.cases) }
      .sorted { $0.0 < $1.0 }.map(\.1)
    var summary = RunSummary()
    for part in parts { summary.add(part.summary) }
    if first.shard?.isOfAll == true {
      for use in summary.expectations { summary.staleExpectations.appendOnce(use.staleness) }
      summary.stalePatterns = summary.expectations.flatMap(\.stalePatterns)
    }
    summary.expectations = []
    self.summary = summary
  }

  /// The summary as lines for people: the causes of failures, stale expectations, then the sentence
  /// of a run.
  package var text: String {
    let groups = groups.values.map { "fail     \(MergedGroups.sentence($0))\n" }
    let stale = summary.staleExpectations.map { "stale    \(Visible.line($0))\n" }
    let parts = summary.stalePatterns.map { "fixed    \(Visible.line($0))\n" }
    return (groups + stale + parts).joined() + SummaryLine.text(summary) + "\n"
  }

  private var groups: MergedGroups { MergedGroups(parts.flatMap(\.groups), cases) }

  /// The report for programs, as a run of all cases writes it, with `shards` in place of `shard`.
  package var json: String {
    let run = JSONValue.members([
      "client": first.client, "planned": summary.planned, "seed": first.seed,
      "jobs": parts.reduce(0) { $0 + $1.jobs }, "started": parts.map(\.started).min(),
      "shards": parts.count,
    ])
    var text = "{\"authspec\":\(JSONValue.string(first.version).text),"
    text += "\"format\":\(JSONReport.format),\n\"run\":\(run.text),\n\"cases\":["
    for (index, entry) in cases.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      entry.write(to: &text)
    }
    let summary = JSONReport.value(summary, groups: groups.values)
    return text + "\n],\n\"summary\":\(summary.text)}\n"
  }
}
