// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

/// The whole drivers of Examples/Drivers, each in one file and without the modules that those of
/// Clients/ share.
@Suite("The drivers among the examples", .onOwnThreads)
struct ExampleDriverTests {
  @Test(
    "Each has less than a hundred lines without its license line",
    arguments: ["node-http.mjs", "net-http.go"])
  func short(_ name: String) throws {
    let text = try String(contentsOf: ExampleDriver.file(name), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasSuffix(LicenseLineTests.line) }
    #expect(lines.count < 100)
  }

  @Test(
    "Nothing is wrong with the one for JavaScript, nor with its claims",
    .enabled(if: ExampleDriver.path(of: "node") != nil, "there is no node"))
  func node() throws {
    let node = try #require(ExampleDriver.path(of: "node"))
    try ExampleDriver.expectGood("\(node) '\(ExampleDriver.file("node-http.mjs").path)'")
  }

  @Test(
    "Nothing is wrong with the one for Go, nor with its claims",
    .enabled(if: ExampleDriver.path(of: "go") != nil, "there is no go"))
  func go() throws {
    let go = try #require(ExampleDriver.path(of: "go"))
    let place = try Workplace()
    let build = try ProgramRun(
      ["build", "-o", "driver", ExampleDriver.file("net-http.go").path], in: place.path,
      environment: ["GOCACHE": "\(place.path)/cache"], program: URL(filePath: go))
    try #require(build.status == 0, "\(build.errors)")
    try ExampleDriver.expectGood("'\(place.path)/driver'")
  }
}

private enum ExampleDriver {
  static func file(_ name: String) -> URL {
    CatalogueFixture.root.appending(path: "Examples/Drivers/\(name)")
  }

  /// Where a program is that need not be there.
  static func path(of program: String) -> String? {
    ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func expectGood(_ command: String) throws {
    let check = try ProgramRun(["driver-check", command], in: CatalogueFixture.root.path)
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    #expect(check.output.contains("good     It makes a request and reports status"))
    #expect(check.output.contains(", 0 bad, "))
    let run = try ProgramRun(
      ["run", "--driver", command, "--no-junit", "basic/login-is-encoded-octet-for-octet"],
      in: CatalogueFixture.root.path)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(!run.errors.contains("claims"), "\(run.errors)")
  }
}
