// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Foundation
import TestThreads
import Testing

@Suite("The time for a case", .onOwnThreads)
struct CaseDeadlineTests {
  /// Ten requests, one after the other; and a case with only one.
  static func scenario(change: String = "") -> [String: String] {
    func steps(_ count: Int) -> String {
      (1...count).map { number in
        """
          - request: { path: /\(number) }
            origin: [{ reply: 200 }]
            expect: { client: { status: 200 } }
        \(number == 1 || change.isEmpty ? "" : "    client: { \(change) }")

        """
      }.joined()
    }
    return [
      "Scenarios/plain/many.yaml": "title: Many requests\nlevel: must\nsteps:\n\(steps(10))",
      "Scenarios/plain/one.yaml": "title: One request\nlevel: must\nsteps:\n\(steps(1))",
    ]
  }

  static func place(_ files: [String: String], change: String = "") throws -> Workplace {
    try Workplace(scenario(change: change).merging(files) { $1 })
  }

  /// A driver that takes its time for one kind of line.
  static func driver(slow op: String) -> String {
    HostileClient.driver("exit 9").replacing(
      "case $line in",
      with: "case $line in *'\"op\":\"\(op)\"'*) sleep 0.9 ;; esac; case $line in")
  }

  @Test(
    "A client that answers each time just in time does not take longer",
    arguments: [
      ("request", "the 2500 ms for the case were up"),
      ("change", "no answer to change before the time for the"),
    ])
  func driver(_ op: String, _ words: String) throws {
    let place = try Self.place(
      ["driver.sh": Self.driver(slow: op)], change: op == "change" ? "redirects: 3" : "")
    try expectTimeout(place, "--driver", "sh \(place.path)/driver.sh", words)
    let patient = try place.run(
      "run", "--driver", "sh \(place.path)/driver.sh", "--case-timeout", "30000", "--no-junit")
    #expect(patient.status == 0, "\(patient.output)\(patient.errors)")
  }

  @Test("Nor does a command")
  func command() throws {
    let place = try Self.place([
      "Clients/shell/client.yaml": HostileClient.commandFile,
      "Clients/shell/client.sh": "sleep 0.9; echo lost >&2; echo status 200",
    ])
    try expectTimeout(place, "--client", "shell", "the 2500 ms for the case were up")
  }

  private func expectTimeout(
    _ place: Workplace, _ option: String, _ client: String, _ words: String
  ) throws {
    let run = try place.run(
      "run", option, client, "--timeout", "2000", "--case-timeout", "2500", "--jobs", "1",
      "--retries", "0")
    #expect(run.status == ExitStatus.failures.rawValue, "\(run.output)\(run.errors)")
    #expect(run.output.contains("timeout  plain/many"), "\(run.output)")
    #expect(run.output.contains(words), "\(run.output)")
    #expect(run.output.contains("2 cases: 1 passed, 1 "), "\(run.output)")
  }
}
