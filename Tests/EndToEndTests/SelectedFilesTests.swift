// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing
import Transcripts

@Suite("Files and words that select", .onOwnThreads)
struct SelectedFilesTests {
  private func place() throws -> Workplace {
    try Workplace([
      "Scenarios/basic/plain.yaml": Workplace.scenario().replacing(
        "tags: [quick]", with: "requirements: [R001]\nspec: [RFC 7617 2]\ntags: [leak]"),
      "Scenarios/requirements.yaml":
        "- { id: R001, level: must, source: RFC 9110 11.1, text: One. }",
    ])
  }

  private func link(_ name: String, to target: String, in place: Workplace) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(place.path)/\(name)", withDestinationPath: target)
  }

  @Test(
    "A word of a filter that nothing has is refused with the nearest, and reports stay",
    arguments: [
      (["--tag", "leek"], "--tag: nothing has 'leek'; did you mean 'leak'?"),
      (["--requirement", "R010"], "--requirement: nothing has 'R010'; did you mean 'R001'?"),
      (["--spec", "RFC 7616"], "--spec: nothing has 'RFC 7616'"),
    ])
  func unknown(_ words: [String], _ message: String) throws {
    let place = try place()
    try place.write("an earlier report", to: "out.xml")
    let run = try place.run(["run", "--junit", "out.xml"] + words)
    #expect(run.status == ExitStatus.usage.rawValue)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try place.text("out.xml") == "an earlier report")
  }

  @Test("Words that fit, but nothing at once, leave reports alone")
  func nothingAtOnce() throws {
    let place = try place()
    try place.write("an earlier report", to: "out.xml")
    let run = try place.run("run", "--junit", "out.xml", "--tag", "leak", "--level", "robust")
    #expect(run.status == ExitStatus.nothingRan.rawValue)
    #expect(run.errors.contains("the filters leave none of 2 cases"))
    #expect(try place.text("out.xml") == "an earlier report")
    #expect(try place.run("list", "--spec", "7617", "--requirement", "R001").status == 0)
  }

  @Test("A link to a folder above it is not followed")
  func circle() throws {
    let place = try place()
    try link("Scenarios/basic/up", to: "..", in: place)
    let run = try place.run("check")
    #expect(run.output == "1 file, 2 cases: valid\n", "\(run.errors)")
  }

  @Test(
    "A file that a folder names and that cannot be found is said",
    arguments: [
      ("a.yaml", "it is a link that leads to itself"),
      ("b.yaml", "it is a link to a file that does not exist"),
    ])
  func lost(_ target: String, _ reason: String) throws {
    let place = try place()
    try link("Scenarios/basic/a.yaml", to: target, in: place)
    let run = try place.run("check")
    #expect(run.status == ExitStatus.usage.rawValue)
    #expect(run.errors.contains("Scenarios/basic/a.yaml: \(reason)"), "\(run.errors)")
  }

  @Test("A name that is not UTF-8 is said")
  func name() throws {
    let place = try place()
    let made = try ProgramRun(
      ["-c", #": > "Scenarios/basic/$(printf '\377').yaml""#], in: place.path,
      program: URL(filePath: "/bin/sh"))
    try #require(made.status == 0)
    let run = try place.run("check")
    #expect(run.status == ExitStatus.usage.rawValue)
    #expect(run.errors.contains("its name is not UTF-8"), "\(run.errors)")
  }

  @Test("A report's link to a file that does not exist yet stays a link")
  func reportLink() throws {
    let place = try place()
    try link("latest.json", to: "reports/today.json", in: place)
    let run = try place.run("run", "--no-junit", "--json", "latest.json", "basic/plain[way=a]")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try place.text("reports/today.json").hasPrefix("{"))
    let target = try FileManager.default.destinationOfSymbolicLink(
      atPath: "\(place.path)/latest.json")
    #expect(target == "reports/today.json")
  }

  @Test("Where no file may be written, it ends with a sentence")
  func sizeLimit() throws {
    let place = try place()
    let script = "(ulimit -f 0; \"$0\" run 'basic/plain[way=a]'; echo \"status $?\") 2>&1 | cat"
    let run = try ProgramRun(
      ["-c", script, ProgramRun.program.path], in: place.path, program: URL(filePath: "/bin/sh"))
    #expect(run.output.contains("status \(ExitStatus.fault.rawValue)\n"), "\(run.output)")
    #expect(run.output.hasPrefix("authspec: No file can be made in "), "\(run.output)")
  }
}
