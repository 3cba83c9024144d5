// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Foundation
import Testing

@Suite("Watching a run")
struct WatchTests {
  let place: Workplace

  init() throws {
    place = try Workplace([
      "Scenarios/basic/one.yaml": Workplace.scenario(),
      "Scenarios/basic/two.yaml": Workplace.scenario(),
      "client.sh": Self.client(password: "$3"),
    ])
  }

  private static func client(password: String) -> String {
    "exec curl -sS --anyauth -u \"$2:\(password)\" -o /dev/null -w '%{http_code}' \"$1\"\n"
  }

  /// Runs the program until the lines of its output that begin with `watching` are as many as there
  /// are changes, each of which is made after one; then a signal comes.
  private func watch(_ changes: @Sendable @escaping () throws -> Void...) throws -> ProgramRun {
    let log = "\(place.path)/log"
    return try ProgramRun(
      [
        "-c",
        "exec \"$1\" run --watch --no-probe --retries 0 --command 'sh client.sh {url} {user} "
          + "{password}' >log 2>&1", "sh", ProgramRun.program.path,
      ], in: place.path, program: URL(filePath: "/bin/sh")
    ) { process in
      for number in 0...changes.count {
        let deadline = Date(timeIntervalSinceNow: 20)
        while Date() < deadline {
          let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
          if text.ranges(of: "\nwatching ").count > number { break }
          Thread.sleep(forTimeInterval: 0.02)
        }
        guard number < changes.count else { break }
        try? changes[number]()
      }
      process.interrupt()
    }
  }

  private var log: String { get throws { try place.text("log") } }

  @Test("What failed is played again when the client changes, and then the others")
  func client() throws {
    try place.write(Workplace.scenario(status: 204), to: "Scenarios/basic/two.yaml")
    let run = try watch(
      { [place] in try place.write(Workplace.scenario(), to: "Scenarios/basic/two.yaml") },
      { [place] in try place.write(Self.client(password: "wrong"), to: "client.sh") },
      { [place] in try place.write(Workplace.scenario(status: 204), to: "Scenarios/basic/two.yaml")
      },
      { [place] in try place.write(Self.client(password: "$3"), to: "client.sh") })
    let text = try log
    let counts = text.matches(of: /\n([0-9]+) cases: ([0-9]+) passed/).map { "\($0.2)/\($0.1)" }
    #expect(counts == ["2/4", "2/2", "0/4", "0/4", "2/4"], "\(text)")
    #expect(text.contains("\nchanged  Scenarios/basic/two.yaml\n"))
    #expect(text.contains("\nchanged  client.sh\n"))
    #expect(run.status == ExitStatus.failures.rawValue)
    #expect(place.exists("Reports/junit.xml"))
  }

  @Test("The last round decides, and a file with a mistake does not end it")
  func mistakes() throws {
    let run = try watch(
      { [place] in try place.write("title: [", to: "Scenarios/basic/two.yaml") },
      { [place] in try place.write(Workplace.scenario(), to: "Scenarios/basic/two.yaml") })
    #expect(run.status == 0)
    #expect(try log.contains("Scenarios/basic/two.yaml:1:"))
  }

  @Test("A round that ends with a mistake decides, too")
  func ended() throws {
    let run = try watch({ [place] in try place.write("title: [", to: "Scenarios/basic/two.yaml") })
    #expect(run.status == ExitStatus.usage.rawValue)
  }

  @Test(
    "What makes no sense beside it is said",
    arguments: [
      ["--shard", "1/2"], ["--time", "5"], ["--require-tests", "3"], ["--json", "-"],
      ["--junit=-"],
    ])
  func wrong(_ options: [String]) throws {
    let run = try ProgramRun(["run", "--watch"] + options, in: place.path)
    #expect(run.status == ExitStatus.usage.rawValue)
    #expect(run.errors.contains("is of no use with --watch"), "\(run.errors)")
  }
}
