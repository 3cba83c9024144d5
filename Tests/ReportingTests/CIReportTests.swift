// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Transcripts

@testable import Platform
@testable import Reporting

@Suite("Reports for CI services")
struct CIReportTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// One case of each kind; those that are bad have a cause.
  private var results: [CaseResult] {
    Sample.all().map { result in
      var result = result
      if result.isUnexpectedlyBad { result.cause = FailureCause(.leak, "R041") }
      return result
    }
  }

  private func groups(_ results: [CaseResult]) throws -> [FailureGroup] {
    let bad = results.filter { $0.cause != nil }
    let first = try #require(bad.first)
    var group = FailureGroup(FailureCause(.leak, "R041"), shownBy: first.checks.last, of: first)
    for result in bad.dropFirst() { group.add(result, shownBy: result.checks.last) }
    return [group]
  }

  private func written(_ make: (String) throws -> any Reporter) throws -> String {
    let report = try make(scratch.path + "/out")
    let results = results
    let groups = try groups(results)
    Sample.feed(report, results) { $0.groups = groups }
    #expect(report.failure == nil)
    return try scratch.text("out")
  }

  @Test("SARIF has a result for each broken check and the rules of all")
  func sarif() throws {
    let text = try written { try SARIFReport(path: $0, context: Sample.context) }
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let found = try #require(run["results"] as? [[String: Any]])
    let broken = results.flatMap(\.checks).count { $0.verdict.isBroken }
    #expect(found.count == broken && broken > 3)
    #expect(found.count { $0["suppressions"] != nil } == 1)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(
      Set(rules.compactMap { $0["id"] as? String })
        == Set(found.compactMap { $0["ruleId"] as? String }))
    #expect(
      rules.first?["helpUri"] as? String == "https://www.rfc-editor.org/rfc/rfc7616#section-3.4")
  }

  @Test("TAP has a test point for each case, with its directive")
  func tap() throws {
    let lines = try written { try TAPReport(path: $0) }.split(separator: "\n")
    let count = results.count
    #expect(lines.prefix(2) == ["TAP version 14", "1..\(count)"])
    let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    #expect(points.count == count)
    #expect(points.contains("ok 1 - basic/pass"))
    #expect(points.contains("not ok 6 - digest/fail"))
    #expect(points.contains { $0.hasPrefix("not ok 9 - digest/known # TODO curl\\#1234") })
    #expect(points.contains { $0.hasPrefix("ok 3 - basic/skipped # SKIP ") })
    #expect(points.contains { $0.hasPrefix("ok 5 - digest/open # SKIP inconclusive") })
    #expect(lines.contains("  cause: \"leak.R041\""))
  }

  @Test("Code quality has an entry for each case that makes the run bad, and no two alike")
  func codeQuality() throws {
    let text = try written { try CodeQualityReport(path: $0) }
    let entries = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(entries.count == results.count { $0.isUnexpectedlyBad })
    #expect(Set(entries.compactMap { $0["fingerprint"] as? String }).count == entries.count)
    #expect(entries.allSatisfy { $0["severity"] as? String == "blocker" })
    let place = try #require(entries.first?["location"] as? [String: Any])
    #expect((place["lines"] as? [String: Any])?["begin"] is Int)
  }

  @Test("GitHub gets an annotation for each cause, and a table at the end of the step's summary")
  func gitHub() throws {
    try scratch.write("before\n", to: "summary.md")
    let text = try written { path in
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      let file = try #require(FileHandle(forWritingAtPath: path))
      return GitHubReport(
        output: DescriptorWriter(descriptor: dup(file.fileDescriptor)),
        summaryFile: scratch.path + "/summary.md", context: Sample.context)
    }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("::error file=Scenarios/"))
    #expect(lines[0].contains("title=5 cases%3A A redirect takes the login to another origin::"))
    let summary = try scratch.text("summary.md")
    #expect(summary.hasPrefix("before\n### authspec: "))
    #expect(summary.contains("| 5 | A redirect takes the login to another origin |"))
  }

  @Test("A page has all groups and cases, and no text of a client becomes a tag")
  func page() throws {
    var results = results
    let finding = Finding(
      expected: "</pre><script>x", observed: "\u{1B}[2J\" onload=x", exchange: 0)
    results[5] = Sample.result(5, "digest/<script>\"x", .fail, finding: finding)
    results[5].cause = FailureCause(.leak, "R041")
    let path = scratch.path + "/page.html"
    let report = try RunPageReport(path: path, context: Sample.context)
    let groups = try groups(results)
    Sample.feed(report, results) { $0.groups = groups }
    let text = try scratch.text("page.html")
    #expect(text.components(separatedBy: "<script").count == 2)
    #expect(text.components(separatedBy: "<details").count == 1 + groups[0].cases.count)
    #expect(!text.contains("onload=x\"") && !text.unicodeScalars.contains("\u{1B}"))
    #expect(text.contains("<section class=\"group\" id=\"leak.R041\">"))
    #expect(text.contains("https://www.rfc-editor.org/rfc/rfc7616#section-3.4"))
  }
}
