import Conformance
import Foundation
import Testing

@Suite("Signals that end a run")
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

  @Test("One that comes later than the first ends it at once")
  func again() throws {
    let run = try SignalTests.play(SignalTests.slowClient()) { process in
      process.terminate()
      Thread.sleep(forTimeInterval: 0.3)
      process.terminate()
    }
    #expect(run.status == 128 + SIGTERM)
  }

  /// A client that takes a second for each of some cases.
  private static func slowClient() throws -> Workplace {
    let place = try Workplace([
      "Scenarios/basic/many.yaml": Workplace.scenario(ways: (0..<9).map { "w\($0)" }, status: 204),
      "Clients/slow/client.yaml": """
      name: slow
      about: A client that takes a second for each request
      kind: command
      argv: [sleep, "1"]
      abilities: [basic]
      fragments: { login: [], any-scheme: [], basic: [] }
      """,
    ])
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/tmp", withIntermediateDirectories: false)
    return place
  }

  /// Runs it, with `signal` once its first process has its folder.
  private static func play(
    _ place: Workplace, signal: @escaping @Sendable (Process) -> Void
  ) throws -> ProgramRun {
    let temporary = "\(place.path)/tmp"
    return try ProgramRun(
      ["run", "--jobs", "1", "--no-junit", "--client", "slow"], in: place.path,
      environment: ["TMPDIR": temporary]
    ) { process in
      let deadline = Date(timeIntervalSinceNow: 30)
      while process.isRunning, Date() < deadline,
        (try? FileManager.default.contentsOfDirectory(atPath: temporary))?.isEmpty ?? true
      { Thread.sleep(forTimeInterval: 0.002) }
      signal(process)
    }
  }
}
