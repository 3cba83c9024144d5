// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a program printed, and how it ended.
package struct ProgramOutput {
  /// The exit status, or the number of the signal that ended it plus 128.
  package let status: Int32
  /// What it said on standard output.
  package let output: String
  /// What it said on standard error.
  package let errors: String

  /// Runs a program, by its path, to its end. Tools/scripts/run-tests ends a run that hangs.
  ///
  /// - Parameters:
  ///   - environment: its whole environment; that of this process if there is none.
  ///   - whileRunning: is called once it has started.
  package init(
    of program: String, _ arguments: [String], environment: [String: String]? = nil,
    in folder: String? = nil, whileRunning: ((SpawnedProgram) -> Void)? = nil
  ) throws {
    // Files, not pipes: a program that says much must not wait for whoever reads it.
    let place = FileManager.default.temporaryDirectory.appending(
      path: "authspec-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let files = ["out", "err"].map { place.appending(path: $0) }
    for file in files { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    let process = try SpawnedProgram(
      program, arguments, environment: environment ?? ProcessInfo.processInfo.environment,
      folder: folder, output: files[0].path, errors: files[1].path)
    whileRunning?(process)
    process.wait { false }
    status = process.waitUntilExit()
    output = try String(contentsOf: files[0], encoding: .utf8)
    errors = try String(contentsOf: files[1], encoding: .utf8)
  }
}
