// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

/// Tools/scripts/run-tests, the one guard of a run of all tests.
@Suite("The guard of the tests", .onOwnThreads)
struct RunTestsScriptTests {
  /// A run in which test `a` has a thread of Swift's pool, `b` has ended, `c` waits for a thread of
  /// its own, and `d` has one. The words after the script end with the options of the event stream.
  private static let hangs = """
    shift $(($# - 3)); events=$1
    event() {
      echo '{"kind":"event","payload":{"kind":"'$1'","testID":"'$2'"},"version":0}' >>"$events"
    }
    event testStarted 'M.Suite'
    for test in a b c d; do event testStarted "M.Suite\\\\/$test()\\\\/M.swift:2:4"; done
    event testEnded 'M.Suite\\/b()\\/M.swift:2:4'
    note() { echo "$1 1.5 M.Suite/$2()/M.swift:2:4" >>"$AUTHSPEC_TEST_JOURNAL"; }
    note waits c; note waits d; note runs d
    setsid sh -c 'echo $$ >child; exec sleep 1000' &
    while ! [ -s child ]; do sleep 0.05; done
    mv child started; sleep 1000

    """
  private static let names = "  M.Suite/a()/M.swift:2:4\n  M.Suite/d()/M.swift:2:4\n"

  private func run(
    _ script: String, in place: Workplace, limit: Int = 10_000,
    whileRunning: (@Sendable (SpawnedProgram) -> Void)? = nil
  ) throws -> ProgramRun {
    try place.write(script, to: "tests.sh")
    return try ProgramRun(
      ["sh", "tests.sh", "more"], in: place.path,
      environment: ["AUTHSPEC_TEST_LIMIT": "\(limit)"],
      program: CatalogueFixture.root.appending(path: "Tools/scripts/run-tests"),
      whileRunning: whileRunning)
  }

  @Test("A run that ends has the status of its tests", arguments: [0, 1, 7])
  func status(_ status: Int32) throws {
    let run = try run("echo done; exit \(status)", in: try Workplace())
    #expect(run.status == status)
    #expect(run.output == "done\n" && run.errors.isEmpty, "\(run.errors)")
  }

  @Test("A run that is ended names the tests that were running, and leaves no process")
  func ended() throws {
    let place = try Workplace()
    let path = place.path
    let run = try run(Self.hangs, in: place) { process in
      process.wait { FileManager.default.fileExists(atPath: "\(path)/started") }
      process.terminate()
    }
    #expect(run.status == 143, "\(run.output)\(run.errors)")
    #expect(
      run.output.hasSuffix("SIGTERM ended the tests; the tests that were running:\n\(Self.names)"),
      "\(run.output)")
    try expectGone(place)
  }

  @Test("A run that takes too long is ended")
  func limit() throws {
    let place = try Workplace()
    let run = try run("exec sleep 1000", in: place, limit: 1)
    #expect(run.status == 124, "\(run.output)\(run.errors)")
    #expect(run.output.contains("authspec: the tests took longer than 1 s"), "\(run.output)")
  }

  /// Waits for the end of the process that left the group of the tests.
  private func expectGone(_ place: Workplace) throws {
    let number = try #require(Int32(try place.text("started").split(separator: "\n").first ?? ""))
    while let state = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
      !state.contains(") Z ")
    { Thread.sleep(forTimeInterval: 0.01) }
  }
}
