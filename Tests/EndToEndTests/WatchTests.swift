// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Foundation
import TestThreads
import Testing

@Suite("Watching a run", .onOwnThreads)
struct WatchTests {
  let place: Workplace

  init() throws {
    place = try Workplace([
      "Scenarios/basic/one.yaml": Workplace.scenario(),
      "Scenarios/basic/two.yaml": Workplace.scenario(),
      "client.sh": Self.client(password: "$3"),
    ])
  }

  /// A scenario that no client passes which logs in.
  private static let unmet = Workplace.scenario().replacing(
    "credentials: valid, replied: 200", with: "credentials: invalid, replied: challenge")

  private static func client(password: String) -> String {
    "exec curl -sS --anyauth -u \"$2:\(password)\" -o /dev/null -w '%{http_code}' \"$1\"\n"
  }

  /// Runs the program until the lines of its output that begin with `watching` are as many as there
  /// are changes, each of which is made after one; then a signal comes.
  private func watch(
    client: String = "--command 'sh client.sh {url} {user} {password}'",
    _ changes: (text: String, file: String)...
  ) throws -> ProgramRun {
    let folder = place.path
    let log = "\(folder)/log"
    return try ProgramRun(
      [
        "-c",
        "exec \"$1\" run --watch --no-probe --retries 0 \(client) >log 2>&1", "sh",
        ProgramRun.program.path,
      ], in: place.path, program: URL(filePath: "/bin/sh")
    ) { process in
      for number in 0...changes.count {
        process.wait {
          let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
          return text.ranges(of: "\nwatching ").count > number
        }
        guard number < changes.count else { break }
        try? Data(changes[number].text.utf8).write(
          to: URL(filePath: "\(folder)/\(changes[number].file)"))
      }
      process.interrupt()
    }
  }

  private var log: String { get throws { try place.text("log") } }

  @Test("What failed is played again when the client changes, and then the others")
  func client() throws {
    try place.write(Self.unmet, to: "Scenarios/basic/two.yaml")
    let run = try watch(
      (Workplace.scenario(), "Scenarios/basic/two.yaml"),
      (Self.client(password: "wrong"), "client.sh"),
      (Self.unmet, "Scenarios/basic/two.yaml"),
      (Self.client(password: "$3"), "client.sh"))
    let text = try log
    let counts = text.matches(of: /\n([0-9]+) cases: ([0-9]+) passed/).map { "\($0.2)/\($0.1)" }
    #expect(counts == ["2/4", "2/2", "0/4", "2/4", "2/2", "2/4"], "\(text)")
    #expect(text.contains("\nchanged  Scenarios/basic/two.yaml\n"))
    #expect(text.contains("\nchanged  client.sh\n"))
    #expect(run.status == ExitStatus.failures.rawValue)
    #expect(place.exists("Reports/junit.xml"))
  }

  /// A driver whose password is in a file of its own.
  private static let driver = """
    import base64, json, sys
    from urllib import error, request
    from own.login import PASSWORD

    def answer(call):
        if call["op"] == "hello":
            return {"client": "own", "version": "1", "can": ["basic", "by-challenge"]}
        if call["op"] != "request":
            return {"ok": True}
        login = "Basic " + base64.b64encode(f"alice:{PASSWORD}".encode()).decode()
        for headers in ({}, {"Authorization": login}):
            try:
                with request.urlopen(request.Request(call["url"], headers=headers)) as response:
                    status = response.status
                break
            except error.HTTPError as refusal:
                status = refusal.code
        return {"status": status, "headers": [], "body": ""}

    for line in sys.stdin:
        call = json.loads(line)
        print(json.dumps({"id": call["id"], **answer(call)}), flush=True)

    """

  @Test(
    "What a driver imports is watched as well",
    .enabled(if: DocumentedDriver.hasPython, "there is no python3"))
  func imports() throws {
    try place.write(Self.driver, to: "driver.py")
    try place.write("PASSWORD = 'open sesame'\n", to: "own/login.py")
    let run = try watch(
      client: "--driver 'python3 driver.py'", ("PASSWORD = 'wrong'\n", "own/login.py"),
      ("PASSWORD = 'open sesame'\n", "own/login.py"))
    let text = try log
    let counts = text.matches(of: /\n([0-9]+) cases: ([0-9]+) passed/).map { "\($0.2)/\($0.1)" }
    #expect(counts == ["4/4", "0/4", "4/4"], "\(text)")
    #expect(text.contains("\nchanged  own/login.py\n"), "\(text)")
    #expect(run.status == 0)
  }

  @Test("The last round decides, and a file with a mistake does not end it")
  func mistakes() throws {
    let run = try watch(
      ("title: [", "Scenarios/basic/two.yaml"),
      (Workplace.scenario(), "Scenarios/basic/two.yaml"))
    #expect(run.status == 0)
    let text = try log
    #expect(text.contains("Scenarios/basic/two.yaml:") && text.contains(": error:"), "\(text)")
  }

  @Test("A round that ends with a mistake decides, too")
  func ended() throws {
    let run = try watch(("title: [", "Scenarios/basic/two.yaml"))
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
    #expect(run.errors.contains("has no effect with --watch"), "\(run.errors)")
  }
}
