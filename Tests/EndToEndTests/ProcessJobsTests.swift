// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

@Suite("Processes beside each other", .onOwnThreads)
struct ProcessJobsTests {
  /// A driver that tells in the file `pids` which of its processes makes each request; each takes a
  /// while.
  private static func place(jobs: String = "") throws -> Workplace {
    let place = try Workplace(["Scenarios/plain/request.yaml": HostileClient.scenario])
    let request = "echo $$ >> '\(place.path)/pids'; sleep 0.4; answer '\"status\":200'"
    try place.write(
      HostileClient.driver(request).replacing("answer '\"status\":200' ;;", with: "\(request) ;;"),
      to: "Clients/slow/driver.sh")
    try place.write(
      "name: slow\nkind: driver\nargv: [sh, driver.sh]\n\(jobs)", to: "Clients/slow/client.yaml")
    return place
  }

  private static func processes(_ place: Workplace) throws -> Int {
    Set(try place.text("pids").split(separator: "\n")).count
  }

  @Test("Each worker has a driver of its own, as many as --jobs says")
  func drivers() throws {
    let place = try Self.place()
    let run = try place.run(
      "run", "--driver", "sh \(place.path)/Clients/slow/driver.sh", "--jobs", "3")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("3 cases on 3 workers"))
    #expect(try Self.processes(place) == 3)
  }

  @Test("A client's file can allow fewer")
  func fewer() throws {
    let place = try Self.place(jobs: "jobs: 1\n")
    let run = try place.run("run", "--client", "slow", "--jobs", "3")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("3 cases on 1 worker"))
    #expect(try Self.processes(place) == 1)
  }

  @Test("Commands run beside each other, too")
  func commands() throws {
    let place = try HostileClient.place(command: HostileClient.command("") + "\n")
    try place.write(
      "echo begin >> '\(place.path)/log'; sleep 0.4; echo end >> '\(place.path)/log'; echo status 200\n",
      to: "Clients/shell/client.sh")
    let run = try place.run("run", "--client", "shell", "--jobs", "3")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try place.text("log").hasPrefix("begin\nbegin\nbegin\n"))
  }
}
