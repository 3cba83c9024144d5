// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Foundation
import TestThreads
import Testing

@Suite("Signals that end a run", .onOwnThreads)
struct SignalTests {
  @Test(
    "One that comes twice at once ends it in good order too, and no folder is left of its clients")
  func twice() throws {
    let place = try SignalTests.slowClient()
    let run = try SignalTests.play(place) { process in
      process.terminate()
      process.terminate()
    }
    #expect(run.status == ExitStatus.interrupted.rawValue)
    #expect(run.output.contains("interrupted after"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/tmp").isEmpty)
  }

  @Test(
    "Each signal that asks a program to end does so in good order",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1])
  func once(_ number: Int32) throws {
    let place = try SignalTests.slowClient()
    let run = try SignalTests.play(place, ["--json", "r.json"]) { $0.send(number) }
    #expect(run.status == ExitStatus.interrupted.rawValue)
    #expect(run.output.contains("interrupted after"))
    #expect(try place.text("r.json").contains("\"interrupted\":true"))
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
    #expect(!names.contains { $0.contains(".partial-") })
  }

  @Test("What a killed run has left of a report is removed by the next one that writes it")
  func abandoned() throws {
    let place = try Workplace([
      "Scenarios/basic/one.yaml": Workplace.scenario(ways: ["w"], status: 204)
    ])
    // The number of a process that is over, and that of one that is there.
    let gone = try ProgramOutput(
      of: "/bin/sh", ["-c", "echo $$"], in: place.path
    ).output.trimmingCharacters(in: .newlines)
    let here = "\(ProcessInfo.processInfo.processIdentifier)"
    for name in ["r.json.partial-\(gone)", "r.json.partial-\(here)", "r.json.partial-x"] {
      try place.write("", to: name)
    }
    _ = try place.run("run", "--client", "reference", "--no-junit", "--json", "r.json")
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
      .filter { $0.hasPrefix("r.json.") }
    #expect(Set(names) == ["r.json.partial-\(here)", "r.json.partial-x"])
  }

  @Test("One that comes later than the first ends it at once, and its clients with it")
  func again() throws {
    let place = try SignalTests.slowClient(seconds: 86_400)
    let numbers = "\(place.path)/pids"
    let run = try SignalTests.play(place) { process in
      process.wait { FileManager.default.fileExists(atPath: numbers) }
      process.terminate()
      Thread.sleep(forTimeInterval: 0.3)
      process.terminate()
    }
    #expect(run.status == 128 + SIGTERM)
    let number = try #require(Int32(place.text("pids").split(separator: "\n").first ?? ""))
    while kill(number, 0) == 0 { Thread.sleep(forTimeInterval: 0.01) }
  }

  /// A client that takes so long for each of some cases, and tells the numbers of its processes.
  private static func slowClient(seconds: Int = 1) throws -> Workplace {
    let place = try Workplace([
      "Scenarios/basic/many.yaml": Workplace.scenario(ways: (0..<9).map { "w\($0)" }, status: 204)
    ])
    try place.write(
      """
      name: slow
      about: A client that takes its time for each request
      kind: command
      argv: [sh, -c, "echo $$ >>'\(place.path)/pids'; exec sleep \(seconds)"]
      abilities: [basic]
      fragments: { login: [], any-scheme: [], basic: [] }
      """, to: "Clients/slow/client.yaml")
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/tmp", withIntermediateDirectories: false)
    return place
  }

  /// Runs it, with `signal` once its first process has its folder.
  private static func play(
    _ place: Workplace, _ options: [String] = [],
    signal: @escaping @Sendable (SpawnedProgram) -> Void
  ) throws -> ProgramRun {
    let temporary = "\(place.path)/tmp"
    return try ProgramRun(
      ["run", "--jobs", "1", "--no-junit", "--client", "slow"] + options, in: place.path,
      environment: ["TMPDIR": temporary]
    ) { process in
      process.wait {
        (try? FileManager.default.contentsOfDirectory(atPath: temporary))?.isEmpty == false
      }
      signal(process)
    }
  }
}
