// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts
@testable import Platform
@testable import Reporting
@testable import Storage
import Foundation
import Testing

@Suite("JUnit")
struct JUnitReportTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func report(
    _ flavor: JUnitFlavor, _ results: [CaseResult], change: (inout RunSummary) -> Void = { _ in }
  ) throws -> String {
    let path = scratch.path + (flavor == .surefire ? "/suites" : "/junit.xml")
    let report = try JUnitReport(path: path, flavor: flavor, context: Sample.context)
    Sample.feed(report, results, change: change)
    #expect(report.failure == nil)
    return path
  }

  @Test("A case has the element that its verdict asks for")
  func outcomes() throws {
    let root = try XMLTree.read(report(.rich, Sample.all()))
    var elements: [String: String] = [:]
    for node in root.all("testcase") {
      let results = node.children.filter { ["failure", "error", "skipped"].contains($0.name) }
      #expect(results.count <= 1)
      let type = results.first?.attributes["type"].map { ":" + $0 } ?? ""
      elements[node.attributes["name"] ?? ""] = (results.first?.name ?? "passed") + type
    }
    #expect(
      elements == [
        "basic/pass": "passed", "basic/note": "passed", "basic/skipped": "skipped",
        "basic/warn": "passed", "digest/open": "skipped:authspec.inconclusive",
        "digest/fail": "failure:MUST", "digest/late": "failure:TIMEOUT",
        "digest/gone": "failure:CRASH", "digest/known": "skipped:authspec.expected-failure",
        "digest/mended": "failure:authspec.unexpected-pass", "digest/fault": "error:authspec.fault",
        "top": "passed",
      ])
  }

  @Test("The totals are those of the cases")
  func totals() throws {
    let root = try XMLTree.read(report(.rich, Sample.all()))
    #expect(root.attributes["tests"] == "12")
    #expect(root.attributes["failures"] == "4")
    #expect(root.attributes["errors"] == "1")
    #expect(root.attributes["skipped"] == "3")
    #expect(
      root["testsuite"].map { $0.attributes["name"] } == [
        "authspec.basic", "authspec.digest", "authspec",
      ])
    for suite in root["testsuite"] {
      #expect(suite.attributes["tests"] == "\(suite["testcase"].count)")
      #expect(suite.attributes["failures"] == "\(suite.all("failure").count)")
      #expect(suite.attributes["skipped"] == "\(suite.all("skipped").count)")
    }
  }

  @Test("A failure tells its story, and its message comes again in the body")
  func body() throws {
    let root = try XMLTree.read(report(.rich, [Sample.result(0, "digest/fail", .fail)]))
    let node = try #require(root.all("testcase").first)
    #expect(node.attributes["classname"] == "authspec.digest")
    #expect(node.attributes["file"] == "Scenarios/digest/fail.yaml")
    #expect(node.attributes["line"] == "12")
    #expect(node.attributes["assertions"] == "2")
    #expect(node.attributes["time"] == "0.047")
    let failure = try #require(node["failure"].first)
    let message = try #require(failure.attributes["message"])
    #expect(
      message == "The nonce count starts at 00000001: expected nc=00000001, observed nc=00000002")
    for part in [
      message, "RFC 7616 3.4 (R083): The nc value", "expected  nc=00000001",
      "observed  nc=00000002",
      "because   the client counts", "> origin #1  -> GET /report", "nc=00000002",
      "authspec run --seed 7 digest/fail",
    ] {
      #expect(failure.text.contains(part), "\(part)")
    }
    #expect(!failure.text.contains("6629"), "nobody reads a response")
  }

  @Test("A warning passes, and says so")
  func warning() throws {
    let root = try XMLTree.read(
      report(.rich, [Sample.result(0, "basic/warn", .warn, level: .should)]))
    let node = try #require(root.all("testcase").first)
    #expect(node["system-out"].first?.text.contains("warning: The nonce count") == true)
    let verdict = node.all("property").first { $0.attributes["name"] == "authspec.verdict" }
    #expect(verdict?.attributes["value"] == "warn")
    let passed = try XMLTree.read(report(.rich, [Sample.result(0, "basic/pass", .pass)]))
    #expect(passed.all("system-out").isEmpty)
  }

  @Test("A stale expectation is a failure of its own")
  func stale() throws {
    let root = try XMLTree.read(
      report(.rich, [Sample.result(0, "basic/pass", .pass)]) {
        $0.staleExpectations = ["digest/gone* 1.*", "digest/gone* 1.*"]
      })
    let failures = root.all("failure")
    #expect(
      failures.map { $0.attributes["type"] }
        == Array(repeating: "authspec.stale-expectation", count: 2))
    #expect(Set(root.all("testcase").map { $0.attributes["name"] }).count == 3)
    #expect(root.attributes["failures"] == "2")
  }

  @Test("An interrupted run is whole and does not look good")
  func interrupted() throws {
    let root = try XMLTree.read(
      report(.rich, [Sample.result(0, "basic/pass", .pass)]) {
        $0.isInterrupted = true
        $0.planned = 9
      })
    #expect(root.attributes["errors"] == "1")
    #expect(root.all("error").first?.attributes["message"] == "interrupted after 1 of 9 cases")
  }

  @Test("A run that is not over leaves the file of the run before")
  func atomic() throws {
    let path = try report(.rich, [Sample.result(0, "basic/pass", .pass)])
    let before = try Data(contentsOf: URL(filePath: path))
    do {
      let second = try JUnitReport(path: path, flavor: .rich, context: Sample.context)
      second.record(.runStarted(Sample.header(cases: 1)))
      second.record(.caseFinished(Sample.result(0, "digest/fail", .fail)))
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(scratch.names == ["junit.xml"])
  }

  @Test("Cases that come in any order end up in their suites")
  func mixed() throws {
    let results = (0..<20).map {
      Sample.result($0, $0.isMultiple(of: 2) ? "a/\($0)" : "b/\($0)", .pass)
    }
    let root = try XMLTree.read(report(.ant, results))
    #expect(root["testsuite"].map { $0["testcase"].count } == [10, 10])
    #expect(
      root["testsuite"].first?["testcase"].allSatisfy {
        $0.attributes["name"]?.hasPrefix("a/") == true
      } == true)
  }

  @Test("Surefire's flavour is a file for each suite, and none of an earlier run stays")
  func surefire() throws {
    try scratch.write("<testsuite/>", to: "suites/TEST-authspec.old.xml")
    try scratch.write("mine", to: "suites/notes.txt")
    let path = try report(.surefire, Sample.all())
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(
      names == [
        "TEST-authspec.basic.xml", "TEST-authspec.digest.xml", "TEST-authspec.xml", "notes.txt",
      ])
    let root = try XMLTree.read(path + "/TEST-authspec.digest.xml")
    #expect(root.name == "testsuite")
    let known = try #require(root["testcase"].first { $0.attributes["name"] == "digest/known" })
    #expect(
      known["skipped"].first?.attributes["message"]
        == "expected failure: curl#1234: counts across nonces")
  }

  @Test("A path that cannot be written is refused before anything is played")
  func refused() throws {
    try scratch.write("", to: "file")
    #expect(throws: FileError.self) {
      try JUnitReport(
        path: "\(scratch.path)/file/junit.xml", flavor: .rich, context: Sample.context)
    }
    #expect(throws: FileError.self) {
      try JUnitReport(path: scratch.path, flavor: .rich, context: Sample.context)
    }
  }

  @Test("Any octet may be in a name, a message and a body", arguments: JUnitFlavor.allCases)
  func everyOctet(_ flavor: JUnitFlavor) throws {
    let octets = Octets(
      (0...255).map { UInt8($0) } + [0xED, 0xA0, 0x80, 0xC3, 0x28, 0xEF, 0xBF, 0xBE])
    let text = octets.latin1 + "]]>\u{FFFE}\u{FFFF}\u{1FFFE}<&\"'"
    let finding = Finding(expected: text, observed: octets.description, exchange: 0)
    let exchange = Sample.exchange(octets, status: 401, challenge: octets)
    var result = Sample.result(
      0, "fuzz/\(text)", .fail, finding: finding, play: Sample.play([exchange]))
    result.checks[1].descriptor = Sample.descriptor(text, text)
    let path = try report(flavor, [result])
    let files =
      flavor == .surefire
      ? try FileManager.default.contentsOfDirectory(atPath: path).map { "\(path)/\($0)" } : [path]
    #expect(files.count == 1)
    let root = try XMLTree.read(files[0])
    let node = try #require(
      (root.name == "testsuite" ? [root] : root["testsuite"]).first?["testcase"].first)
    let name = try #require(node.attributes["name"])
    #expect(name.contains("\\x00\\x01"))
    #expect(name.contains("]]>\\xef\\xbf\\xbe\\xef\\xbf\\xbf\u{1FFFE}<&\"'"))
    let failure = try #require(node["failure"].first)
    #expect(failure.text.contains("\\x1b"))
    #expect(failure.text.contains("\\xed\\xa0\\x80"))
    #expect(try #require(failure.attributes["message"]).count <= 255)
  }

  @Test("Long bodies are cut, and say so")
  func capped() throws {
    let finding = Finding(expected: String(repeating: "ä", count: 200_000), observed: "b")
    let root = try XMLTree.read(
      report(.rich, [Sample.result(0, "digest/x", .fail, finding: finding)]))
    let text = try #require(root.all("failure").first).text
    #expect(text.utf8.count <= 1 << 16)
    #expect(text.hasSuffix("… cut at 65536 octets"))
  }
}
