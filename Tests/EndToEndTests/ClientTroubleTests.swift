// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Foundation
import TestThreads
import Testing

@Suite("Clients that come to nothing", .onOwnThreads)
struct ClientTroubleTests {
  /// A folder with cases that take a login, and the plain cases of abilities.
  private static func place(_ files: [String: String] = [:]) throws -> Workplace {
    let probe = """
      title: A login
      level: must
      needs: [basic]
      accounts:
        alice: { password: open sesame }
      client:
        credentials: [alice]
      challenges:
        vault: { scheme: Basic, realm: vault }
      steps:
        - request: { path: /report }
          origin: [{ protect: vault }]
          expect:
            client: { status: 200 }

      """
    return try Workplace(
      [
        "Scenarios/plain/login.yaml": probe, "Scenarios/_probes/basic.yaml": probe,
        "Scenarios/_probes/by-challenge.yaml": probe,
      ].merging(files) { $1 })
  }

  @Test(
    "Where nothing was played it is said what the command did when it was tried",
    arguments: [
      ("echo lost >&2; exit 7", ["exited with status 7: lost"]),
      ("echo lost >&2; kill -SEGV $$", ["was ended by SIGSEGV (signal 11)", "lost"]),
    ])
  func nothingPlayed(_ script: String, _ words: [String]) throws {
    let place = try Self.place()
    let command = "sh -c '\(script)' {user} {password} {url}"
    let run = try place.run("run", "--command", command, "--no-junit")
    #expect(run.status == ExitStatus.nothingRan.rawValue, "\(run.output)\(run.errors)")
    #expect(run.output.contains("nothing was played"))
    for words in words + ["1 case was skipped: the client does not claim: basic"] {
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test("A command that is not told the URL is refused")
  func noURL() throws {
    let run = try Self.place().run("run", "--command", "curl -u {user}:{password}")
    #expect(run.status == ExitStatus.usage.rawValue)
    #expect(run.errors.contains("the command has no {url}"), "\(run.errors)")
    let parts = try Self.place().run("run", "--command", "./no-such {host} {port}", "--no-junit")
    #expect(parts.status == ExitStatus.fault.rawValue)
  }

  @Test(
    "A client that is not installed says which make clients installs it",
    arguments: ["driver", "command"])
  func notInstalled(_ kind: String) throws {
    let place = try Self.place([
      "Clients/far/client.yaml": """
      name: far
      kind: \(kind)
      argv: ["{installed}/venv/bin/python3", "{client}/far.py"\(kind == "command" ? ", \"{url}\"" : "")]
      \(kind == "command" ? "version: { argv: [\"{installed}/venv/bin/python3\", -V] }" : "start: 2000")
      install: { python: [far==1.0] }

      """
    ])
    let run = try place.run("run", "--client", "far")
    #expect(run.status == ExitStatus.fault.rawValue, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("cannot be started: there is no such program"), "\(run.errors)")
    #expect(run.errors.contains("'make clients CLIENTS=far' installs it"), "\(run.errors)")
  }

  @Test(
    "A client that was installed before its files were changed says so, and which make clients helps"
  )
  func installedBefore() throws {
    func file(_ install: String) -> String {
      "name: far\nkind: driver\nargv: [sh, \"{client}/../far.sh\"]\ninstall: \(install)\n"
    }
    let file1 = file("{ debian: [sh], commands: [[cp, ../_more/part.sh, \"{installed}\"]] }")
    let place = try Self.place([
      "Clients/far/client.yaml": file1, "Clients/_more/part.sh": "", "Clients/_more/other.sh": "",
      "Clients/far.sh": HostileClient.driver("exit 9"), ".clients/far/part.sh": "",
    ])
    func complaint() throws -> Substring? {
      let run = try place.run("run", "--client", "far", "--no-probe", "--no-junit")
      #expect(!run.output.contains("install"))
      #expect(run.output.contains("1 case"), "\(run.output)\(run.errors)")
      return run.errors.split(separator: "\n").first { $0.contains("'make clients CLIENTS=far'") }
    }
    func settle() throws { try place.write(steps(), to: ".clients/far/.steps") }
    func steps() throws -> String { try place.run("clients", "--steps", "far").output }
    #expect(try complaint()?.contains("was not finished") == true)
    try settle()
    #expect(try steps().contains("far\tsources\t"), "the command names a file")
    #expect(try complaint() == nil)
    try place.write("", to: "Clients/_more/other.sh")
    #expect(try complaint() == nil, "no command names this file")
    try place.write("true", to: "Clients/_more/part.sh")
    #expect(try complaint()?.contains("Clients/far/../_more/part.sh was changed") == true)
    try settle()
    #expect(try complaint() == nil)
    let other = file("{ debian: [sh, cat], commands: [[true]] }")
    try place.write(other, to: "Clients/far/client.yaml")
    #expect(try complaint()?.contains("is not what its client.yaml says") == true)
    try settle()
    #expect(try complaint() == nil)
  }

  /// A driver that never answers lines of one kind.
  private static func hanging(at op: String) -> String {
    HostileClient.driver("exit 9").replacing(
      "case $line in",
      with:
        "case $line in *'\"op\":\"\(op)\"'*) echo lost >&2; exec sleep 1000 ;; esac; case $line in")
  }

  @Test(
    "The time for a run bounds starting and trying a client, and the reason is told",
    arguments: ["hello", "open", "request", "close"])
  func bounded(_ op: String) throws {
    let place = try Self.place(["driver.sh": Self.hanging(at: op)])
    let run = try place.run("run", "--driver", "sh \(place.path)/driver.sh", "--time", "2")
    #expect(run.status == ExitStatus.nothingRan.rawValue, "\(run.output)\(run.errors)")
    // Unbounded, the run would wait for 10 s and say that.
    #expect(run.errors.contains("the time was up"), "\(run.errors)")
    #expect(!run.errors.contains("within 10000 ms"), "\(run.errors)")
    #expect(run.errors.contains("lost"), "\(run.errors)")
  }

  @Test("A command that is slow to fail is tried no longer than the run may take")
  func boundedCommand() throws {
    let place = try Self.place()
    let run = try place.run(
      "run", "--command",
      "sh -c 'echo >>\(place.path)/tries; sleep 1.4; exit 3' {user} {password} {url}",
      "--time", "2")
    // A third try would begin after the time is up.
    #expect(try place.text("tries").count <= 2)
    #expect(run.status == ExitStatus.nothingRan.rawValue, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("exited with status 3"), "\(run.errors)")
  }

  @Test("Ten faults of one kind in a row end the run", arguments: ["1", "2"])
  func tenFaults(_ jobs: String) throws {
    let ways = (1...14).map { "w\($0)" }.joined(separator: ", ")
    let place = try Workplace([
      "Scenarios/plain/request.yaml": HostileClient.scenario.replacing(
        "first, hostile, last", with: "first, \(ways)"),
      "driver.sh": HostileClient.driver("").replacing(
        "*/hostile*)", with: "*/w*) exit 9 ;; *none)"),
    ])
    let run = try place.run("run", "--driver", "sh \(place.path)/driver.sh", "--jobs", jobs)
    #expect(run.status == ExitStatus.fault.rawValue, "\(run.output)\(run.errors)")
    #expect(
      run.output.contains("ten faults of one kind in a row ended the run after 11 of 15 cases"),
      "\(run.output)")
    #expect(try place.text("Reports/junit.xml").contains("authspec.repeated-fault"))
  }
}
