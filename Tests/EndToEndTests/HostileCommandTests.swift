// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Foundation
import TestThreads
import Testing

@Suite("Commands that go wrong in one case", .onOwnThreads)
struct HostileCommandTests {
  /// What a command does, the verdict, and what has to be said of it.
  static let misdeeds: [(script: String, verdict: Verdict, words: [String])] = [
    ("echo lost >&2; exit 7", .fail, ["exited with status 7: lost"]),
    ("echo lost >&2; kill -SEGV $$", .crash, ["shell was ended by SIGSEGV (signal 11)", "lost"]),
    (
      "echo '==1==ERROR: LeakSanitizer: detected memory leaks' >&2; exit 23", .crash,
      ["shell: ==1==ERROR: LeakSanitizer: detected memory leaks"]
    ),
    ("echo lost >&2; sleep 1000", .timeout, ["did not come to an end", "lost"]),
    ("trap '' TERM; echo lost >&2; while :; do sleep 0.05; done", .timeout, ["lost"]),
    ("(setsid sleep 20 &); echo lost >&2; exit 7", .fail, ["exited with status 7: lost"]),
    ("head -c 80000000 /dev/zero; exit 7", .fail, ["exited with status 7"]),
  ]

  @Test(
    "It is said what it did, in which case, with its last words; the others are played",
    arguments: misdeeds)
  func told(_ script: String, _ verdict: Verdict, _ words: [String]) throws {
    let place = try HostileClient.place(command: HostileClient.command(script))
    let run = try place.run(
      "run", "--client", "shell", "--timeout", HostileClient.timeout(verdict), "--jobs", "1",
      "--retries", "0")
    #expect(run.status == ExitStatus.failures.rawValue, "\(run.output)\(run.errors)")
    #expect(run.output.contains(HostileClient.line(verdict)), "\(run.output)")
    for words in words { #expect(run.output.contains(words), "\(run.output)") }
    #expect(run.output.contains("3 cases: 2 passed, 1 "), "\(run.output)")
  }

  @Test("Nonsense on standard output, where the status is promised to be, is a fault")
  func nonsense() throws {
    let place = try HostileClient.place(
      command: HostileClient.command("echo nonsense; echo lost >&2; exit 0"))
    try place.write(
      HostileClient.commandFile.replacing("{ stdout:", with: "{ exit: 0, stdout:"),
      to: "Clients/shell/client.yaml")
    let run = try place.run("run", "--client", "shell", "--jobs", "1")
    #expect(run.status == ExitStatus.fault.rawValue, "\(run.output)\(run.errors)")
    #expect(run.output.contains(HostileClient.line(.error)), "\(run.output)")
    for words in ["shell exited with status 0, but", "nonsense", "lost"] {
      #expect(run.output.contains(words), "\(run.output)")
    }
    #expect(run.output.contains("3 cases: 2 passed, 1 "), "\(run.output)")
  }

  @Test("While a command sleeps, a message says so before its first request is given up")
  func sleeping() throws {
    let probe = "Scenarios/_probes/basic-unasked.yaml"
    let place = try Workplace([
      "Scenarios/basic/plain.yaml": Workplace.scenario(),
      probe: try String(
        contentsOf: CatalogueFixture.root.appending(path: probe), encoding: .utf8),
    ])
    let run = try place.run(
      "run", "--command", "sh -c 'sleep 100' {url} {user}:{password}", "--time", "6")
    #expect(
      run.errors.contains(
        "authspec: sh has not ended a plain request for 2 s; each gets 4000 ms\n"), "\(run.errors)")
    #expect(run.status != ExitStatus.good.rawValue)
  }

  /// A command line, and what has to be said of it.
  static let lines: [(line: String, words: String)] = [
    ("./no-such {url}", "no-such: './no-such' cannot be started: there is no such program"),
    ("no-such {url}", "no-such: 'no-such' cannot be started: there is no such program"),
    ("/etc/passwd {url}", "passwd: '/etc/passwd' cannot be started: it may not be executed"),
  ]

  @Test("One that cannot be started ends the run with 3 before a case is played", arguments: lines)
  func neverStarted(_ line: String, _ words: String) throws {
    let run = try HostileClient.place(command: "").run("run", "--command", line)
    #expect(run.status == ExitStatus.fault.rawValue, "\(run.output)\(run.errors)")
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test("One that cannot be started in the midst of a run is told of in every case")
  func gone() throws {
    let place = try HostileClient.place(command: HostileClient.command("exit 1"))
    try place.write(
      HostileClient.commandFile.replacing("[sh, ", with: "[\"{client}/nowhere\", "),
      to: "Clients/shell/client.yaml")
    let run = try place.run("run", "--client", "shell", "--jobs", "2")
    #expect(run.status == ExitStatus.fault.rawValue, "\(run.output)\(run.errors)")
    #expect(run.output.contains("3 cases: 0 passed, 3 faults"), "\(run.output)")
    #expect(run.output.contains("Clients/shell/nowhere'"), "\(run.output)")
  }
}
