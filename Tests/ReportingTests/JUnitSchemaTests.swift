// SPDX-License-Identifier: Apache-2.0

import Transcripts
@testable import Platform
@testable import Reporting
@testable import Storage
import Foundation
import TestThreads
import Testing

/// Holds documents against the schemas of their readers, with the Python libraries of `.venv`.
@Suite(
  "JUnit, as others read it", .onOwnThreads,
  .enabled(if: Python.isWanted, "no .venv: make python-checks"))
struct JUnitSchemaTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try #require(
      Python.isThere,
      "AUTHSPEC_REQUIRE_PYTHON is set and there is no .venv with Tests/junit-schemas/requirements.txt"
    )
  }

  private func report(_ flavor: JUnitFlavor, _ results: [CaseResult]) throws -> [String] {
    let path = "\(scratch.path)/TEST-\(flavor.rawValue)" + (flavor == .surefire ? "" : ".xml")
    let report = try JUnitReport(path: path, flavor: flavor, context: Sample.context)
    Sample.feed(report, results) { $0.staleExpectations = ["digest/x *"] }
    #expect(report.failure == nil)
    guard flavor == .surefire else { return [path] }
    return try FileManager.default.contentsOfDirectory(atPath: path).map { "\(path)/\($0)" }
  }

  @Test(
    "Each flavour is valid for its readers",
    arguments: [
      (JUnitFlavor.ant, "ant"), (.ant, "jenkins"), (.surefire, "jenkins"), (.surefire, "surefire"),
    ])
  func valid(_ flavor: JUnitFlavor, _ schema: String) throws {
    let files = try report(flavor, Sample.all())
    let (status, output) = try Python.validate(["xsd", Python.schema(schema)] + files)
    #expect(status == 0, "\(output)")
  }

  @Test("An empty run is valid, too")
  func empty() throws {
    let files = try report(.ant, [])
    let (status, output) = try Python.validate(["xsd", Python.schema("ant")] + files)
    #expect(status == 0, "\(output)")
  }

  /// A document of a flavour with one text replaced; none with an empty text.
  private struct Damage {
    let flavor: JUnitFlavor
    let text: String
    let other: String
  }

  /// By schema. The rich flavour is for none of them.
  private static let damages: [String: [Damage]] = [
    "ant": [
      Damage(flavor: .rich, text: "", other: ""),
      Damage(flavor: .ant, text: " hostname=\"localhost\"", other: ""),
      Damage(flavor: .ant, text: "<system-err/>", other: ""),
      Damage(flavor: .ant, text: "T12:00:00\"", other: "T12:00:00Z\""),
      Damage(flavor: .ant, text: " type=\"MUST\"", other: ""),
      Damage(flavor: .ant, text: "<skipped ", other: "<skipped type=\"x\" "),
    ],
    "jenkins": [
      Damage(flavor: .rich, text: "", other: ""),
      Damage(flavor: .ant, text: "time=\"0.047\"", other: "time=\"0.0471\""),
      Damage(flavor: .ant, text: "<properties>", other: "<properties/><oops/><properties>"),
      Damage(flavor: .surefire, text: " failures=", other: " failure="),
    ],
    "surefire": [
      Damage(flavor: .rich, text: "", other: ""), Damage(flavor: .ant, text: "", other: ""),
      Damage(flavor: .surefire, text: " skipped=", other: " skipt="),
      Damage(flavor: .surefire, text: " type=\"MUST\"", other: ""),
      Damage(flavor: .surefire, text: "<skipped ", other: "<skipped type=\"x\" "),
    ],
  ]

  @Test("What a schema does not allow is refused", arguments: damages.keys.sorted())
  func refused(_ schema: String) throws {
    var damaged: [String] = []
    for (number, damage) in (Self.damages[schema] ?? []).enumerated() {
      let files = try report(damage.flavor, Sample.all())
      let file = try #require(files.first { $0.contains("digest") } ?? files.first)
      let before = try String(contentsOfFile: file, encoding: .utf8)
      #expect(damage.text.isEmpty || before.contains(damage.text))
      let copy = "\(scratch.path)/\(schema)-\(number).xml"
      try before.replacingOccurrences(of: damage.text, with: damage.other)
        .write(toFile: copy, atomically: true, encoding: .utf8)
      damaged.append(copy)
    }
    #expect(damaged.count > 3)
    // One call for all: the libraries take most of a second to be loaded.
    let (status, output) = try Python.validate(["xsd", Python.schema(schema)] + damaged)
    #expect(status == 1)
    for file in damaged {
      #expect(
        output.contains("\(file): lxml:") && output.contains("\(file): xmlschema:"),
        "\(file): \(output)")
    }
  }

  @Test("junitparser reads every flavour, and the totals agree", arguments: JUnitFlavor.allCases)
  func totals(_ flavor: JUnitFlavor) throws {
    let (status, output) = try Python.validate(["totals"] + report(flavor, Sample.all()))
    #expect(status == 0, "\(output)")
  }

  @Test("Totals that do not agree are refused")
  func wrongTotals() throws {
    let file = try #require(report(.rich, Sample.all()).first)
    let before = try String(contentsOfFile: file, encoding: .utf8)
    try before.replacingOccurrences(of: "failures=\"4\"", with: "failures=\"3\"")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let (status, output) = try Python.validate(["totals", file])
    #expect(status == 1)
    #expect(output.contains("failures is 3, counted 4"))
  }
}

/// The Python environment beside the package.
enum Python {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  static let interpreter = root + "/.venv/bin/python"

  /// Whether the libraries can be imported, which tells more than a folder.
  static let isThere: Bool = {
    guard FileManager.default.isExecutableFile(atPath: interpreter) else { return false }
    return (try? run(["-c", "import junitparser, lxml, xmlschema"]).status) == 0
  }()

  /// A missing environment is a failure where it is demanded, not a reason to do without.
  static let isWanted =
    isThere
    || ["", "0"].contains(ProcessInfo.processInfo.environment["AUTHSPEC_REQUIRE_PYTHON"] ?? "")
      == false

  static func schema(_ name: String) -> String {
    "\(root)/Tests/ReportingTests/Fixtures/schemas/\(name).xsd"
  }

  static func validate(_ arguments: [String]) throws -> (status: Int32, output: String) {
    try run(["\(root)/Tests/junit-schemas/validate.py"] + arguments)
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    // One output for both, as on a terminal.
    let run = try ProgramOutput(
      of: "/bin/sh", ["-c", "exec \"$0\" \"$@\" 2>&1", interpreter] + arguments)
    return (run.status, run.output)
  }
}
