// SPDX-License-Identifier: Apache-2.0

import Judging
import Scenarios
import JSON
import Platform
import Transcripts

/// The report for programs: one JSON object, a line for each case, written as the run goes.
package final class JSONReport: Reporter {
  /// Raised when a member changes its meaning or goes.
  static let format = 1
  /// How the report is read again.
  static let document = KeptDocument(
    kind: "report of run --json", mark: "format", version: Int64(format),
    remedy: "run the cases again")

  private let file: ReportFile
  package var failure: FileError? { file.failure }

  /// A report that is written to `path`. Throws if it cannot be written there.
  package init(path: String) throws(FileError) { file = try ReportFile(path: path) }

  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header):
      file.write(
        "{\"authspec\":\(JSONValue.string(header.version).text),\"format\":\(JSONReport.format),\n")
      file.write("\"run\":\(JSONReport.value(header).text),\n\"cases\":[")
    case .caseFinished(let result):
      file.add(JSONReport.value(result))
    case .runFinished(let summary):
      file.end("\n],\n\"summary\":\(JSONReport.value(summary).text)}\n")
    }
  }

  private static func value(_ header: RunHeader) -> JSONValue {
    .members([
      "client": header.client, "planned": header.cases, "seed": "\(header.seed)",
      "jobs": header.jobs, "started": Phrases.timestamp(header.started) + "Z",
      "shard": header.shard, "shards": header.shards,
    ])
  }

  static func value(_ result: CaseResult) -> JSONValue {
    let scenario = result.played.scenario
    return .members([
      "id": result.played.id, "scenario": scenario.id, "file": scenario.file,
      "line": result.played.location.line, "title": scenario.title,
      "level": scenario.level.rawValue, "verdict": result.verdict,
      "unexpected": result.isUnexpectedlyBad, "cause": result.cause?.id,
      "reason": result.reason ?? CaseReason(result)?.text,
      "fault": result.play?.fault, "flaky": result.flakiness,
      "dismissed": result.dismissed,
      "stretched": result.play?.stretch == 0 ? nil : result.play?.stretch,
      "nanoseconds": result.play?.duration, "exchanges": result.play?.recording.exchanges.count,
      "checks": result.checks.map { value($0, in: result) },
      "unexpectedPasses": result.unexpectedPasses.sorted { $0.key < $1.key }.map {
        JSONValue.members(["id": $0.key, "reason": $0.value])
      }.unlessEmpty,
    ])
  }

  private static func value(_ check: Check, in result: CaseResult) -> JSONValue {
    let (descriptor, finding) = (check.descriptor, check.finding)
    return .members([
      "id": descriptor.id, "verdict": check.verdict, "title": check.title,
      "level": check.level.rawValue, "requirements": check.requirements,
      "about": check.isAboutTopic ? true : nil, "step": descriptor.step,
      "line": descriptor.location?.line, "expected": finding?.expected,
      "observed": finding?.observed, "diagnosis": finding?.diagnosis,
      "exchange": finding?.exchange, "expectedFailure": result.expected[descriptor.id],
      "cause": check.verdict.isBad ? FailureCause(check, in: result).id : nil,
    ])
  }

  private static func value(_ group: FailureGroup) -> JSONValue {
    .members([
      "cause": group.cause.id, "requirements": group.requirements.map(\.id),
      "smallest": group.smallest.played.id,
      "check": group.check?.descriptor.id, "cases": group.cases,
    ])
  }

  private static func value(_ summary: RunSummary) -> JSONValue {
    .members([
      "planned": summary.planned, "finished": summary.finished, "played": summary.played,
      "verdicts": JSONValue.object(
        Verdict.allCases.map {
          .init(name: $0.rawValue, value: .integer(summary.counts[$0] ?? 0))
        }),
      "inconclusiveWithWarnings": summary.inconclusiveWithWarnings, "flaky": summary.flaky,
      "stretched": summary.stretched, "longestStretch": summary.longestStretch,
      "checks": summary.checks, "expectedFailures": summary.expectedFailures,
      "unexpected": summary.unexpected, "unexpectedPasses": summary.unexpectedPasses,
      "groups": summary.groups.map(value), "staleExpectations": summary.staleExpectations,
      "stalePatterns": summary.stalePatterns, "expectations": summary.expectations.unlessEmpty,
      "interrupted": summary.isInterrupted,
      "stoppedEarly": summary.stoppedEarly, "ranOutOfTime": summary.ranOutOfTime,
      "repeatedFault": summary.repeatedFault, "nanoseconds": summary.duration,
    ])
  }
}
