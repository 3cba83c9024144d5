// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

/// The whole driver in docs/driver-protocol.md, as it stands there.
@Suite(
  "The documented driver", .onOwnThreads,
  .enabled(if: DocumentedDriver.hasPython, "there is no python3"))
struct DocumentedDriverTests {
  @Test("It has less than a hundred lines, and nothing is wrong with it")
  func checked() throws {
    let place = try DocumentedDriver.place()
    #expect(try place.text("driver.py").split(separator: "\n").count < 100)
    let run = try ProgramRun(["driver-check", "python3 driver.py"], in: place.path)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("good     It makes a request and reports status"))
    #expect(run.output.contains(", 0 bad, "))
  }

  @Test("Its claims are right, and what it plays comes to what a client in this process comes to")
  func played() throws {
    let place = try DocumentedDriver.place()
    let run = try ProgramRun(
      [
        "run", "--driver", "python3 \(place.path)/driver.py", "--jobs", "2", "--no-junit",
        "basic/empty-realm-is-a-realm", "basic/proxy-login-serves-every-origin",
        "redirect/each-origin-gets-its-own-login",
      ], in: CatalogueFixture.root.path)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(!run.errors.contains("claims"), "\(run.errors)")
  }
}

/// The driver's text, in a folder of its own.
enum DocumentedDriver {
  static let hasPython = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  static func place() throws -> Workplace {
    let page = try String(
      contentsOf: CatalogueFixture.root.appending(path: "docs/driver-protocol.md"), encoding: .utf8)
    let text = try #require(page.firstMatch(of: /```python\n((?s).*?)```/)?.output.1)
    return try Workplace(["driver.py": String(text)])
  }
}
