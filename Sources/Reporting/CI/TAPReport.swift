// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios
import Transcripts

/// The results of a run in the Test Anything Protocol, version 14.
package final class TAPReport: Reporter {
  private let file: ReportFile
  private var planned = 0
  package var failure: FileError? { file.failure }

  /// A report that is written to `path`. Throws if it cannot be written there.
  package init(path: String) throws(FileError) { file = try ReportFile(path: path) }

  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header):
      planned = header.cases
      file.write("TAP version 14\n1..\(header.cases)\n")
    case .caseFinished(let result): file.write(TAPReport.point(result))
    case .runFinished(let summary):
      for entry in summary.staleExpectations {
        file.write("# expected to fail, and no case did: \(Visible.line(entry))\n")
      }
      if summary.finished < summary.planned {
        file.write("Bail out! \(summary.finished) of \(summary.planned) cases were played\n")
      }
      file.end()
    }
  }

  /// The test point of a case, with what was expected and observed below it.
  private static func point(_ result: CaseResult) -> String {
    let outcome = JUnitOutcome(result)
    let head = "\(result.index + 1) - \(escaped(result.played.id))"
    switch outcome {
    case .passed: return "ok \(head)\n"
    case .skipped(.expectedFailure, let message):
      return "not ok \(head) # TODO \(escaped(message))\n" + diagnostics(result, message)
    case .skipped(_, let message): return "ok \(head) # SKIP \(escaped(message))\n"
    case .failure(_, let message), .error(_, let message):
      return "not ok \(head)\n" + diagnostics(result, message)
    }
  }

  /// A block of YAML; each value is in double quotes, in which JSON's escapes are YAML's.
  private static func diagnostics(_ result: CaseResult, _ message: String) -> String {
    var lines = ["message: \(quoted(message))", "severity: \(quoted(result.verdict.rawValue))"]
    if let cause = result.cause { lines.append("cause: \(quoted(cause.id))") }
    let place = "\(result.played.scenario.file):\(result.played.location.line)"
    lines.append("at: \(quoted(place))")
    return "  ---\n" + lines.map { "  \($0)\n" }.joined() + "  ...\n"
  }

  private static func quoted(_ text: String) -> String { "\"\(doubled(text, "\"\\"))\"" }

  /// A description: `#` begins a directive.
  private static func escaped(_ text: String) -> String { doubled(text, "#\\") }

  private static func doubled(_ text: String, _ signs: String) -> String {
    Visible.line(text).map { signs.contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
