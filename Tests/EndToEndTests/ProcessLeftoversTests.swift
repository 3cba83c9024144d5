// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

@Suite("What is left of processes", .onOwnThreads)
struct ProcessLeftoversTests {
  @Test(
    "Cases through a command, a driver, and a driver that exits leave no process, descriptor or folder",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "bash opens the connections"))
  func nothing() throws {
    let measure = ProgramRun.besideTests("Measure")
    let scripts = CatalogueFixture.root.appending(path: "Tools/Benchmarks").path
    let run = try ProgramRun(["left", "150", scripts], in: "/", program: measure)
    let lines = run.output.split(separator: "\n").map(String.init)
    for (line, name) in zip(lines, ["command", "driver", "driver that exits"]) {
      let verdict = name == "driver that exits" ? "error" : "pass"
      #expect(line.hasPrefix("\(name): 150 cases (150 \(verdict)) in "), "\(line)")
      #expect(line.hasSuffix("; left: 0 processes, 0 descriptors, 0 folders"), "\(line)")
    }
    #expect(lines.count == 3, "\(run.output)\(run.errors)")
  }
}
