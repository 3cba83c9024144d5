// SPDX-License-Identifier: Apache-2.0

import JSON
@testable import Platform
@testable import Reporting
@testable import Storage
import Testing

@Suite("The report for programs")
struct JSONReportTests {
  @Test("The report for programs holds header, cases, checks and summary")
  func report() throws {
    let scratch = try Scratch()
    let report = try JSONReport(path: scratch.path + "/deep/er/run.json")
    #expect(scratch.names == ["deep"])
    Sample.feed(report, Sample.all())
    #expect(report.failure == nil)
    let text = try scratch.text("deep/er/run.json")
    let root = try JSONParser.value(of: Array(text.utf8))
    #expect(root["authspec"]?.string == "0.1.0")
    #expect(root["format"]?.integer == 1)
    #expect(root["run"]?["client"]?["name"]?.string == "libcurl")
    #expect(root["cases"]?.array?.count == 12)
    #expect(root["summary"]?["verdicts"]?["fail"]?.integer == 2)
    #expect(root["summary"]?["unexpected"]?.integer == 5)
    let failed = root["cases"]?.array?.first { $0["id"]?.string == "digest/fail" }
    let check = failed?["checks"]?.array?.last
    #expect(failed?["verdict"]?.string == "fail")
    #expect(check?["expected"]?.string == "nc=00000001")
    #expect(check?["observed"]?.string == "nc=00000002")
    #expect(check?["exchange"]?.integer == 1)
    #expect(check?["expectedFailure"] == nil)
    let known = root["cases"]?.array?.first { $0["id"]?.string == "digest/known" }
    #expect(
      known?["checks"]?.array?.last?["expectedFailure"]?.string == "curl#1234: counts across nonces"
    )
    // A line for each case.
    #expect(text.split(separator: "\n").count { $0.hasPrefix("{\"id\":") } == 12)
  }
}
