// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Platform
import Scenarios
import Transcripts

/// The failures of a run in the form of GitLab's code quality: an entry for each case that makes
/// the run bad, with a fingerprint that is the same in every run.
package final class CodeQualityReport: Reporter {
  private let file: ReportFile
  package var failure: FileError? { file.failure }

  /// A report that is written to `path`. Throws if it cannot be written there.
  package init(path: String) throws(FileError) { file = try ReportFile(path: path) }

  package func record(_ event: Event) {
    switch event {
    case .runStarted: file.write("[")
    case .caseFinished(let result):
      guard let cause = result.cause else { return }
      file.add(CodeQualityReport.entry(result, cause))
    case .runFinished:
      file.end("\n]\n")
    }
  }

  private static func entry(_ result: CaseResult, _ cause: FailureCause) -> JSONValue {
    let bad = FailureBlock.shownChecks(of: result).first
    let line = result.line(of: bad)
    let fingerprint = FNV1a("\(result.played.id)#\(cause.id)").bits.hex(digits: 16)
    return .members([
      "description": "\(result.played.id): \(Visible.line(bad?.sentence ?? result.reason ?? ""))",
      "check_name": cause.id, "fingerprint": fingerprint, "severity": severity(cause.kind),
      "location": JSONValue.members([
        "path": result.played.scenario.file, "lines": JSONValue.members(["begin": line]),
      ]),
    ])
  }

  private static func severity(_ kind: FailureCause.Kind) -> String {
    switch kind {
    case .leak, .callerLeak, .serverAccepted, .outdatedTLS: "blocker"
    case .crash, .hang, .internalError: "critical"
    case .unexpectedPass, .report, .questions: "minor"
    default: "major"
    }
  }
}
