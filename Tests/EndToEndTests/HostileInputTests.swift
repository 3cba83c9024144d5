// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Input that would have the program wait, read elsewhere, or leave something behind.
@Suite(.onOwnThreads) struct HostileInputTests {
  @Test func aPipeIsNoScenario() throws {
    let place = try Workplace(["Scenarios/basic/plain.yaml": Workplace.scenario()])
    try #require(unsafe mkfifo("\(place.path)/Scenarios/basic/pipe.yaml", 0o600) == 0)
    let check = try place.run("check")
    #expect(check.status == 2)
    #expect(check.errors.contains("pipe.yaml: it is not a regular file"), "\(check.errors)")
    try #require(unsafe mkfifo("\(place.path)/pipe.json", 0o600) == 0)
    let judge = try place.run("judge", "pipe.json")
    #expect(judge.status == 2)
    #expect(judge.errors.contains("pipe.json: it is not a regular file"), "\(judge.errors)")
  }

  @Test(arguments: ["../outside", "/etc", ".", "a/../../outside", "x/"])
  func theClientsNameIsNoPath(_ name: String) throws {
    let place = try Workplace([
      "Scenarios/basic/plain.yaml": Workplace.scenario(status: 204),
      "Clients/x/README": "",
      "outside/expected.yaml":
        "- { case: \"*\", check: \"*\", verdict: fail, reason: forged, evidence: here }\n",
    ])
    #expect(try place.run("run", "--no-junit", "--record", "records").status == 1)
    let file = "records/basic__plain%5bway=a%5d.json"
    let text = try place.text(file)
    #expect(text.contains("\"name\":\"libcurl\""))
    try place.write(
      text.replacing("\"name\":\"libcurl\"", with: "\"name\":\"\(name)\""), to: "forged.json")
    let judge = try place.run("judge", "forged.json")
    #expect(judge.status == 2)
    // A name with a slash is one, but of no folder.
    try place.write(
      text.replacing("\"name\":\"libcurl\"", with: "\"name\":\"x/outside\""), to: "named.json")
    #expect(try place.run("judge", "named.json").status == 1)
    #expect(judge.errors.contains("forged.json: not a whole recording: 'name' is missing or wrong"))
  }

  @Test func aRunIsInterruptedWhileADriverStarts() throws {
    let place = try Workplace([
      "Scenarios/basic/plain.yaml": Workplace.scenario(),
      "driver.sh": "touch started\nexec sleep 86400\n",
    ])
    let started = "\(place.path)/started"
    let run = try ProgramRun(
      ["run", "--no-junit", "--driver", "/bin/sh \(place.path)/driver.sh"], in: place.path
    ) { process in
      process.wait { FileManager.default.fileExists(atPath: started) }
      process.interrupt()
    }
    #expect(run.status == 130, "\(run.errors)")
    // Otherwise the run would wait for the driver's answer, and complain that there is none.
    #expect(!run.errors.contains("hello"), "\(run.errors)")
  }

  @Test func whatAKilledRunLeftIsRemovedByTheNext() throws {
    let place = try Workplace([
      "Scenarios/plain/request.yaml": """
      title: A request is answered
      level: must
      steps:
        - request: { path: / }
          expect: { client: { status: 200 } }

      """,
      "client.sh": "touch \"$1\"/started; echo $$ > \"$1\"/number; exec sleep 60\n",
    ])
    let temporary = "\(place.path)/temporary"
    // A folder that looks like one of ours to a careless eye stays.
    for name in ["authspec-client-note", "authspec-other"] {
      try FileManager.default.createDirectory(
        atPath: "\(temporary)/\(name)", withIntermediateDirectories: true)
    }
    let numberFile = "\(place.path)/number"
    let arguments = [
      "run", "--no-junit", "--no-probe", "--jobs", "1", "--command",
      "/bin/sh \(place.path)/client.sh \(place.path) {url}",
    ]
    func folders() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: temporary).sorted()
    }
    let killed = try ProgramRun(
      arguments, in: place.path, environment: ["TMPDIR": temporary]
    ) { process in
      process.wait { FileManager.default.fileExists(atPath: numberFile) }
      Thread.sleep(forTimeInterval: 0.1)
      kill(process.processIdentifier, SIGKILL)
    }
    #expect(killed.status == 128 + SIGKILL)
    let number = try #require(
      Int32(try place.text("number").trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(try folders().count > 2)
    let next = try ProgramRun(
      ["run", "--no-junit", "--no-probe", "--command", "curl -s {url}"], in: place.path,
      environment: ["TMPDIR": temporary])
    #expect(next.status != 3, "\(next.errors)")
    #expect(try folders() == ["authspec-client-note", "authspec-other"])
    #if os(Linux)
      // Its parent is gone, and whoever is its parent now need not have asked for its end yet.
      let state = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
      #expect(state?.contains(") Z ") ?? true, "the client still runs: \(state ?? "")")
    #endif
  }
}
