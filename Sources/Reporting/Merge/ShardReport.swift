// SPDX-License-Identifier: Apache-2.0

import JSON
import Platform
import Transcripts

/// The report for programs of one part of a run, as it was read.
package struct ShardReport: Sendable {
  /// The file's name.
  package var file: String
  /// The version of authspec that wrote it.
  var version: String
  var client: ClientIdentity
  var seed: String
  var jobs: Int
  /// `2026-01-31T12:00:00Z`
  var started: String
  /// `nil` for a report of a whole run.
  var shard: RunShard?
  /// The cases as they are in the report.
  var cases: [JSONValue]
  var summary: RunSummary
  /// The failures by their causes, as they are in the report.
  var groups: [JSONValue]

  /// Reads the octets of a report of `run --json`.
  package init(_ octets: [UInt8], file: String) throws(FileError) {
    self = try JSONReport.document.read(octets, file: file) { value throws(JSONValue.Mistake) in
      try ShardReport(value, file: file)
    }
  }

  private init(_ value: JSONValue, file: String) throws(JSONValue.Mistake) {
    self.file = file
    version = try value.part("authspec")
    let run = try value.part("run", JSONValue.self)
    client = try run.part("client")
    seed = try run.part("seed")
    jobs = try run.count("jobs")
    started = try run.part("started")
    shard = try run.optional("shard")
    cases = try value.part("cases")
    let summary = try value.part("summary", JSONValue.self)
    self.summary = try RunSummary(report: summary)
    groups = try summary.optional("groups") ?? []
  }

  /// Why the part did not come to its end; `nil` if it did.
  var shortfall: String? {
    let how =
      if summary.isInterrupted {
        "was interrupted"
      } else if summary.ranOutOfTime {
        "ran out of time"
      } else if summary.stoppedEarly {
        "stopped at its first failure"
      } else if summary.repeatedFault != nil {
        "ended after ten faults of one kind"
      } else if summary.finished < summary.planned || cases.count != summary.finished {
        "is not whole"
      } else {
        String?.none
      }
    return how.map { "\($0), after \(cases.count) of \(summary.planned) cases" }
  }
}

extension RunSummary {
  /// The summary of a report, without its groups.
  init(report value: JSONValue) throws(JSONValue.Mistake) {
    self.init()
    let verdicts = try value.part("verdicts", JSONValue.self)
    for verdict in Verdict.allCases {
      let count = try verdicts.count(verdict.rawValue)
      if count > 0 { counts[verdict] = count }
    }
    planned = try value.count("planned")
    inconclusiveWithWarnings = try value.count("inconclusiveWithWarnings")
    flaky = try value.count("flaky")
    stretched = try value.count("stretched")
    longestStretch = try value.count("longestStretch")
    checks = try value.count("checks")
    expectedFailures = try value.count("expectedFailures")
    unexpected = try value.count("unexpected")
    unexpectedPasses = try value.count("unexpectedPasses")
    staleExpectations = try value.part("staleExpectations")
    stalePatterns = try value.optional("stalePatterns") ?? []
    expectations = try value.optional("expectations") ?? []
    isInterrupted = try value.part("interrupted")
    stoppedEarly = try value.part("stoppedEarly")
    ranOutOfTime = try value.part("ranOutOfTime")
    repeatedFault = try value.optional("repeatedFault")
    duration = try value.part("nanoseconds")
  }

  /// Adds the summary of another part of the same run. Parts are played at the same time, so the
  /// duration is that of the longest.
  mutating func add(_ part: RunSummary) {
    counts.merge(part.counts, uniquingKeysWith: +)
    planned += part.planned
    inconclusiveWithWarnings += part.inconclusiveWithWarnings
    flaky += part.flaky
    stretched += part.stretched
    longestStretch = max(longestStretch, part.longestStretch)
    checks += part.checks
    expectedFailures += part.expectedFailures
    unexpected += part.unexpected
    unexpectedPasses += part.unexpectedPasses
    for entry in part.staleExpectations { staleExpectations.appendOnce(entry) }
    for entry in part.stalePatterns { stalePatterns.appendOnce(entry) }
    if expectations.isEmpty { expectations = part.expectations.map(\.blank) }
    for (index, use) in part.expectations.enumerated() where expectations.indices.contains(index) {
      expectations[index].add(use)
    }
    duration = max(duration, part.duration)
  }
}

extension JSONValue {
  /// Returns a number that must be there, small enough that sums of such numbers do not overflow.
  fileprivate func count(_ name: String) throws(Mistake) -> Int {
    let count: Int = try part(name)
    guard count < 1 << 32 else { throw Mistake(member: name) }
    return count
  }
}
