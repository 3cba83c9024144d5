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

  @Test(
    "What a schema does not allow is refused",
    arguments: [
      // The rich flavour is for none of them.
      ("rich", "ant", "", ""), ("rich", "jenkins", "", ""), ("rich", "surefire", "", ""),
      ("ant", "surefire", "", ""),
      ("ant", "ant", " hostname=\"localhost\"", ""), ("ant", "ant", "<system-err/>", ""),
      ("ant", "ant", "T12:00:00\"", "T12:00:00Z\""), ("ant", "ant", " type=\"MUST\"", ""),
      ("ant", "ant", "<skipped ", "<skipped type=\"x\" "),
      ("ant", "jenkins", "time=\"0.047\"", "time=\"0.0471\""),
      ("ant", "jenkins", "<properties>", "<properties/><oops/><properties>"),
      ("surefire", "surefire", " skipped=", " skipt="),
      ("surefire", "surefire", " type=\"MUST\"", ""),
      ("surefire", "jenkins", " failures=", " failure="),
      ("surefire", "surefire", "<skipped ", "<skipped type=\"x\" "),
    ])
  func refused(_ flavor: String, _ schema: String, _ text: String, _ other: String) throws {
    let files = try report(try #require(JUnitFlavor(rawValue: flavor)), Sample.all())
    let file = try #require(files.first { $0.contains("digest") } ?? files.first)
    if !text.isEmpty {
      let before = try String(contentsOfFile: file, encoding: .utf8)
      #expect(before.contains(text))
      try before.replacingOccurrences(of: text, with: other)
        .write(toFile: file, atomically: true, encoding: .utf8)
    }
    let (status, output) = try Python.validate(["xsd", Python.schema(schema), file])
    #expect(status == 1)
    #expect(output.contains("lxml:") && output.contains("xmlschema:"), "\(output)")
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
    let process = Process()
    process.executableURL = URL(filePath: interpreter)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
