// SPDX-License-Identifier: Apache-2.0

import JSON
import Transcripts
@testable import Platform
@testable import Reporting
@testable import Storage
import Foundation
import Testing

@Suite("Why cases do not count as passed")
struct CaseReasonTests {
  @Test("Warnings, inconclusive and skipped cases have a reason, others have none")
  func reasons() {
    let results = Sample.all()
    let reasons = results.map { CaseReason($0, context: Sample.context) }
    for (result, reason) in zip(results, reasons) {
      let wants = [.warn, .inconclusive, .skipped].contains(result.verdict)
      #expect((reason != nil) == wants, "\(result.verdict)")
    }
    #expect(reasons[2]?.summary == "the client does not claim bearer")
    #expect(
      reasons[3]?.summary
        == "RFC 7616 3.4 (R083): The nc value is the count of requests sent with this nonce.")
    #expect(reasons[4]?.summary == "not seen: a request to other")
    #expect(
      reasons[4]?.text
        == "The nonce count starts at 00000001: expected a request to other, observed other was never asked"
    )
  }

  @Test("JSON and JUnit give the reason")
  func reports() throws {
    let json = JSONReport.value(Sample.all()[4]).text
    #expect(json.contains(#""reason":"The nonce count starts at 00000001: expected a request"#))
    #expect(JSONReport.value(Sample.all()[3]).text.contains(#""reason":"The nonce count"#))
    let warned = JUnitCase(Sample.all()[3], suite: "x", context: Sample.context)
    #expect(warned.properties.contains { $0.name == "authspec.reason" && !$0.value.isEmpty })
    #expect(
      JUnitOutcome(Sample.all()[4])
        == .skipped(
          .inconclusive,
          message:
            "inconclusive: The nonce count starts at 00000001: expected a request to other, observed other was never asked"
        ))
  }

  @Test("Cases are counted by reason, the most frequent first, and many reasons are summed up")
  func tally() {
    var tally = ReasonTally()
    for number in 0..<14 {
      let reason = "the client does not claim \(number)"
      tally.count(
        Sample.result(number, "a/\(number)", .skipped, play: nil, reason: reason),
        context: Sample.context)
    }
    for _ in 0..<2 {
      tally.count(
        Sample.result(0, "a", .skipped, play: nil, reason: "the client does not claim 13"),
        context: Sample.context)
    }
    tally.count(Sample.result(0, "a", .pass), context: Sample.context)
    let lines = tally.lines(.skipped)
    #expect(lines.first == "3 cases: the client does not claim 13")
    #expect(lines[1] == "1 case: the client does not claim 0")
    #expect(lines.last == "2 cases: 2 other reasons")
    #expect(lines.count == 13)
    #expect(tally.lines(.warned).isEmpty)
  }

  @Test(
    "Too little that counts is explained, in the singular and in the plural",
    arguments: [
      ([Verdict.inconclusive: 1], 1, "1 of 1 case is inconclusive and does not count"),
      ([.inconclusive: 3], 1, "3 of 3 cases are inconclusive and do not count"),
      ([.pass: 1], 2, "1 of 1 case got a verdict, and at least 2 are required"),
      ([.pass: 2], 5, "2 of 2 cases got a verdict, and at least 5 are required"),
      ([.skipped: 1], 1, "no case was played: the only one was skipped"),
      ([.skipped: 4], 1, "no case was played: all 4 were skipped"),
      ([:], 1, "no case was played"), ([.pass: 1, .inconclusive: 1], 1, nil),
      (
        [.pass: 1, .inconclusive: 1], 2,
        "1 of 2 cases got a verdict, and at least 2 are required"
      ),
    ] as [([Verdict: Int], Int, String?)])
  func shortfall(_ counts: [Verdict: Int], _ minimum: Int, _ text: String?) {
    var summary = RunSummary()
    summary.counts = counts
    #expect(Shortfall.text(summary, requiring: minimum) == text)
  }
}
