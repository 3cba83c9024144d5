// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts
@testable import Platform
@testable import Reporting
@testable import Storage
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Terminal")
struct TerminalReportTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func shown(
    _ results: [CaseResult], width: Int = 80, isColoured: Bool = false, isQuiet: Bool = false,
    showsProgress: Bool = false, change: (inout RunSummary) -> Void = { _ in }
  ) throws -> String {
    let path = scratch.path + "/out"
    let descriptor = unsafe open(path, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var options = TerminalOptions()
    options.width = width
    options.isColoured = isColoured
    options.isQuiet = isQuiet
    options.showsAll = true
    options.showsProgress = showsProgress
    let output = DescriptorWriter(descriptor: descriptor)
    let report = TerminalReport(output: output, options: options, context: Sample.context)
    Sample.feed(report, results, change: change)
    return try scratch.text("out")
  }

  /// The text of `Fixtures/terminal`; written anew where AUTHSPEC_UPDATE_GOLDEN is set.
  private func expectGolden(_ text: String, _ name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/terminal/\(name).txt")
    if ProcessInfo.processInfo.environment["AUTHSPEC_UPDATE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden)
  }

  @Test("If half of the cases are skipped, the abilities that most of them lack are named")
  func missingAbilities() throws {
    var skipped = Sample.result(0, "a/b", .skipped, play: nil, reason: "not claimed")
    skipped.played.needs = ["bearer"]
    let passed = Sample.result(1, "a/c", .pass)
    let text = try shown([skipped, passed])
    #expect(text.contains("most cases would come with bearer (1 case)\n"), "\(text)")
    #expect(try !shown([skipped, passed, passed]).contains("would come with"))
  }

  @Test("A run with one case of each kind", arguments: [60, 80, 120])
  func all(_ width: Int) throws {
    let text = try shown(Sample.all(), width: width) { $0.staleExpectations = ["digest/x*: 1.*"] }
    try expectGolden(text, "all-\(width)")
    let tooLong = text.split(separator: "\n").filter {
      $0.count > width && !$0.contains("again") && !$0.contains("Scenarios/")
    }
    #expect(tooLong.isEmpty)
  }

  @Test("A good run is two lines")
  func good() throws {
    let text = try shown([Sample.result(0, "basic/pass", .pass)])
    #expect(
      text == """
        libcurl/7.88.1 OpenSSL/3.0.17: 1 case on 2 workers, seed 7

        1 case: 1 passed in 1.42 s — libcurl/7.88.1

        """)
  }

  @Test("A quiet run is a line for each bad case, and the summary")
  func quiet() throws {
    let text = try shown(Sample.all(), isQuiet: true)
    #expect(
      text.split(separator: "\n").map { $0.prefix(22) } == [
        "fail     digest/fail", "timeout  digest/late", "crash    digest/gone",
        "passed   digest/mended", "fault    digest/fault", "12 cases: 4 passed, 1 ",
        "fault, 1 skipped, 1 in", "1 case did not fail as",
      ])
  }

  @Test("Colours are there when they are asked for, and only then")
  func colours() throws {
    let results = [Sample.result(0, "digest/fail", .fail)]
    #expect(try shown(results, isColoured: true).contains("\u{1B}[31mfail"))
    #expect(try !shown(results).contains("\u{1B}"))
  }

  @Test("The progress line is taken away again")
  func progress() throws {
    let text = try shown([Sample.result(0, "basic/pass", .pass)], showsProgress: true)
    let drawn = try #require(text.range(of: "1 of 1"))
    let erased = try #require(text.range(of: "\r\u{1B}[K", options: .backwards))
    #expect(erased.lowerBound > drawn.lowerBound)
    #expect(text[erased.upperBound...].hasPrefix("\n1 case:"))
  }

  @Test("No octet of a client reaches the terminal as a control")
  func everyOctet() throws {
    let octets = Octets((0...255).map { UInt8($0) })
    let exchange = Sample.exchange(octets, status: 401, challenge: octets)
    let finding = Finding(
      expected: octets.latin1, observed: "\u{1B}]0;title\u{7}\u{202E}", exchange: 0)
    let result = Sample.result(
      0, "fuzz/\u{1B}[2J\n", .fail, finding: finding, play: Sample.play([exchange]))
    let text = try shown([result])
    let controls = text.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n" && $0 != "\t") || (0x7F...0x9F).contains($0.value)
        || $0.value == 0x202E
    }
    #expect(controls.isEmpty)
    #expect(text.contains("\\x1b]0;title\\x07\\xe2\\x80\\xae"))
    #expect(text.contains("fuzz/\\x1b[2J\\x0a"))
  }

  @Test("Many exchanges are cut in the middle; the culprit stays")
  func many() throws {
    let exchanges = (0..<500).map { number in
      Sample.exchange(Octets("Basic \(number)"), status: 401)
    }
    let finding = Finding(expected: "a", observed: "b", exchange: 250)
    let text = try shown([
      Sample.result(0, "digest/x", .fail, finding: finding, play: Sample.play(exchanges))
    ])
    #expect(text.contains("Basic 0\n") && text.contains("Basic 499\n"))
    #expect(
      text.contains("▸ origin #1  →  GET /report\n                    Authorization: Basic 250"))
    #expect(text.contains("exchanges more …"))
    #expect(!text.contains("Basic 100\n"))
  }

  @Test("Exchanges that look alike are told once")
  func alike() throws {
    let exchanges = (0..<9).map { _ in Sample.exchange("Basic eDp5", status: 401) }
    let text = try shown([
      Sample.result(0, "digest/x", .fail, finding: nil, play: Sample.play(exchanges))
    ])
    #expect(text.components(separatedBy: "Basic eDp5").count == 2)
    #expect(text.contains("… the same 8 times more …"))
  }
}

extension TerminalReportTests {
  @Test(
    "Cases of one scenario with the same warning are told in one line, and expected ones by reason")
  func groups() throws {
    var cases = (0..<3).map { Sample.result($0, "basic/warned[x=\($0)]", .warn) }
    for index in cases.indices { cases[index].played.scenario.id = "basic/warned" }
    let one = try shown([cases[0]])
    #expect(one.contains("basic/warned") && !one.contains("cases:  ") && !one.contains(", 3 cases"))
    let three = try shown(cases)
    #expect(three.contains("basic/warned, 3 cases: "))
    let other = try shown([cases[0], Sample.result(1, "basic/pass", .pass), cases[1]])
    #expect(other.contains("basic/warned, 2 cases: "))
    let broken = try shown([cases[0], Sample.result(1, "basic/fail", .fail), cases[1]])
    #expect(!broken.contains("basic/warned, 2 cases: "))
  }
}
