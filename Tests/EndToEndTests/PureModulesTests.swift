// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

/// The modules that have neither input nor output: what their object files call of the system.
@Suite(.onOwnThreads) struct PureModulesTests {
  static let modules = [
    "HTTPAuth", "JSON", "Scenarios", "ScenarioFiles", "Transcripts", "Judging",
  ]
  /// Files, sockets, the loop, time, threads, processes, the environment; and Foundation, which has
  /// all of these.
  static let forbidden: Set<String> = [
    "open", "open64", "openat", "read", "write", "pread", "pwrite", "fopen", "fopen64", "fread",
    "fwrite", "stat", "fstat",
    "lstat", "opendir", "unlink", "rename", "mkdir", "socket", "connect", "bind", "listen",
    "accept", "accept4", "send",
    "sendto", "sendmsg", "recv", "recvfrom", "recvmsg", "poll", "epoll_wait", "select", "time",
    "clock_gettime",
    "gettimeofday", "nanosleep", "usleep", "pthread_create", "fork", "posix_spawn", "execve",
    "getenv", "setenv", "printf",
    "puts",
  ]

  /// What the object files in a folder want from elsewhere.
  private func wanted(_ folder: URL) throws -> (objects: Int, symbols: Set<String>) {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "o" }
    let run = try ProgramRun(
      ["nm", "-u"] + files.map(\.path), in: folder.path, program: URL(filePath: "/usr/bin/env"))
    let symbols = run.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").last.map { String($0.prefix { $0 != "@" }) }
    }
    return (files.count, Set(symbols))
  }

  /// Where the build put the object files of a module: beside this test's own bundle.
  private func folder(_ module: String) -> URL {
    ProgramRun.besideTests("authspec").deletingLastPathComponent().appending(
      path: "\(module).build")
  }

  @Test(arguments: modules) func callsNothingOfTheSystem(_ module: String) throws {
    let (objects, symbols) = try wanted(folder(module))
    #expect(objects > 0)
    #expect(symbols.contains { $0.contains("swift_retain") }, "nm tells nothing")
    #expect(symbols.filter { Self.forbidden.contains($0) || $0.contains("10Foundation") } == [])
  }

  /// The same look finds what a module does that is not pure.
  @Test func platformIsSeenToCallTheSystem() throws {
    let symbols = try wanted(folder("Platform")).symbols
    #expect(!symbols.intersection(Self.forbidden).isEmpty)
  }
}
