// SPDX-License-Identifier: Apache-2.0

import Foundation
import Scenarios
import Testing
import Transcripts

@testable import Platform
@testable import Reporting

@Suite("Overview of a run")
struct RunOverviewTests {
  /// Results of many failing cases, in `causes.count` groups of the sizes `1, 2, 3, …`.
  private func failures(_ causes: [FailureCause]) -> (results: [CaseResult], [FailureGroup]) {
    var results: [CaseResult] = []
    var groups: [FailureGroup] = []
    for (number, cause) in causes.enumerated() {
      for index in 0...number {
        var result = Sample.result(
          results.count, "digest/a-rather-long-name-of-a-scenario-\(number)[case=\(index)]", .fail)
        result.cause = cause
        results.append(result)
        if index == 0 {
          groups.append(FailureGroup(cause, shownBy: result.checks[1], of: result))
        } else {
          groups[number].add(result, shownBy: result.checks[1])
        }
      }
    }
    return (results, groups)
  }

  private func shown(
    _ results: [CaseResult], _ groups: [FailureGroup], showsAll: Bool = false, width: Int = 80,
    change: (inout RunSummary) -> Void = { _ in }
  ) throws -> [Substring] {
    let scratch = try Scratch()
    var options = TerminalOptions()
    options.width = width
    options.showsAll = showsAll
    let path = scratch.path + "/out"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    let output = DescriptorWriter(descriptor: file.fileDescriptor)
    Sample.feed(
      TerminalReport(output: output, options: options, context: Sample.context), results
    ) {
      $0.groups = groups
      change(&$0)
    }
    return try scratch.text("out").split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
  }

  @Test("Whatever fails, an overview has 24 lines of 80 columns at most", arguments: [6, 12, 31])
  func fits(_ number: Int) throws {
    let causes = FailureCause.Kind.allCases.prefix(number).map { FailureCause($0) }
    let (results, groups) = failures(causes)
    let noted = (0..<40).map {
      Sample.result(results.count + $0, "basic/skipped-\($0)", .skipped, play: nil, reason: "\($0)")
    }
    let lines = try shown(results + noted, groups)
    let rows = lines.reduce(0) { $0 + max(1, (Wrapping.columns($1) + 79) / 80) }
    #expect(rows <= 24)
    #expect(lines.contains { $0.hasPrefix("fail     1 case: Credentials go where they must not") })
    #expect(lines.contains { $0.hasPrefix("skip     ") && $0.hasSuffix("(--all shows them)") })
  }

  @Test("All of it is shown when it is asked for: each block and each cause")
  func all() throws {
    let (results, groups) = failures([FailureCause(.leak, "R041"), FailureCause(.report)])
    let lines = try shown(results, groups, showsAll: true)
    #expect(lines.count { $0.hasPrefix("fail     digest/") } == 3)
    #expect(lines.contains("fail     1 case: A redirect takes the login to another origin"))
    #expect(lines.contains("         cause: leak.R041"))
    #expect(lines.contains { $0.hasPrefix("fail     2 cases: The client reports another") })
  }

  @Test("Ids are not broken, and all reasons are shown, however narrow the terminal")
  func narrow() throws {
    var results = (0..<30).map {
      Sample.result(
        $0, "basic/skipped-\($0)", .skipped, play: nil,
        reason: "a reason that is longer than a line of the terminal, number \($0)")
    }
    let id = "digest/a-rather-long-name-of-a-scenario[side=proxy,algorithm=SHA-512-256-sess]"
    for (index, verdict) in [Verdict.fail, .warn].enumerated() {
      results.append(Sample.result(30 + index, id, verdict))
    }
    let lines = try shown(results, [], showsAll: true, width: 40)
    #expect(lines.contains("fail     \(id)"))
    #expect(lines.contains { $0.hasPrefix("warn     \(id):") })
    for number in 0..<30 { #expect(lines.contains { $0.hasSuffix("number \(number)") }) }
    #expect(!lines.contains { $0.contains("other reason") })
    #expect(lines.contains { $0.hasPrefix("  at        Scenarios/digest/a-rather") })
  }

  @Test("Reasons that differ at their ends only can be told apart on a narrow terminal")
  func reasons() throws {
    let results = (0..<20).map {
      Sample.result(
        $0, "basic/skipped-\($0)", .skipped, play: nil,
        reason: "the client does not claim: ability-\($0)")
    }
    let lines = try shown(results, [], width: 40)
    #expect(lines.count <= 24)
    #expect(lines.count { $0.contains("ability-") } > 5)
    #expect(
      lines.contains { $0.hasPrefix("skip     1 case:") } && !lines.contains { $0.hasSuffix("…") })
    #expect(lines.contains { $0.contains("other reasons") })
  }

  @Test("A block says what to change")
  func change() throws {
    let (results, groups) = failures([FailureCause(.report, "R108")])
    let lines = try shown(results, groups)
    #expect(
      lines.contains("  change    Compute rspauth; if the server's differs, report an error."))
  }

  @Test("What is fixed and still expected to fail is named, with the command that takes it out")
  func fixed() throws {
    let results = [Sample.result(0, "basic/x", .pass)]
    let patterns = (1...5).map { "expected.yaml:\($0): gone" }
    let command = Sample.context.baselineCommand.map { Substring("  \($0)") } ?? "none"
    func lines(showsAll: Bool = false, _ patterns: [String]) throws -> [Substring] {
      try shown(results, [], showsAll: showsAll) { $0.stalePatterns = patterns }
    }
    let few = try lines(patterns)
    #expect(few.contains("fixed, and still expected to fail: expected.yaml:3: gone"))
    #expect(few.contains("fixed, and still expected to fail: 2 other patterns (--all shows them)"))
    #expect(few.contains(command))
    #expect(try lines(showsAll: true, patterns).contains { $0.hasSuffix("yaml:5: gone") })
    #expect(try !lines([]).contains(command))
  }

  @Test("A run of few cases is shown whole, and so is what fits on a screen")
  func small() throws {
    let (results, groups) = failures([FailureCause(.qop)])
    let few = try shown(results, groups)
    #expect(few.contains { $0.hasPrefix("fail     digest/a-rather-long-name") })
    #expect(few.contains { $0.hasPrefix("  again") })
    let good = (0..<12).map { Sample.result($0, "basic/x-\($0)", $0 == 3 ? .warn : .pass) }
    let lines = try shown(good, [])
    #expect(lines.contains { $0.hasPrefix("warn     basic/x-3: ") })
    #expect(lines.count <= 24)
  }

  @Test("The title of each cause fits on a line, and so does its advice")
  func prose() {
    let subjects = ["", "R012", "R999", "nonce-count", "origin", "proxy"].map(Optional.some)
    let causes = FailureCause.Kind.allCases.flatMap { kind in
      (subjects + [nil]).map { FailureCause(kind, $0) }
    }
    let all =
      Set(causes.map(CauseProse.init)).union(CauseProse.ofLeaks.values)
      .union(CauseProse.ofRules.values)
    for prose in all {
      #expect(Wrapping.columns("2,345 cases: \(prose.title)") <= 80 - GroupText.column)
      #expect(!prose.title.hasSuffix("."))
      guard let advice = prose.advice else { continue }
      #expect(Wrapping.columns("change: \(advice)") <= 80 - GroupText.column)
      #expect(advice.hasSuffix("."))
    }
  }
}
