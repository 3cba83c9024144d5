// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

/// `authspec fuzz` as a process, with all that it leaves on disk.
@Suite("authspec fuzz", .onOwnThreads)
struct FuzzTests {
  /// The libcurl that finds challenges inside quoted strings is not everywhere; this client always
  /// does.
  private static let faulty = ["--client", "reference", "--fault", "splitAtQuotedCommas"]
  private var faulty: [String] { FuzzTests.faulty }

  private func run(
    _ arguments: [String], in place: Workplace,
    whileRunning: (@Sendable (SpawnedProgram) -> Void)? = nil
  ) throws -> ProgramRun {
    try ProgramRun(["fuzz"] + arguments, in: place.path, whileRunning: whileRunning)
  }

  private func findings(_ place: Workplace) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(place.path)/Reports/findings")) ?? [])
      .filter { $0 != "suspected" }.sorted()
  }

  @Test("A finding is kept, told, played again, and found no second time")
  func found() throws {
    let place = try Workplace()
    let arguments = faulty + ["--seed", "3", "--runs", "3000", "--findings", "1", "--corpus", "c"]
    let first = try run(arguments, in: place)
    #expect(first.status == 1, "\(first.output)\(first.errors)")
    let id = try #require(findings(place).first)
    #expect(first.output.contains("found    \(id)"))
    #expect(try place.text("Reports/fuzz.xml").contains("<testcase name=\"\(id)\""))
    #expect(!(try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/c")).isEmpty)

    let still = try run(["--replay", "Reports/findings/\(id)"], in: place)
    #expect(still.status == 1)
    #expect(still.output.hasPrefix("still there  \(id)"))
    let fixed = try run(["--client", "reference", "--replay", "Reports/findings"], in: place)
    #expect(fixed.status == 0)
    #expect(fixed.output == "fixed        \(id)\n")

    // The scenario is one that anybody can play: a client without the fault passes it.
    let scenario = "Reports/findings/\(id)/scenario.yaml"
    #expect(try place.run("check", scenario).status == 0)
    #expect(try place.run("run", "--client", "reference", "--no-junit", scenario).status == 0)
    let recording = "Reports/findings/\(id)/recording.json"
    let judged = try place.run("judge", recording)
    #expect(judged.status == 1)
    #expect(judged.output.contains("  again     \(ProgramRun.program.path) judge \(recording)\n"))

    let again = try run(arguments.filter { $0 != "3000" } + ["60"], in: place)
    #expect(again.status == 2, "no number follows --runs: \(again.errors)")
    let second = try run(faulty + ["--seed", "3", "--runs", "60"], in: place)
    #expect(!second.output.contains("found    \(id)"))
  }

  @Test("Whatever is found, the scenario beside it shows it again")
  func scenarios() throws {
    let place = try Workplace()
    let made = try run(
      ["--client", "libcurl", "--seed", "9", "--runs", "3000", "--findings", "12"], in: place)
    #expect(made.status == 1, "\(made.output)\(made.errors)")
    let ids = findings(place)
    #expect(ids.count > 3)
    for id in ids {
      let scenario = "Reports/findings/\(id)/scenario.yaml"
      let again = try place.run(
        "run", "--client", "libcurl", "--no-expected", "--no-junit", scenario)
      #expect(
        again.output.contains("1 case: 0 passed, 1 "), "\(id): \(again.output)\(again.errors)")
    }
  }

  @Test("The commands that are told with a disagreement are commands")
  func disagreement() throws {
    let place = try Workplace()
    let words = ["--client", "libcurl", "--client", "reference", "--seed", "5", "--runs", "200"]
    let made = try run(words + ["--no-seeds", "--findings", "3"], in: place)
    #expect(made.status == 1, "\(made.output)\(made.errors)")
    for id in findings(place) {
      let folder = "Reports/findings/\(id)"
      let lines = try place.text("\(folder)/about.txt").split(separator: "\n").map(String.init)
      let commands = lines.filter { $0.hasPrefix("authspec-maintain ") }
      #expect(commands.count == 3)
      #expect(made.output.contains("  again    \(commands.last ?? "")\n"))
      for command in commands {
        let again = try ProgramRun(
          command.split(separator: " ").dropFirst().map(String.init), in: place.path)
        #expect([0, 1].contains(again.status), "\(command): \(again.output)\(again.errors)")
      }
    }
  }

  @Test("Nothing that is kept or printed shows the user's own credentials")
  func redacted() throws {
    let place = try Workplace()
    let crash =
      "sh -c 'echo \"$1\" >&2; kill -SEGV $$' sh --token=hush-hush-1 -u {user}:{password} {url}"
    let arguments = ["--runs", "20", "--findings", "1", "--no-probe", "--command", crash]
    let first = try run(arguments, in: place)
    #expect(first.status == 1, "\(first.output)\(first.errors)")
    let id = try #require(findings(place).first)
    let folder = "Reports/findings/\(id)"
    let names = ["about.txt", "finding.json", "recording.json", "stderr.txt", "scenario.yaml"]
    let kept = try (names.map { "\(folder)/\($0)" } + ["Reports/fuzz.xml"]).map(place.text)
    for text in kept + [first.output, first.errors] {
      #expect(!text.contains("hush-hush-1"), "\(text)")
    }
    #expect(kept[0].contains("[redacted]"))
    #expect(kept[3].contains("[redacted]"))

    let replay = try run(["--replay", folder], in: place)
    #expect(replay.status == 2)
    #expect(replay.errors.contains("name the client again with --command or --driver"))
    #expect(try run(["--replay", folder, "--command", crash, "--no-probe"], in: place).status == 1)
    let shown = try Workplace()
    #expect(try run(arguments + ["--no-redact"], in: shown).status == 1)
    #expect(try shown.text("\(folder)/stderr.txt").contains("hush-hush-1"))
  }

  @Test("A campaign that is killed loses no finding, and goes on from its corpus")
  func killed() throws {
    let place = try Workplace()
    let path = place.path
    let arguments = faulty + ["--seed", "3", "--corpus", "c", "--jobs", "1"]
    let killed = try run(arguments, in: place) { process in
      // Until there is a finding, and for a moment more.
      process.wait {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(path)/Reports/findings")
        return (names ?? []).contains { $0.contains("-") && !$0.contains(".partial") }
      }
      Thread.sleep(forTimeInterval: 0.3)
      kill(process.processIdentifier, SIGKILL)
    }
    #expect(killed.status == 128 + SIGKILL)
    let before = findings(place)
    #expect(!before.isEmpty)
    // Each finding that was told is there, and each that is there is whole.
    for line in killed.output.split(separator: "\n") where line.hasPrefix("found ") {
      #expect(before.contains { line.contains($0) })
    }
    for id in before where !id.contains(".partial-") {
      #expect(try run(["--replay", "Reports/findings/\(id)"], in: place).status == 1)
    }
    let corpus = try FileManager.default.contentsOfDirectory(atPath: "\(path)/c")
      .filter { !$0.contains(".partial-") }
    let next = try run(arguments + ["--runs", "\(corpus.count + 50)"], in: place)
    #expect(next.output.contains("seeds"))
    #expect(Set(findings(place)).isSuperset(of: before))
    let suspected = try FileManager.default.contentsOfDirectory(
      atPath: "\(path)/Reports/findings/suspected")
    #expect(suspected.filter { !$0.contains(".partial-") }.isEmpty)
  }

  @Test(
    "The same seed leaves the same on disk, whatever the number of workers",
    arguments: [FuzzTests.faulty, ["--client", "libcurl"]])
  func deterministic(client: [String]) throws {
    func content(_ jobs: String) throws -> [String: Data] {
      let place = try Workplace()
      let made = try run(
        client + ["--seed", "5", "--runs", "1200", "--corpus", "c", "--jobs", jobs], in: place)
      #expect(made.status == 1, "\(made.errors)")
      var content: [String: Data] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/c") {
        content["c/\(name)"] = try Data(contentsOf: URL(filePath: "\(place.path)/c/\(name)"))
      }
      for id in findings(place) {
        for file in ["finding.json", "scenario.yaml", "about.txt", "input", "input-as-found"] {
          let path = "Reports/findings/\(id)/\(file)"
          content[path] = try Data(contentsOf: URL(filePath: "\(place.path)/\(path)"))
        }
      }
      return content
    }
    let alone = try content("1")
    #expect(alone.count > 100)
    #expect(alone == (try content("1")))
    #expect(alone == (try content("2")))
  }

  @Test("A shell that allows few open files is no hindrance")
  func openFiles() throws {
    let place = try Workplace()
    let words = ["fuzz", "--client", "libcurl", "--seed", "5", "--runs", "400", "--jobs", "2"]
    let made = try ProgramRun(
      ["-c", "ulimit -Sn 128; exec \"$0\" \"$@\"", ProgramRun.program.path] + words,
      in: place.path, program: URL(filePath: "/bin/sh"))
    #expect(made.status == 1, "\(made.errors)")
    // A slow machine prints how far the campaign is.
    let errors = made.errors.split(separator: "\n").filter { !$0.contains(" inputs, ") }
    #expect(errors.isEmpty)
    #expect(made.output.contains("400 inputs"))
  }

  @Test("A corpus is made small, and behaviours are not lost")
  func merged() throws {
    let place = try Workplace()
    let reference = ["--client", "reference"]
    _ = try run(reference + ["--seed", "1", "--runs", "300", "--corpus", "a"], in: place)
    _ = try run(reference + ["--seed", "2", "--runs", "300", "--corpus", "b"], in: place)
    let merged = try run(reference + ["--merge", "a", "--merge", "b", "--corpus", "c"], in: place)
    #expect(merged.status == 0, "\(merged.errors)")
    func count(_ name: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/\(name)").count
    }
    let (a, b, c) = (try count("a"), try count("b"), try count("c"))
    #expect(c < a + b)
    #expect(c >= max(a, b))
    // What is small gets no smaller.
    _ = try run(reference + ["--merge", "c", "--corpus", "c"], in: place)
    #expect(try count("c") == c)
  }

  @Test("It begins with what servers say in the scenarios: each shows something that no other does")
  func seeds() throws {
    let root = CatalogueFixture.root.path
    let count = try FileManager.default.contentsOfDirectory(atPath: "\(root)/Fuzz/seeds").count
    #expect(count > 400)
    let place = try Workplace()
    let made = try ProgramRun(
      [
        "fuzz", "--client", "reference", "--runs", "\(count)", "--timeout", "10000", "--no-junit",
        "--reports", "\(place.path)/Reports",
      ], in: root)
    #expect(made.status == 0, "\(made.output)\(made.errors)")
    #expect(made.output.contains(", \(count) seeds"), "\(made.output)")
    #expect(made.output.contains("corpus \(count), \(count) signatures"), "\(made.output)")
  }

  @Test("Wrong usage is told, and nothing is played")
  func usage() throws {
    let place = try Workplace()
    #expect(try run(["--merge", "a"], in: place).status == 2)
    #expect(try run(["--replay", "nowhere"], in: place).status == 2)
    #expect(try run(["--client", "reference", "--fault", "no-such"], in: place).status == 2)
    #expect(try run(["--fault", "splitAtQuotedCommas"], in: place).status == 2)
    #expect(try run(["--runs", "0"], in: place).status == 2)
    #expect(try run(["--replay", "a", "--merge", "b"], in: place).status == 2)
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/empty", withIntermediateDirectories: true)
    #expect(try run(["--replay", "empty"], in: place).status == 4)
  }
}
