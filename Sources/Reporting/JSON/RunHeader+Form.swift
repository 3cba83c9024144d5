// SPDX-License-Identifier: Apache-2.0

import JSON
import Scenarios
import Transcripts

extension RunHeader: JSONConvertible, JSONFormed {
  package static let form = JSONForm(
    RunHeader(
      version: "", client: ClientIdentity(name: "", version: "", abilities: []), cases: 0, seed: 0,
      jobs: 0, started: 0),
    .must("version", \.version), .must("client", \.client), .must("planned", \.cases),
    .must("seed", \.seed), .must("jobs", \.jobs), .must("started", \.started),
    .may("shard", \.shard))
}

/// A number that may be too large for a number of JSON.
extension UInt64: JSONConvertible, JSONFormed {
  package static var form: JSONForm<UInt64> { .text({ "\($0)" }) { UInt64($0) } }
}

/// How a run ended, without what can be counted.
extension RunSummary: JSONConvertible, JSONFormed {
  package static let form = JSONForm(
    RunSummary(), .may("staleExpectations", \.staleExpectations),
    .may("stalePatterns", \.stalePatterns), .may("expectations", \.expectations),
    .may("interrupted", \.isInterrupted), .may("stoppedEarly", \.stoppedEarly),
    .may("ranOutOfTime", \.ranOutOfTime), .may("repeatedFault", \.repeatedFault),
    .must("nanoseconds", \.duration))
}

extension ReportContext: JSONConvertible, JSONFormed {
  package static let form = JSONForm(
    ReportContext(), .must("program", \.program), .may("options", \.options),
    .may("folder", \.folder), .may("requirements", \.requirements))
}

/// A requirement as reports quote it.
extension Requirement: JSONConvertible, JSONFormed {
  package static let form = JSONForm(
    Requirement(location: SourceLocation(line: 1, column: 1)), .must("id", \.id),
    .must("level", \.level), .must("source", \.source), .may("basis", \.basis),
    .may("duty", \.duty), .must("text", \.text), .may("sentence", \.sentence))
}

extension Requirement.Basis: JSONConvertible, JSONFormed {}

extension Requirement.Duty: JSONConvertible, JSONFormed {}
