// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Foundation
import TestThreads
import Testing

/// What the machine lacks is said before a case is played, and is nobody's failure.
@Suite("A machine that lacks something", .onOwnThreads)
struct ProvisionTests {
  private static func place() throws -> Workplace {
    try Workplace(["Scenarios/plain/request.yaml": HostileClient.scenario])
  }

  @Test("No temporary files")
  func temporaryFiles() throws {
    let place = try Self.place()
    for client in [["--client", "libcurl"], ["--command", "true {url}"]] {
      // A folder that is none: root may write to a folder that is read-only by its mode.
      let run = try ProgramRun(
        ["run"] + client, in: place.path, environment: ["TMPDIR": "/proc/1/nowhere"])
      #expect(run.status == ExitStatus.fault.rawValue, "\(run.output)\(run.errors)")
      #expect(run.errors.contains("No file can be made in /proc/1/nowhere"), "\(run.errors)")
      #expect(run.errors.contains("Set TMPDIR"), "\(run.errors)")
      #expect(!run.output.contains("cases"))
    }
  }

  @Test("Few descriptors")
  func descriptors() throws {
    let place = try Self.place()
    func run(_ limit: Int, _ arguments: String) throws -> ProgramRun {
      try ProgramRun(
        ["-c", "ulimit -n \(limit); exec '\(ProgramRun.program.path)' run \(arguments)"],
        in: place.path, program: URL(filePath: "/bin/sh"))
    }
    let few = try run(100, "")
    #expect(few.status == ExitStatus.fault.rawValue, "\(few.output)\(few.errors)")
    #expect(few.errors.contains("too few files may be open at once for 1 worker"), "\(few.errors)")
    let many = try run(400, "--jobs 3")
    #expect(many.errors.contains("or give --jobs 1"), "\(many.errors)")
    // Where nobody said how many workers there are to be, there are as many as the files last for.
    #expect(try run(400, "").status == 0)
  }

  #if os(Linux)
    /// Runs the program with a limit of its address space, in kilobytes.
    private static func run(memory: Int, _ arguments: String) throws -> ProgramRun {
      let place = try place()
      return try ProgramRun(
        ["-c", "ulimit -v \(memory); exec '\(ProgramRun.program.path)' \(arguments)"],
        in: place.path, program: URL(filePath: "/bin/sh"))
    }

    @Test("Little memory", arguments: [200_000, 150_000, 100_000])
    func memory(_ kilobytes: Int) throws {
      for arguments in ["run", "check", "run --driver 'sh driver.sh' --jobs 1"] {
        let run = try Self.run(memory: kilobytes, arguments)
        #expect(run.status == ExitStatus.fault.rawValue, "\(run.output)\(run.errors)")
        #expect(
          run.errors == """
            authspec: too little memory may be used for 1 worker: 256 MB are needed, and the limit \
            is \(kilobytes >> 10) MB: raise the limit (ulimit -v unlimited)

            """)
        #expect(run.output.isEmpty)
      }
    }

    @Test("Memory for few workers")
    func memoryForFew() throws {
      let many = try Self.run(memory: 400_000, "run --jobs 8")
      #expect(many.status == ExitStatus.fault.rawValue, "\(many.output)\(many.errors)")
      #expect(many.errors.contains("for 8 workers: 704 MB are needed"), "\(many.errors)")
      #expect(many.errors.contains("or give --jobs 3"), "\(many.errors)")
      // Where nobody said how many workers there are to be, there are as many as it lasts for.
      for kilobytes in [300_000, 400_000] {
        let run = try Self.run(memory: kilobytes, "run")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
      }
    }

    /// A network of its own, where that may be had; with what is to be done in it first.
    private static func isolated(_ setup: String) throws -> ProgramRun? {
      let script = "\(setup) && exec '\(ProgramRun.program.path)' run"
      let place = try place()
      let run = try ProgramRun(
        ["-rn", "sh", "-c", script], in: place.path,
        program: URL(filePath: "/usr/bin/unshare"))
      return run.errors.contains("unshare failed") ? nil : run
    }

    @Test("No loopback interface, or no ports on it")
    func loopback() throws {
      guard let none = try Self.isolated("true") else { return }
      #expect(none.status == ExitStatus.fault.rawValue, "\(none.output)\(none.errors)")
      #expect(none.errors.contains("bring up the loopback interface"), "\(none.errors)")
      let up = "ip link set lo up"
      guard
        let ports = try Self.isolated(
          "\(up) && echo 40000 40007 > /proc/sys/net/ipv4/ip_local_port_range"),
        !ports.errors.contains("ip_local_port_range: ")
      else { return }
      #expect(ports.status == ExitStatus.fault.rawValue, "\(ports.output)\(ports.errors)")
      #expect(ports.errors.contains("net.ipv4.ip_local_port_range"), "\(ports.errors)")
      #expect(try Self.isolated(up)?.status == 0)
    }
  #endif
}
