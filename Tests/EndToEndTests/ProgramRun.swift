// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads

/// One run of the built program as a process of its own.
struct ProgramRun {
  /// The exit status, or the number of the signal that ended it plus 128.
  let status: Int32
  /// What it said on standard output.
  let output: String
  /// What it said on standard error.
  let errors: String

  /// The program `authspec-maintain`, which has all commands: the one that `AUTHSPEC_PROGRAM` names,
  /// as `make test` does with the released one; else the one that was built with the tests.
  static let program =
    ProcessInfo.processInfo.environment["AUTHSPEC_PROGRAM"].map { URL(filePath: $0) }
    ?? besideTests("authspec-maintain")

  /// The program of that name, which lies beside it.
  static func program(_ name: String) -> URL {
    program.deletingLastPathComponent().appending(path: name)
  }

  /// A program that was built with the tests, and lies beside them.
  static func besideTests(_ name: String) -> URL {
    // The test bundle is in the folder of products on Linux, and deep inside a bundle there on
    // macOS.
    var folder = Bundle(for: Marker.self).bundleURL
    while folder.path != "/" {
      let candidate = folder.appending(path: name)
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder = folder.deletingLastPathComponent()
    }
    return URL(filePath: "/nonexistent/\(name)")
  }

  private final class Marker {}

  /// A run that is over, whose output was kept elsewhere.
  init(status: Int32, output: String, errors: String) {
    (self.status, self.output, self.errors) = (status, output, errors)
  }

  /// Runs the program in a folder.
  init(
    _ arguments: [String], in folder: String, environment: [String: String] = [:],
    program: URL = ProgramRun.program,
    whileRunning: (@Sendable (SpawnedProgram) -> Void)? = nil
  ) throws {
    var all = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LANG": "C.UTF-8",
    ]
    for name in ["LD_LIBRARY_PATH", "HOME"] {
      all[name] = ProcessInfo.processInfo.environment[name]
    }
    let run = try ProgramOutput(
      of: program.path, arguments, environment: all.merging(environment) { $1 }, in: folder,
      whileRunning: whileRunning)
    (status, output, errors) = (run.status, run.output, run.errors)
  }
}

/// A folder with scenarios for one test, gone afterwards.
final class Workplace {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "authspec-e2e-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let file = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  /// Runs the program here.
  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> ProgramRun {
    try run(arguments, environment: environment)
  }

  /// Runs the program, or the one of that name, here.
  func run(
    _ arguments: [String], environment: [String: String] = [:], program: String? = nil
  ) throws -> ProgramRun {
    try ProgramRun(
      arguments, in: path, environment: environment,
      program: program.map(ProgramRun.program) ?? ProgramRun.program)
  }

  /// A scenario that a client with Basic passes, in as many cases as there are ways.
  static func scenario(
    ways: [String] = ["a", "b"], title: String = "A login gets through", status: Int = 200
  ) -> String {
    """
    title: \(title)
    level: must
    tags: [quick]
    matrix: { way: [\(ways.joined(separator: ", "))] }
    accounts:
      alice: { password: open sesame }
    client:
      credentials: [alice]
    challenges:
      first: { scheme: Basic, realm: "${way}" }
    steps:
      - title: a request
        request: { path: /report }
        origin:
          - { protect: first }
        expect:
          origin:
            - { credentials: none, replied: challenge }
            - { credentials: valid, replied: 200 }
          client: { status: \(status) }

    """
  }
}
