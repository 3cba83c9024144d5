// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPAuth
import Platform

/// A program that runs beside a test, with files for its output.
///
/// Foundation's `Process` reads which descriptors this process has open while other tests open and
/// close theirs; under load it has crashed over that.
package final class SpawnedProgram {
  package let processIdentifier: pid_t
  /// What waitpid(2) has told; `nil` as long as the program runs.
  private var end: Int32?

  /// Starts a program, by its path, in a folder. Its input is empty, or a descriptor, which is
  /// duplicated.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String? = nil,
    input: Int32? = nil, output: String, errors: String
  ) throws {
    var pipes = Pipes()
    defer { pipes.closeAll() }
    pipes.input.theirs =
      try input.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? SpawnedProgram.open("/dev/null", O_RDONLY)
    pipes.output.theirs = try SpawnedProgram.open(output, O_WRONLY)
    pipes.errors.theirs = try SpawnedProgram.open(errors, O_WRONLY)
    processIdentifier = try pipes.spawn(
      ProcessCommand(
        argv: ([program] + arguments).map { Octets(Array($0.utf8)) },
        environment: environment.map { .init($0.key, Octets(Array($0.value.utf8))) },
        folder: folder))
  }

  private static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = unsafe Foundation.open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw ProcessError("\(path) cannot be opened") }
    return descriptor
  }

  package var isRunning: Bool {
    if end == nil { reap(WNOHANG) }
    return end == nil
  }

  private func reap(_ options: Int32) {
    var status: Int32 = 0
    var found: pid_t
    repeat {
      found = unsafe waitpid(processIdentifier, &status, options)
    } while found < 0 && errno == EINTR
    if found == processIdentifier { end = status }
  }

  /// Waits for its end. Returns its exit status, or the number of the signal that ended it plus 128.
  package func waitUntilExit() -> Int32 {
    if end == nil { reap(0) }
    let status = end ?? 0
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : signal + 128
  }

  package func terminate() { send(SIGTERM) }

  package func interrupt() { send(SIGINT) }

  package func send(_ signal: Int32) {
    if isRunning { _ = kill(processIdentifier, signal) }
  }

  /// Waits until something is so, or until the program has ended.
  package func wait(until isSo: () -> Bool) {
    while isRunning, !isSo() { Thread.sleep(forTimeInterval: 0.005) }
  }

  /// Waits until a signal does not end the program at once. macOS does not tell: there this waits
  /// half a second.
  package func waitUntilItHandles(_ signal: Int32) {
    #if os(Linux)
      wait {
        let file = "/proc/\(processIdentifier)/status"
        let status = try? String(contentsOfFile: file, encoding: .utf8)
        let caught = status?.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
        let signals =
          caught.flatMap { UInt64($0.dropFirst(7).drop(while: \.isWhitespace), radix: 16) } ?? 0
        return signals & (1 << UInt64(signal - 1)) != 0
      }
    #else
      Thread.sleep(forTimeInterval: 0.5)
    #endif
  }
}
