// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Foundation
import TestThreads
import Testing

@Suite("authspec run --shard and authspec merge", .onOwnThreads)
struct MergeTests {
  private static let ways = (0..<12).map { "w\($0)" }

  private func place(status: Int = 200) throws -> Workplace {
    try Workplace([
      "Scenarios/basic/plain.yaml": Workplace.scenario(ways: MergeTests.ways),
      "Scenarios/other/plain.yaml": Workplace.scenario(ways: ["a", "b", "c"], status: status),
    ])
  }

  /// Plays all parts, and returns the exit statuses.
  private func play(
    _ count: Int, in place: Workplace, _ more: [String] = []
  ) throws -> [Int32] {
    try (1...count).map { number in
      try ProgramRun(
        [
          "run", "--shard", "\(number)/\(count)", "--json", "\(number).json", "--junit",
          "\(number).xml",
        ] + more, in: place.path
      ).status
    }
  }

  private func report(_ name: String, in place: Workplace) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(place.text(name).utf8))
    return try #require(value as? [String: Any])
  }

  /// The JSON text of an object, with its members in order.
  private func sorted(_ object: [String: Any]) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    return String(decoding: data, as: UTF8.self)
  }

  private func cases(_ name: String, in place: Workplace) throws -> [String] {
    let cases = try #require(try report(name, in: place)["cases"] as? [[String: Any]])
    return cases.map { "\($0["id"] ?? "") \($0["verdict"] ?? "") \($0["cause"] ?? "")" }
  }

  @Test("What all shards report is what a run of all cases reports")
  func merged() throws {
    let place = try place(status: 204)
    #expect(try place.run("run", "--json", "whole.json").status == 1)
    #expect(try play(3, in: place).contains(1))
    let merged = try place.run(
      "merge", "2.json", "1.json", "3.json", "1.xml", "3.xml", "2.xml", "--json", "all.json",
      "--junit", "all.xml")
    #expect(merged.status == 1, "\(merged.errors)")
    #expect(
      merged.output.hasPrefix(
        "fail     3 cases: Other requests come than expected (other-requests), as in "
          + "other/plain[way=a]\n15 cases: 12 passed, 3 failed in "))
    #expect(try cases("all.json", in: place) == cases("whole.json", in: place))
    let whole = try #require(try report("whole.json", in: place)["summary"] as? [String: Any])
    let all = try #require(try report("all.json", in: place)["summary"] as? [String: Any])
    #expect(Set(whole.keys) == Set(all.keys))
    for name in whole.keys where name != "nanoseconds" {
      #expect(try sorted([name: whole[name] ?? ""]) == sorted([name: all[name] ?? ""]))
    }
    let (one, other) = (try place.text("Reports/junit.xml"), try place.text("all.xml"))
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { $0.hasPrefix("    <testcase") }.compactMap { line in
        line.firstRange(of: " time=").map { line[..<$0.lowerBound] }
      }.sorted()
    }
    #expect(lines(one).count == 15)
    #expect(lines(one) == lines(other))
    #expect(
      other.contains("<testsuites name=\"authspec\" tests=\"15\" failures=\"3\" errors=\"0\""))
    #expect(other.contains("<testsuite name=\"authspec.basic\" tests=\"12\" failures=\"0\""))
    #expect(other.contains("<testsuite name=\"authspec.other\" tests=\"3\" failures=\"3\""))
    _ = try XMLDocumentCheck(other)
    // What is merged can be compared like any other report.
    #expect(try place.run("diff", "whole.json", "all.json").output.contains("15 the same"))
  }

  @Test("Shards by the times of a former run share out all cases")
  func times() throws {
    let place = try place()
    #expect(try place.run("run", "--json", "whole.json", "--no-junit").status == 0)
    #expect(try play(4, in: place, ["--times", "whole.json"]) == [0, 0, 0, 0])
    let merged = try place.run("merge", "1.json", "2.json", "3.json", "4.json")
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(merged.output.hasPrefix("15 cases: 15 passed in "))
    #expect(try play(2, in: place) == [0, 0])
    #expect(try place.run("run", "--shard=1/2", "--times", "1.xml").status == 2)
    // Parts that were made in two ways do not share out the cases.
    _ = try place.run("run", "--shard=1/2", "--times", "whole.json", "--json", "1.json")
    let mixed = try place.run("merge", "1.json", "2.json")
    #expect(mixed.status == ExitStatus.fault.rawValue)
    #expect(mixed.errors.contains("the shards do not share the cases out"), "\(mixed.errors)")
  }

  @Test("A shard without a case is good, and a selection without one is not")
  func empty() throws {
    let place = try place()
    let statuses = try play(9, in: place, ["basic/plain[way=w1]"])
    #expect(statuses == Array(repeating: 0, count: 9))
    #expect(try place.run("run", "--shard=1/9", "--tag=none").status == 4)
    let required = try (1...9).map {
      try place.run(
        "run", "--shard=\($0)/9", "basic/plain[way=w1]", "--require-tests=1", "--no-junit"
      ).status
    }
    #expect(required.sorted() == [0] + Array(repeating: 4, count: 8))
    let files = (1...9).flatMap { ["\($0).json", "\($0).xml"] }
    let merged = try ProgramRun(
      ["merge", "--junit", "all.xml", "--json", "-"] + files, in: place.path)
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(merged.errors.hasPrefix("1 case: 1 passed in "))
    #expect(merged.output.hasPrefix("{\"authspec\":"))
    #expect(try place.text("all.xml").contains("tests=\"1\""))
    #expect(
      try ProgramRun(["merge", "--require-tests=2"] + files, in: place.path).status
        == ExitStatus.nothingRan.rawValue)
  }

  @Test("An expectation is stale only where no shard has met it")
  func stale() throws {
    let place = try place(status: 204)
    let known = """
      - { case: other/*, check: "*", verdict: fail, reason: known, evidence: here }
      - { case: basic/*, check: "*", verdict: fail, reason: known, evidence: here }
      - { case: gone/*, check: "*", verdict: fail, reason: known, evidence: here }

      """
    try place.write(known, to: "known.yaml")
    #expect(try play(3, in: place, ["--expected", "known.yaml"]) == [0, 0, 0])
    let merged = try place.run(
      "merge", "1.json", "2.json", "3.json", "1.xml", "2.xml", "3.xml", "--junit", "all.xml")
    #expect(merged.status == ExitStatus.failures.rawValue, "\(merged.errors)")
    #expect(
      merged.output.contains("known.yaml:2: no check “*” comes to “fail” any more in “basic/*”"))
    #expect(merged.output.contains("known.yaml:3: there is no case “gone/*”"))
    #expect(!merged.output.contains("known.yaml:1"))
    #expect(
      try place.text("all.xml").contains("authspec.expectations\" tests=\"2\" failures=\"2\""))
    // All shards must expect the same, wherever the file is.
    let report = try place.text("2.json")
    try place.write(
      report.replacing("\"line\":2,\"withoutCase\"", with: "\"line\":9,\"withoutCase\""),
      to: "2.json")
    #expect(
      try place.run("merge", "1.json", "2.json", "3.json").errors.contains(
        "was played with the expected failures 3 ("))
    // Of a selection nobody knows.
    _ = try play(3, in: place, ["--expected", "known.yaml", "other"])
    #expect(try place.run("merge", "1.json", "2.json", "3.json").status == 0)
  }

  @Test(
    "Reports that are not those of all shards of one run are refused, and nothing is written",
    arguments: [
      ("\"seed\":\"0\"", "\"seed\":\"1\"", "was played with the seed 1"),
      ("\"authspec\":\"", "\"authspec\":\"9.", "was played with authspec 9."),
      ("\"name\":\"libcurl\"", "\"name\":\"other\"", "was played with the client other"),
      ("\"abilities\":[\"basic\",", "\"abilities\":[", "was played with the abilities"),
      ("\"scenarios\":\"", "\"scenarios\":\"x", "was played with the scenarios and cases x"),
      ("\"options\":[]", "\"options\":[\"tls=all\"]", "was played with the options --tls=all"),
      ("\"count\":2", "\"count\":3", "was played with a count of shards of 3"),
      ("\"number\":2", "\"number\":1", "shard 2/2 is missing"),
      ("\"interrupted\":false", "\"interrupted\":true", "was interrupted, after"),
      ("\"ranOutOfTime\":false", "\"ranOutOfTime\":true", "ran out of time, after"),
      ("\"stoppedEarly\":false", "\"stoppedEarly\":true", "stopped at its first failure, after"),
      ("\"places\":[", "\"places\":[0,", "is not whole"),
    ])
  func refused(_ text: String, _ other: String, _ complaint: String) throws {
    let place = try place()
    #expect(try play(2, in: place) == [0, 0])
    let report = try place.text("2.json")
    #expect(report.contains(text))
    try place.write(report.replacing(text, with: other, maxReplacements: 1), to: "2.json")
    let merged = try place.run("merge", "1.json", "2.json", "--json", "all.json")
    #expect(merged.status == ExitStatus.fault.rawValue)
    #expect(merged.errors.contains(complaint), "\(merged.errors)")
    #expect(!place.exists("all.json"))
  }

  @Test("Numbers that no run has are refused")
  func hugeNumbers() throws {
    let place = try place()
    #expect(try play(2, in: place) == [0, 0])
    let (report, document) = (try place.text("2.json"), try place.text("2.xml"))
    for (from, to) in [
      (/"pass":\d+/, "\"pass\":9223372036854775807"), (/"jobs":\d+/, "\"jobs\":99999999999"),
      (/"nanoseconds":\d+,"exchanges"/, "\"nanoseconds\":x"), (/"places":\[/, "\"places\":[-1,"),
      (/"selected":\d+/, "\"selected\":\"x\""),
    ] {
      try place.write(report.replacing(from, with: to), to: "2.json")
      let run = try place.run("merge", "1.json", "2.json")
      #expect(run.status == ExitStatus.usage.rawValue, "\(run.errors)")
      #expect(run.errors.hasPrefix("2.json: not a "))
    }
    try place.write(report, to: "2.json")
    for huge in ["9223372036854775807", "-1", ""] {
      try place.write(
        document.replacing(/<testsuite name="([a-z.]*)" tests="\d+"/) {
          "<testsuite name=\"\($0.1)\" tests=\"\(huge)\""
        }, to: "2.xml")
      let run = try place.run("merge", "1.json", "2.json", "1.xml", "2.xml", "--junit", "all.xml")
      #expect(run.status == ExitStatus.usage.rawValue, "\(run.errors)")
      #expect(run.errors.contains("2.xml: not a JUnit report of the flavour rich"))
    }
  }

  @Test("What is missing, there twice, or of no shard is refused")
  func missing() throws {
    let place = try place()
    #expect(try play(2, in: place) == [0, 0])
    _ = try place.run("run", "--json", "whole.json", "--junit", "whole.xml")
    func complaint(_ files: String...) throws -> String {
      let run = try ProgramRun(
        ["merge", "--json", "all.json", "--junit", "all.xml"] + files, in: place.path)
      #expect(run.status == ExitStatus.fault.rawValue || run.status == ExitStatus.usage.rawValue)
      return run.errors
    }
    #expect(try complaint("1.json", "1.xml").contains("shard 2/2 is missing"))
    #expect(
      try complaint("1.json", "2.json", "2.json", "1.xml").contains(
        "shard 2/2 is there more than once: 2.json, 2.json"))
    #expect(try complaint("whole.json", "1.xml").contains("it has no shard"))
    #expect(try complaint("1.json", "2.json").contains("--junit needs the JUnit reports"))
    #expect(try complaint("1.xml", "2.xml").contains("expected a report of run --json"))
    #expect(
      try complaint("1.json", "2.json", "1.xml").contains(
        "the JUnit report of shard 2/2 is missing"))
    #expect(
      try complaint("1.json", "2.json", "1.xml", "2.xml", "2.xml").contains(
        "the JUnit report of shard 2/2 is there more than once"))
    #expect(
      try complaint("1.json", "2.json", "1.xml", "2.xml", "whole.xml").contains(
        "whole.xml: not the JUnit report of one of the shards"))
    let former = try place.text("2.xml")
    try place.write(
      former.replacing("timestamp=\"20", with: "timestamp=\"19"), to: "2.xml")
    #expect(
      try complaint("1.json", "2.json", "1.xml", "2.xml").contains(
        "2.xml and 2.json are not of one play"))
    try place.write("<?xml version=\"1.0\"?>\n<a/>\n", to: "2.xml")
    #expect(
      try complaint("1.json", "2.json", "1.xml", "2.xml").contains(
        "2.xml: not a JUnit report of the flavour rich"))
    #expect(!place.exists("all.json"))
    #expect(!place.exists("all.xml"))
  }
}

/// A text that an XML parser takes.
private struct XMLDocumentCheck {
  init(_ text: String) throws {
    // Every tag that is opened is closed; the tests of the JUnit schema check the rest.
    var open: [Substring] = []
    for tag in text.matches(of: /<(\/?)([a-z-]+)[^>]*?(\/?)>/) {
      if !tag.1.isEmpty {
        #expect(open.popLast() == tag.2)
      } else if tag.3.isEmpty {
        open.append(tag.2)
      }
    }
    #expect(open.isEmpty)
  }
}
