// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Playing
import Transcripts
@testable import Platform
@testable import Reporting
@testable import Storage
import Testing

@Suite("A case that is open and broken")
struct InconclusiveWarningTests {
  private static func result(warned: Bool) -> CaseResult {
    var result = Sample.result(4, "digest/open", .inconclusive)
    if warned {
      result.checks.append(
        Check(Sample.descriptor("1.never.1", "No credentials go there", level: .should), .warn))
    }
    return result
  }

  @Test("The summary tells of warnings that an inconclusive case hides", arguments: [true, false])
  func summary(_ warned: Bool) {
    var tally = RunTally(planned: 1, expected: nil)
    let result = tally.take(InconclusiveWarningTests.result(warned: warned))
    #expect(result.verdict == .inconclusive)
    #expect(tally.summary.inconclusiveWithWarnings == (warned ? 1 : 0))
    let line = SummaryLine.text(tally.summary)
    #expect(line.contains("1 inconclusive (1 with warnings)") == warned)
    #expect(line.contains("1 inconclusive"))
  }

  @Test("The case's own line tells of the warning", arguments: [true, false])
  func message(_ warned: Bool) {
    let outcome = JUnitOutcome(InconclusiveWarningTests.result(warned: warned))
    guard case .skipped(_, let message) = outcome else {
      Issue.record("not skipped")
      return
    }
    #expect(message.hasPrefix("inconclusive: "))
    #expect(message.hasSuffix("; and a warning: No credentials go there") == warned)
  }
}
