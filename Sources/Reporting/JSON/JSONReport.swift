// SPDX-License-Identifier: Apache-2.0

import Scenarios
import JSON
import Platform
import Transcripts

/// The report for programs: one JSON object, a line for each case, written as the run goes.
package final class JSONReport: Reporter {
  /// Raised when a member changes its meaning or goes.
  static let format = 1

  private let file: AtomicFile
  private var isFirst = true
  /// Why the report could not be written.
  package private(set) var failure: FileError?

  /// A report that will be at `path`. Throws where it never can be.
  package init(path: String) throws(FileError) { file = try AtomicFile(path: path) }

  /// The next event.
  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header):
      file.write(
        "{\"authspec\":\(JSONValue.string(header.version).text),\"format\":\(JSONReport.format),\n")
      file.write("\"run\":\(JSONReport.value(header).text),\n\"cases\":[")
    case .caseFinished(let result):
      file.write((isFirst ? "\n" : ",\n") + JSONReport.value(result).text)
      isFirst = false
    case .runFinished(let summary):
      file.write("\n],\n\"summary\":\(JSONReport.value(summary).text)}\n")
      do throws(FileError) { try file.commit() } catch { failure = error }
    }
  }

  private static func value(_ header: RunHeader) -> JSONValue {
    .members([
      "client": RecordingFormat.value(header.client),
      "planned": .integer(header.cases), "seed": .string("\(header.seed)"),
      "jobs": .integer(header.jobs), "started": .string(Phrases.timestamp(header.started) + "Z"),
    ])
  }

  static func value(_ result: CaseResult) -> JSONValue {
    let scenario = result.played.scenario
    return .members([
      "id": .string(result.played.id), "scenario": .string(scenario.id),
      "file": .string(scenario.file), "line": .integer(result.played.location.line),
      "title": .string(scenario.title), "level": .string(scenario.level.rawValue),
      "verdict": .string(result.verdict.rawValue),
      "unexpected": .bool(result.isUnexpectedlyBad),
      "reason": (result.reason ?? CaseReason(result)?.text).map { .string($0) },
      "fault": result.play?.fault.map { .string($0) },
      "flaky": result.flakiness.map { value($0) },
      "nanoseconds": result.play.map { .integer($0.duration) },
      "exchanges": result.play.map { .integer($0.recording.exchanges.count) },
      "checks": .array(result.checks.map { value($0, in: result) }),
      "unexpectedPasses": .listed(
        result.unexpectedPasses.sorted { $0.key < $1.key }.map {
          .members(["id": .string($0.key), "reason": .string($0.value)])
        }),
    ])
  }

  private static func value(_ flakiness: Flakiness) -> JSONValue {
    .members([
      "plays": .integer(flakiness.plays), "brokenPlays": .integer(flakiness.brokenPlays),
      "checks": .strings(flakiness.checks),
      "outcomes": .array(
        flakiness.outcomes.map {
          .members([
            "verdict": .string($0.verdict.rawValue), "plays": .integer($0.plays),
            "broken": .strings($0.broken),
          ])
        }),
    ])
  }

  private static func value(_ check: Check, in result: CaseResult) -> JSONValue {
    let descriptor = check.descriptor
    return .members([
      "id": .string(descriptor.id), "verdict": .string(check.verdict.rawValue),
      "title": .string(descriptor.title), "level": .string(check.level.rawValue),
      "requirements": .strings(check.requirements),
      "step": descriptor.step.map { .integer($0) },
      "line": descriptor.location.map { .integer($0.line) },
      "expected": check.finding.map { .string($0.expected) },
      "observed": check.finding.map { .string($0.observed) },
      "diagnosis": check.finding?.diagnosis.map { .string($0) },
      "exchange": check.finding?.exchange.map { .integer($0) },
      "expectedFailure": result.expected[descriptor.id].map { .string($0) },
    ])
  }

  private static func value(_ summary: RunSummary) -> JSONValue {
    .members([
      "planned": .integer(summary.planned), "finished": .integer(summary.finished),
      "played": .integer(summary.played),
      "verdicts": .object(
        Verdict.allCases.map {
          JSONValue.Member(name: $0.rawValue, value: .integer(summary.counts[$0] ?? 0))
        }),
      "inconclusiveWithWarnings": .integer(summary.inconclusiveWithWarnings),
      "flaky": .integer(summary.flaky),
      "checks": .integer(summary.checks), "expectedFailures": .integer(summary.expectedFailures),
      "unexpected": .integer(summary.unexpected),
      "unexpectedPasses": .integer(summary.unexpectedPasses),
      "staleExpectations": .strings(summary.staleExpectations),
      "interrupted": .bool(summary.isInterrupted), "stoppedEarly": .bool(summary.stoppedEarly),
      "ranOutOfTime": .bool(summary.ranOutOfTime),
      "repeatedFault": summary.repeatedFault.map { .string($0) },
      "nanoseconds": .integer(summary.duration),
    ])
  }
}
