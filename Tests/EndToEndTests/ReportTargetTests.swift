// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reports that go to standard output, to a device or to a pipe: no file takes their place.
@Suite(.onOwnThreads) struct ReportTargetTests {
  private func place() throws -> Workplace {
    try Workplace(["Scenarios/basic/plain.yaml": Workplace.scenario()])
  }

  private func isReport(_ text: String) -> Bool {
    let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return value?["summary"] != nil
  }

  @Test func runWithoutAPlaceForTheUsualReportGoesOn() throws {
    let place = try place()
    try place.write("a file, and no folder", to: "Reports")
    let run = try place.run("run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("2 cases: 2 passed in "))
    let words = "authspec: no JUnit report is written, because Reports/junit.xml cannot be: "
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.errors.contains("; --junit FILE writes it elsewhere"))
    let named = try place.run("run", "--junit", "Reports/junit.xml")
    #expect(named.status == 2)
    #expect(named.errors.contains("no report can be written to Reports"))
  }

  @Test func standardOutputIsTheReportsOwn() throws {
    let place = try place()
    let run = try place.run("run", "--json", "-", "--no-junit")
    #expect(run.status == 0, "\(run.errors)")
    #expect(isReport(run.output))
    #expect(run.errors.contains("2 cases: 2 passed in "))
    #expect(!place.exists("-"))
    let junit = try place.run("run", "--junit", "-")
    #expect(junit.output.hasPrefix("<?xml") && junit.output.hasSuffix("</testsuites>\n"))
    let both = try place.run("run", "--junit", "-", "--json", "-")
    #expect(both.status == 2)
    #expect(both.errors.contains("only one report can go to standard output"))
    let selftest = try place.run(
      "selftest", "--fault", "asksBeforeUsingGiven", "--json", "-", "basic/plain[way=a]")
    #expect(selftest.output.hasPrefix("{"), "\(selftest.output)\(selftest.errors)")
  }

  @Test func aLinkToStandardOutputStays() throws {
    let place = try place()
    try FileManager.default.createSymbolicLink(
      atPath: "\(place.path)/out", withDestinationPath: "/proc/self/fd/1")
    guard FileManager.default.fileExists(atPath: "/proc/self/fd/1") else { return }
    let run = try place.run("run", "--json", "out", "--no-junit")
    #expect(isReport(run.output), "\(run.output)")
    #expect(try linked("\(place.path)/out") == "/proc/self/fd/1")
  }

  @Test(arguments: ["--json", "--junit"])
  func aDeviceStaysADevice(_ option: String) throws {
    let place = try place()
    try FileManager.default.createSymbolicLink(
      atPath: "\(place.path)/null", withDestinationPath: "/dev/null")
    #expect(try place.run("run", option, "null").status == 0)
    #expect(try linked("\(place.path)/null") == "/dev/null")
    var status = stat()
    #expect(unsafe stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test(arguments: ["--json", "--junit"])
  func whatIsFullIsReported(_ option: String) throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let place = try place()
    try FileManager.default.createSymbolicLink(
      atPath: "\(place.path)/full", withDestinationPath: "/dev/full")
    let run = try place.run("run", option, "full")
    #expect(run.status == 3)
    #expect(run.errors.contains("the report full could not be written: "))
  }

  @Test func aLinkToAFileStaysALink() throws {
    let place = try place()
    try place.write("old", to: "real/run.json")
    try FileManager.default.createSymbolicLink(
      atPath: "\(place.path)/run.json", withDestinationPath: "real/run.json")
    #expect(try place.run("run", "--json", "run.json", "--no-junit").status == 0)
    #expect(try linked("\(place.path)/run.json") == "real/run.json")
    #expect(isReport(try place.text("real/run.json")))
  }

  @Test(arguments: ["--json", "--junit"])
  func aPipeIsWrittenTo(_ option: String) throws {
    let place = try place()
    try #require(unsafe mkfifo("\(place.path)/pipe", 0o600) == 0)
    // Open for both, so that no one waits for the other; the report fits into the pipe.
    let descriptor = unsafe open("\(place.path)/pipe", O_RDWR | O_NONBLOCK)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    #expect(try place.run("run", option, "pipe").status == 0)
    var octets = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe read(descriptor, &octets, octets.count)
    let text = String(decoding: octets.prefix(max(0, count)), as: UTF8.self)
    #expect(text.hasPrefix(option == "--json" ? "{\"authspec\"" : "<?xml"), "\(text)")
    var status = stat()
    #expect(unsafe stat("\(place.path)/pipe", &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  private func linked(_ path: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: path)
  }
}
