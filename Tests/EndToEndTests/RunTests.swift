// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Foundation
import TestThreads
import Testing

@Suite("authspec run", .onOwnThreads)
struct RunTests {
  private func place(status: Int = 200) throws -> Workplace {
    try Workplace(["Scenarios/basic/plain.yaml": Workplace.scenario(status: status)])
  }

  @Test("A good run is 0 and leaves a report; a bad one is 1")
  func status() throws {
    let good = try place()
    let run = try good.run("run", "--json", "out/run.json")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("2 cases: 2 passed in "))
    #expect(run.output.hasSuffix("\nJUnit report: Reports/junit.xml\n"))
    for options in [["--no-junit"], ["--quiet"], ["--junit", "/dev/null"]] {
      let silent = try ProgramRun(["run"] + options, in: good.path)
      #expect(silent.status == 0 && !silent.output.contains("JUnit report"))
    }
    #expect(try good.text("Reports/junit.xml").contains("tests=\"2\" failures=\"0\""))
    #expect(try good.text("out/run.json").contains("\"pass\":2"))

    let bad = try place(status: 204)
    let failed = try bad.run("run")
    #expect(failed.status == ExitStatus.failures.rawValue)
    #expect(failed.output.contains("fail     basic/plain[way=a]"))
    #expect(failed.output.contains("again     \(ProgramRun.program.path) run 'basic/plain[way=a]'"))
    #expect(try bad.text("Reports/junit.xml").contains("failures=\"2\""))
  }

  @Test(
    "A scenario of one's own is named by its file, and the usual requirements are quoted for it")
  func outside() throws {
    let own = Workplace.scenario(status: 204).replacing(
      "tags: [quick]", with: "requirements: [R001]")
    let place = try Workplace([
      "Scenarios/requirements.yaml": """
      - { id: R001, level: must, source: RFC 9110 11.1, text: "It knows the name of a scheme." }

      """, "own/login.yaml": own,
    ])
    let failed = try place.run("run", "own")
    #expect(failed.status == ExitStatus.failures.rawValue, "\(failed.errors)")
    #expect(
      failed.output.contains("MUST      RFC 9110 11.1 (R001): It knows the name of a scheme."))
    let told = failed.output.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /\ +again +\S*authspec-maintain (.*)/).map { String($0.1) }
    }
    #expect(told == ["run 'own/login.yaml[way=a]'", "run 'own/login.yaml[way=b]'"])
    let again = try ProgramRun(
      ["-c", "\"$0\" \(told.last ?? "")", ProgramRun.program.path], in: place.path,
      program: URL(filePath: "/bin/sh"))
    #expect(again.status == ExitStatus.failures.rawValue, "\(again.errors)")
    #expect(again.output.contains("1 case: 0 passed, 1 failed in "))
  }

  @Test("Nothing played, or too little, is 4")
  func nothing() throws {
    let place = try place()
    let none = try place.run("run", "--tag", "quick", "--level", "note")
    #expect(none.status == ExitStatus.nothingRan.rawValue)
    #expect(none.errors.contains("the filters leave none of 2 cases"))
    #expect(try place.run("run", "--require-tests", "3").status == ExitStatus.nothingRan.rawValue)
    #expect(try place.run("run", "--require-tests", "2").status == 0)
  }

  @Test("An expectation that no case matches fails a whole run, and no other")
  func staleExpectation() throws {
    let place = try place()
    try place.write(
      "- { case: basic/gone, check: \"*\", verdict: fail, reason: known, evidence: here }\n",
      to: "known.yaml")
    let whole = try place.run("run", "--expected", "known.yaml", "--no-junit")
    #expect(whole.status == ExitStatus.failures.rawValue)
    #expect(whole.output.contains("known.yaml:1: there is no case “basic/gone”"), "\(whole.output)")
    #expect(try place.run("run", "--expected", "known.yaml", "--no-junit", "basic").status == 0)
    #expect(try place.run("run", "--expected", "known.yaml", "--tag", "quick").status == 1)
    // Of somebody's own scenarios nothing is expected that is so of those which are installed.
    try place.write(
      try place.text("known.yaml"), to: "installed/Clients/libcurl/expected.yaml")
    let own = try ProgramRun(
      ["run", "--no-junit"], in: place.path,
      environment: ["AUTHSPEC_CLIENTS": "installed/Clients"])
    #expect(own.status == 0, "\(own.output)")
  }

  @Test("A baseline goes to the folder of the client if it has one, where a run finds it")
  func baseline() throws {
    let known = try place(status: 204)
    try known.write("", to: "Clients/libcurl/notes")
    let run = try known.run("baseline", "--expires", "never")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("\nClients/libcurl/expected.yaml: 0 kept, 0 dropped, 1 new\n"))
    #expect(try known.text("Clients/libcurl/expected.yaml").contains("basic/plain[*]"))
    #expect(!FileManager.default.fileExists(atPath: "\(known.path)/expected.yaml"))
    #expect(try known.run("run", "--no-junit").status == 0)

    let other = try place(status: 204)
    try other.write("", to: "Clients/far/notes")
    #expect(try other.run("baseline").output.contains("\nexpected.yaml: 0 kept, "))
    #expect(try other.run("run", "--no-junit").status == ExitStatus.failures.rawValue)
    #expect(try other.run("run", "--no-junit", "--expected", "expected.yaml").status == 0)
  }

  @Test("The command shows the case again as it was played")
  func shownAgain() throws {
    let place = try place(status: 204)
    let run = try place.run(
      "run", "--no-expected", "--server", "wire", "--timeout", "700", "--no-junit")
    let command =
      "\(ProgramRun.program.path) run --server wire --timeout 700 --no-expected 'basic/plain[way=a]'"
    #expect(run.output.contains("  again     \(command)\n"), "\(run.output)")
  }

  @Test("A run in which nothing counts says so")
  func inconclusive() throws {
    let never = """
      title: A server that is never asked
      level: must
      servers: { other: {} }
      steps:
        - request: { path: / }
          expect:
            never: [{ server: other }]

      """
    let place = try Workplace(["Scenarios/never/asked.yaml": never])
    let run = try place.run("run")
    #expect(run.status == ExitStatus.nothingRan.rawValue)
    #expect(run.errors.contains("authspec: 1 of 1 case is inconclusive and does not count"))
    #expect(run.output.contains("open     1 case: not seen: a request to “other” to look at"))
    #expect(try place.text("Reports/junit.xml").contains("name=\"authspec.reason\""))
  }

  @Test("When the time is up no further case is begun, and the run is not good")
  func time() throws {
    let silent = """
      title: A server that says nothing
      level: note
      matrix: { way: [a, b, c, d, e, f, g, h, i, j] }
      steps:
        - request: { path: "/${way}" }
          origin: [{ reply: nothing, connection: stall }]
          expect:
            client: { status: 200 }

      """
    let place = try Workplace(["Scenarios/silent/server.yaml": silent])
    let run = try place.run("run", "--jobs", "1", "--timeout", "4000", "--time", "3")
    #expect(run.status == ExitStatus.nothingRan.rawValue, "\(run.output)\(run.errors)")
    // What is in play when the time is up says nothing.
    #expect(run.output.contains("the time was up after 0 of 10 cases"), "\(run.output)")
    #expect(try place.text("Reports/junit.xml").contains("authspec.out-of-time"))
    let enough = try place.run("run", "--jobs", "3", "--timeout", "300", "--time", "30")
    #expect(!enough.output.contains("the time was up"))
  }

  @Test("No report is written where none is wanted")
  func noReport() throws {
    let place = try place()
    #expect(try place.run("run", "--no-junit").status == 0)
    #expect(!place.exists("Reports"))
  }

  @Test("What was recorded is judged again with the same result")
  func judge() throws {
    let place = try place(status: 204)
    #expect(try place.run("run", "--no-junit", "--record", "records").status == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/records")
      .sorted()
    #expect(names == ["basic__plain%5bway=a%5d.json", "basic__plain%5bway=b%5d.json"])
    let again = try ProgramRun(["judge"] + names.map { "records/\($0)" }, in: place.path)
    #expect(again.status == 1)
    #expect(again.output.contains("2 cases: 0 passed, 2 failed"))
  }

  @Test("A trace shows what went over the wire")
  func trace() throws {
    let run = try place().run("run", "--no-junit", "--trace", "basic/plain[way=a]")
    #expect(run.output.contains("GET /report HTTP/1.1"))
    #expect(run.output.contains("Authorization: Basic YWxpY2U6b3BlbiBzZXNhbWU="))
  }

  @Test("The first SIGINT ends a run in good order, with a report")
  func interrupted() throws {
    let ways = (0..<3000).map { "w\($0)" }
    let place = try Workplace([
      "Scenarios/basic/many.yaml": Workplace.scenario(ways: ways, status: 204)
    ])
    let records = "\(place.path)/records"
    let run = try ProgramRun(
      ["run", "--jobs", "1", "--quiet", "--record", "records"], in: place.path
    ) { process in
      // The first recording tells that cases are being played.
      process.wait {
        (try? FileManager.default.contentsOfDirectory(atPath: records))?.isEmpty == false
      }
      process.interrupt()
    }
    #expect(run.status == ExitStatus.interrupted.rawValue)
    #expect(run.output.contains("interrupted after"))
    let report = try place.text("Reports/junit.xml")
    #expect(report.contains("authspec.interrupted"))
    #expect(report.hasSuffix("</testsuites>\n"))
  }
}
