// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts
import Foundation
import TestThreads
import Testing

@Suite("The command line", .onOwnThreads)
struct UsageTests {
  let place: Workplace

  init() throws {
    place = try Workplace([
      "Scenarios/basic/plain.yaml": Workplace.scenario(),
      "Scenarios/basic/other.yaml": Workplace.scenario(title: "Another login"),
    ])
  }

  @Test(
    "Wrong usage is said on standard error and ends with 2",
    arguments: [
      ([], "Usage: authspec"), (["rnu"], "unknown command 'rnu'; did you mean 'run'?"),
      (["--verbose"], "unknown option '--verbose'"),
      (["--versoin"], "unknown option"),
      (["run", "--jbos=2"], "unknown option '--jbos'; did you mean '--jobs'"),
      (["run", "-j"], "unknown option '-j'"),
      (["run", "--jobs"], "option '--jobs' needs a value: N"),
      (["run", "--jobs", "--trace"], "option '--jobs' needs a value"),
      (["run", "--jobs=0"], "option '--jobs' cannot be '0', only a number from 1 to 1024"),
      (["run", "--jobs=x"], "cannot be 'x'"), (["run", "--seed=-1"], "cannot be '-1'"),
      (["run", "--jobs=1", "--jobs=2"], "is given twice"),
      (["run", "--quiet=yes"], "option '--quiet' takes no value"),
      (
        ["run", "--level", "mus"],
        "cannot be 'mus', only must, should, may, robust, note; did you mean 'must'"
      ),
      (["run", "--junit="], "needs a value"),
      (["run", "--no-junit", "--junit", "x"], "contradict"),
      (["run", ""], "an argument is empty"),
      (["run", "basic/plain[way=a"], "end with ']' and stand in quotes: 'basic/plain[way=a]'"),
      (["run", "basic/plian"], "no scenario is named 'basic/plian'; did you mean basic/plain"),
      (
        ["run", "--no-junit", "--expected", "no.yaml"],
        "no.yaml: No such file or directory (authspec baseline writes it)"
      ),
      (["run", "--junit", "/proc/nowhere/x.xml"], "no report can be written to"),
      (
        ["run", "--json", "./same", "--html", "same"],
        "--json and --html both go to same: give each a file of its own"
      ),
      (["run", "--shard", "0/8"], "option '--shard' cannot be '0/8', only K/N"),
      (["run", "--shard", "9/8"], "cannot be '9/8'"), (["run", "--shard=x"], "cannot be 'x'"),
      (["run", "--times", "x.json"], "--times is for --shard"),
      (["run", "--shard=1/2", "--times", "x.json"], "x.json: No such file or directory"),
      (["merge"], "expected a file"), (["merge", "none.json"], "none.json: No such file"),
      (["merge", "Scenarios/basic/plain.yaml"], "not a file of run --events"),
      (["merge", "x", "--json=-", "--junit=-"], "x: No such file or directory"),
      (["explain"], "expected the id of one scenario"), (["judge"], "expected a file"),
      (["judge", "none.json"], "none.json: No such file or directory"),
      (["completions", "csh"], "expected one of bash, zsh, fish"),
      (["help", "rum"], "did you mean 'run'"),
      (["check", "--jobs=1"], "unknown option '--jobs'"),
      (["selftest", "--jobs=0"], "option '--jobs' cannot be '0'"),
      (["selftest", "basic/plian"], "no scenario is named 'basic/plian'"),
      (["selftest", "--fault", "ncNotRaisd"], "no fault is named 'ncNotRaisd'; did you mean"),
      (
        ["variants", "--variant", "neverReusse"], "no variant is named 'neverReusse'; did you mean"
      ),
      (["variants", "--caught", "x"], "unknown option '--caught'"),
      (["mutants"], "this build has no mutants: make mutants"),
      (["run", "--no-junit", "--variant", "neverReuses"], "--variant is for the reference client"),
      (["selftest", "--json", "/proc/nowhere/x.json"], "no report can be written to"),
      (["selftest", "--json", "Scenarios"], "it is a folder, not a file"),
      (["requirements", "basic/plain"], "unexpected argument 'basic/plain'"),
    ])
  func wrong(_ arguments: [String], _ complaint: String) throws {
    let run = try ProgramRun(arguments, in: place.path)
    #expect(run.status == ExitStatus.usage.rawValue)
    #expect(run.errors.contains(complaint), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test(
    "Help tells every option of every command",
    arguments: [
      (
        ProgramRun.program("authspec"),
        ["run", "serve", "list", "check", "explain", "judge", "merge", "completions", "help"]
      ),
      (
        ProgramRun.program("authspec-maintain"),
        ["run", "selftest", "variants", "mutants", "requirements", "catalogue", "leaks", "help"]
      ),
    ])
  func help(_ program: URL, _ commands: [String]) throws {
    func run(_ words: String...) throws -> ProgramRun {
      try ProgramRun(words, in: place.path, program: program)
    }
    let overview = try run("--help")
    #expect(overview.status == 0)
    for command in commands {
      #expect(overview.output.contains("  \(command) "))
      let help = try run(command, "--help")
      #expect(help.status == 0)
      #expect(help.output.hasPrefix("\(program.lastPathComponent) \(command): "))
      #expect(try run("help", command).output == help.output)
      #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
    let help = try run("run", "--help").output
    for option in [
      "client", "level", "tag", "spec", "requirement", "jobs", "timeout", "time", "seed", "server",
      "junit",
      "junit-flavor", "json", "expected", "no-expected", "record", "trace", "fail-fast",
      "require-tests", "color", "quiet", "no-junit",
    ] {
      #expect(help.contains("  --\(option)"), "\(option)")
    }
  }

  @Test("The version tells libcurl's, too", arguments: ["authspec", "authspec-maintain"])
  func version(_ name: String) throws {
    let run = try ProgramRun(["--version"], in: place.path, program: ProgramRun.program(name))
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("\(name) "))
    #expect(run.output.contains("libcurl/"))
  }

  @Test(
    "Completions are scripts that their shells take",
    arguments: ["bash", "zsh", "fish"], ["authspec", "authspec-maintain"])
  func completions(_ shell: String, _ name: String) throws {
    let run = try ProgramRun(
      ["completions", shell], in: place.path, program: ProgramRun.program(name))
    #expect(run.status == 0)
    #expect(run.output.contains("junit-flavor"))
    try place.write(run.output, to: "completions")
    let path = ["/bin/\(shell)", "/usr/bin/\(shell)"].first(
      where: FileManager.default.isExecutableFile)
    if let path {
      let checked = try ProgramRun(
        ["-n", "completions"], in: place.path, program: URL(filePath: path))
      #expect(checked.status == 0, "\(checked.errors)")
    }
  }

  @Test("bash completes commands, options, values and ids")
  func completing() throws {
    let script = """
      source <("$1" completions bash)
      authspec() { "$PROGRAM" "$@"; }
      PROGRAM=$1
      complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _authspec; echo "${COMPREPLY[*]}"; }
      complete_words authspec ru
      complete_words authspec run --junit-
      complete_words authspec run --color a
      complete_words authspec run basic/pl
      """
    let run = try ProgramRun(
      ["-c", script, "bash", ProgramRun.program("authspec").path], in: place.path,
      program: URL(filePath: "/bin/bash"))
    #expect(run.output == "run\n--junit-flavor\nauto always\nbasic/plain\n", "\(run.errors)")
  }

  @Test("What there is can be listed")
  func list() throws {
    #expect(try place.run("list", "--ids").output == "basic/other\nbasic/plain\n")
    #expect(
      try place.run("list", "--ids", "--cases", "basic/plain").output
        == "basic/plain[way=a]\nbasic/plain[way=b]\n")
    let text = try place.run("list", "--color", "never").output
    #expect(text.contains("basic/plain  must, 2 cases\n  A login gets through\n"))
    #expect(text.hasSuffix("2 scenarios, 4 cases\n"))
    let json = try #require(try place.run("list", "--json").output.data(using: .utf8))
    let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    #expect((object?["scenarios"] as? [Any])?.count == 2)
    let none = try place.run("list", "--tag", "quick", "--level", "note")
    #expect(none.status == ExitStatus.nothingRan.rawValue)
    #expect(none.errors.contains("the filters leave none of 4 cases"))
  }

  @Test("Valid files are valid, and mistakes have their place")
  func check() throws {
    let good = try place.run("check")
    #expect(good.status == 0)
    #expect(good.output == "2 files, 4 cases: valid\n")
    try place.write(
      Workplace.scenario().replacing("tags:", with: "tagz:"), to: "Scenarios/basic/bad.yaml")
    let bad = try place.run("check")
    #expect(bad.status == ExitStatus.usage.rawValue)
    #expect(bad.errors.contains("Scenarios/basic/bad.yaml:3:1: error:"), "\(bad.errors)")
    #expect(bad.output.hasSuffix("not valid\n"))
    #expect(try place.run("run", "basic/bad").status == ExitStatus.usage.rawValue)
  }

  @Test("A scenario is explained by its lines, with the values of the case")
  func explain() throws {
    func lines(_ words: String...) throws -> [Substring] {
      let run = try place.run(["explain"] + words, environment: ["COLUMNS": "60"])
      #expect(run.status == 0)
      let lines = run.output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 60 })
      return lines
    }
    let all = try lines("basic/plain")
    for line in [
      "A login gets through", "level         MUST: breaking it is a failure", "way           a, b",
      "basic/plain[way=a]", "  alice: { password: open sesame }",
      "  first: { scheme: Basic, realm: a }", "        - { credentials: valid, replied: 200 }",
      "2 cases", "  basic/plain[way=b]",
    ] {
      #expect(all.contains(line[...]), "\(line)")
    }
    #expect(!all.contains { $0.hasPrefix("matrix:") })
    let second = try lines("basic/plain[way=b]")
    #expect(second.contains("  first: { scheme: Basic, realm: b }"))
    #expect(second.contains("1 case"))
  }

  @Test("A place without scenarios says so")
  func nowhere() throws {
    let empty = try Workplace()
    let run = try empty.run("list")
    #expect(run.status == ExitStatus.usage.rawValue)
    #expect(run.errors.contains("no scenarios found"))
    let named = try empty.run(
      "list", "--ids", environment: ["AUTHSPEC_SCENARIOS": "\(place.path)/Scenarios"])
    #expect(named.output == "basic/other\nbasic/plain\n")
  }

  @Test("A reader that goes away is no mistake")
  func closedPipe() throws {
    let run = try ProgramRun(
      [
        "-c", "\"$1\" help run | head -n 1; echo ${PIPESTATUS[0]}", "bash",
        ProgramRun.program("authspec").path,
      ],
      in: place.path, program: URL(filePath: "/bin/bash"))
    #expect(run.output == "authspec run: play scenarios to a client and judge it\n0\n")
    #expect(run.errors.isEmpty)
  }

  @Test("An output that is full is a fault")
  func fullOutput() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let run = try ProgramRun(
      ["-c", "\"$1\" help > /dev/full; echo $?", "bash", ProgramRun.program.path],
      in: place.path, program: URL(filePath: "/bin/bash"))
    #expect(run.output == "3\n")
  }

  @Test("The table of requirements is whole, and shows a requirement without a scenario")
  func requirements() throws {
    let whole = try ProgramRun(["requirements"], in: CatalogueFixture.root.path)
    #expect(whole.status == 0, "\(whole.errors)")
    #expect(whole.output.contains("R130   robust  "))
    #expect(whole.output.hasSuffix(", 0 without a scenario\n"))

    let place = try Workplace([
      "Scenarios/basic/plain.yaml": Workplace.scenario() + "requirements: [R001]\n",
      "Scenarios/requirements.yaml":
        "- { id: R001, level: must, source: RFC 6750 5.3, text: One. }\n"
        + "- { id: R002, level: must, source: RFC 6750 5.3, text: Two. }\n",
    ])
    let missing = try place.run("requirements")
    #expect(missing.status == ExitStatus.failures.rawValue)
    #expect(missing.output.contains("RFC 6750 5.3 - NO SCENARIO"))
  }
}
