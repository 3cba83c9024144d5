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
          "run", "--shard", "\(number)/\(count)", "--events", "\(number).jsonl", "--junit",
          "\(number).xml", "--json", "\(number).json",
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

  /// A text without what differs from run to run.
  private func steady(_ text: String) -> String {
    let varying = [
      #"127\.0\.0\.\d+(:\d+)?|localhost:\d+"#, #"\d+(\.\d+)? (ms|s)\b"#,
      #"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?Z?"#, #"JUnit report: \S+\n"#,
      #"\d+ workers?"#,
    ]
    return varying.reduce(text) {
      $0.replacingOccurrences(of: $1, with: "", options: .regularExpression)
    }
  }

  @Test("What all shards report is what a run of all cases reports")
  func merged() throws {
    let place = try place(status: 204)
    #expect(try place.run("run", "--json", "whole.json").status == 1)
    #expect(try play(3, in: place).contains(1))
    let merged = try place.run(
      "merge", "2.jsonl", "1.jsonl", "3.jsonl", "--json", "all.json", "--junit", "all.xml",
      "--html", "all.html", "--sarif", "all.sarif", "--tap", "all.tap", "--code-quality",
      "all.quality", "--har", "all.har", "--all")
    #expect(merged.status == 1, "\(merged.errors)")
    let played = try place.run(
      "run", "--html", "whole.html", "--sarif", "whole.sarif", "--tap", "whole.tap",
      "--code-quality", "whole.quality", "--har", "whole.har", "--no-junit", "--all")
    for kind in ["tap", "quality", "sarif"] {
      #expect(try steady(place.text("all.\(kind)")) == steady(place.text("whole.\(kind)")))
    }
    // Ports, dates and durations differ from run to run.
    #expect(try steady(place.text("all.html")) == steady(place.text("whole.html")))
    #expect(steady(merged.output) == steady(played.output))
    #expect(try place.text("all.har").contains("\"version\":\"1.2\""))
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
    let merged = try place.run("merge", "1.jsonl", "2.jsonl", "3.jsonl", "4.jsonl")
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(merged.output.contains("15 cases: 15 passed in "))
    #expect(try play(2, in: place) == [0, 0])
    #expect(try place.run("run", "--shard=1/2", "--times", "1.xml").status == 2)
    // Parts that were made in two ways do not share out the cases.
    _ = try place.run("run", "--shard=1/2", "--times", "whole.json", "--events", "1.jsonl")
    let mixed = try place.run("merge", "1.jsonl", "2.jsonl")
    #expect(mixed.status == ExitStatus.fault.rawValue)
    #expect(mixed.errors.contains("the shards do not share the cases out"), "\(mixed.errors)")
  }

  @Test("A shard without a case is good, and a selection without one is not")
  func empty() throws {
    let place = try place()
    let statuses = try play(9, in: place, ["basic/plain[way=w1]"])
    #expect(statuses == Array(repeating: 0, count: 9))
    #expect(try place.run("run", "--shard=1/9", "--level=note").status == 4)
    let required = try (1...9).map {
      try place.run(
        "run", "--shard=\($0)/9", "basic/plain[way=w1]", "--require-tests=1", "--no-junit"
      ).status
    }
    #expect(required.sorted() == [0] + Array(repeating: 4, count: 8))
    let files = (1...9).map { "\($0).jsonl" }
    let merged = try ProgramRun(
      ["merge", "--junit", "all.xml", "--json", "-"] + files, in: place.path)
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(merged.errors.contains("1 case: 1 passed in "))
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
      "merge", "1.jsonl", "2.jsonl", "3.jsonl", "--junit", "all.xml")
    #expect(merged.status == ExitStatus.failures.rawValue, "\(merged.errors)")
    #expect(
      merged.output.contains("known.yaml:2: no check “*” comes to “fail” any more in “basic/*”"))
    #expect(merged.output.contains("known.yaml:3: there is no case “gone/*”"))
    #expect(!merged.output.contains("known.yaml:1"))
    #expect(
      try place.text("all.xml").contains("authspec.expectations\" tests=\"2\" failures=\"2\""))
    // All shards must expect the same, wherever the file is.
    let events = try place.text("2.jsonl")
    try place.write(
      events.replacing("\"line\":2,\"withoutCase\"", with: "\"line\":9,\"withoutCase\""),
      to: "2.jsonl")
    #expect(
      try place.run("merge", "1.jsonl", "2.jsonl", "3.jsonl").errors.contains(
        "was played with the expected failures 3 ("))
    // Of a selection nobody knows.
    _ = try play(3, in: place, ["--expected", "known.yaml", "other"])
    #expect(try place.run("merge", "1.jsonl", "2.jsonl", "3.jsonl").status == 0)
  }

  @Test(
    "Events that are not those of all shards of one run are refused, and nothing is written",
    arguments: [
      ("\"seed\":\"0\"", "\"seed\":\"1\"", "was played with the seed 1"),
      ("\"version\":\"", "\"version\":\"9.", "was played with authspec 9."),
      ("\"name\":\"libcurl\"", "\"name\":\"other\"", "was played with the client other"),
      ("\"abilities\":[\"basic\",", "\"abilities\":[", "was played with the abilities"),
      ("\"scenarios\":\"", "\"scenarios\":\"x", "was played with the scenarios and cases x"),
      ("\"options\":[]", "\"options\":[\"tls=all\"]", "was played with the options --tls=all"),
      ("\"count\":2", "\"count\":3", "was played with a count of shards of 3"),
      ("\"number\":2", "\"number\":1", "shard 2/2 is missing"),
      ("\"end\":{", "\"end\":{\"interrupted\":true,", "was interrupted, after"),
      ("\"end\":{", "\"end\":{\"ranOutOfTime\":true,", "ran out of time, after"),
      ("\"end\":{", "\"end\":{\"stoppedEarly\":true,", "stopped at its first failure, after"),
      (
        "\"end\":{", "\"end\":{\"repeatedFault\":\"x\",",
        "ended after ten faults of one kind, after"
      ),
      ("\"planned\":", "\"planned\":1", "is not whole, after"),
      ("\"places\":[", "\"places\":[0,", "is not whole"),
    ])
  func refused(_ text: String, _ other: String, _ complaint: String) throws {
    let place = try place()
    #expect(try play(2, in: place) == [0, 0])
    let events = try place.text("2.jsonl")
    #expect(events.contains(text))
    try place.write(events.replacing(text, with: other, maxReplacements: 1), to: "2.jsonl")
    let merged = try place.run("merge", "1.jsonl", "2.jsonl", "--json", "all.json")
    #expect(merged.status == ExitStatus.fault.rawValue)
    #expect(merged.errors.contains(complaint), "\(merged.errors)")
    #expect(!place.exists("all.json"))
  }

  @Test("A file that is cut off, damaged or has numbers of no run is refused with its line")
  func damaged() throws {
    let place = try place()
    #expect(try play(2, in: place) == [0, 0])
    let events = try place.text("2.jsonl")
    let lines = events.split(separator: "\n")
    let last = lines.count
    func refused(_ text: String, _ complaint: String) throws {
      try place.write(text, to: "2.jsonl")
      let run = try place.run("merge", "1.jsonl", "2.jsonl", "--json", "all.json")
      #expect(run.status == ExitStatus.usage.rawValue, "\(run.errors)")
      #expect(run.errors.hasPrefix(complaint), "\(run.errors)")
      #expect(!place.exists("all.json"))
    }
    try refused(String(events.dropLast(4)), "2.jsonl:\(last): the line has no end")
    try refused(
      lines.dropLast().map { $0 + "\n" }.joined(), "2.jsonl: the file is cut off: it has no end")
    try refused(events + lines[1] + "\n", "2.jsonl:\(last + 1): something follows the end")
    try refused("", "2.jsonl: not a file of run --events")
    var damaged = lines.map(String.init)
    damaged[2].removeLast(9)
    try refused(damaged.map { $0 + "\n" }.joined(), "2.jsonl:3: not a file of run --events: ")
    for (from, to, line) in [
      (/"jobs":\d+/, "\"jobs\":99999999999", ""), (/"planned":\d+/, "\"planned\":-1", ""),
      (/"places":\[/, "\"places\":[-1,", ""), (/"selected":\d+/, "\"selected\":\"x\"", ""),
      (/"verdict":"pass"/, "\"verdict\":\"good\"", ":3"),
      (/"nanoseconds":\d+\}\}\n$/, "\"nanoseconds\":9223372036854775807}}\n", ":\(last)"),
      (/"case":"/, "\"case\":\"x", ":3"), (/"connection":0/, "\"connection\":7", ":3"),
      (/"scenario":\{"id":/, "\"scenario\":{\"no\":", ":2"),
    ] {
      try refused(events.replacing(from, with: to, maxReplacements: 1), "2.jsonl\(line): ")
    }
  }

  @Test("Events have no credentials of the user, and what merge prints has none either")
  func secrets() throws {
    let place = try place()
    let command = "curl -s --anyauth -u {user}:{password} -H 'X-Api-Key: hush-hush-1' {url}"
    for number in 1...2 {
      _ = try place.run(
        "run", "--no-probe", "--command", command, "--shard", "\(number)/2", "--events",
        "\(number).jsonl", "--no-junit", "basic")
      let events = try place.text("\(number).jsonl")
      #expect(events.contains("[redacted]"))
      #expect(!events.contains("hush-hush-1"))
    }
    let merged = try place.run("merge", "1.jsonl", "2.jsonl", "--trace")
    #expect(merged.output.contains("[redacted]"))
    #expect(!(merged.output + merged.errors).contains("hush-hush-1"))
  }

  @Test("What is missing, there twice, or of no shard is refused")
  func missing() throws {
    let place = try place()
    #expect(try play(2, in: place) == [0, 0])
    _ = try place.run("run", "--events", "whole.jsonl", "--no-junit")
    func complaint(_ files: String..., status: Transcripts.ExitStatus = .fault) throws -> String {
      let run = try ProgramRun(
        ["merge", "--json", "all.json", "--junit", "all.xml"] + files, in: place.path)
      #expect(run.status == status.rawValue, "\(run.errors)")
      return run.errors
    }
    #expect(try complaint("1.jsonl").contains("shard 2/2 is missing"))
    #expect(
      try complaint("1.jsonl", "2.jsonl", "2.jsonl").contains(
        "shard 2/2 is there more than once: 2.jsonl, 2.jsonl"))
    #expect(try complaint("whole.jsonl").contains("whole.jsonl was played without --shard"))
    // What earlier versions merged.
    for report in ["1.xml", "1.json"] {
      #expect(
        try complaint(report, "2.jsonl", status: .usage).contains(
          "\(report): a report of run --junit or run --json, which merge does not read; "
            + "play the shard with --events FILE, and merge that file"))
    }
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
