// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import LibC

/// How to start a process.
package struct ProcessCommand: Hashable, Sendable {
  /// The program and its arguments. A program without a slash is searched for in PATH.
  package var argv: [Octets]
  /// The whole environment; nothing is inherited.
  package var environment: [Variable]
  /// The working folder; `nil` for that of this program.
  package var folder: String?
  /// The maximum memory in megabytes; `nil` for no limit.
  package var memory: Int?
  /// The maximum number of open files.
  package var files = 1024

  package struct Variable: Hashable, Sendable {
    package var name: String
    package var value: Octets

    package init(_ name: String, _ value: Octets) {
      self.name = name
      self.value = value
    }
  }

  package init(
    argv: [Octets], environment: [Variable] = [], folder: String? = nil, memory: Int? = nil
  ) {
    self.argv = argv
    self.environment = environment
    self.folder = folder
    self.memory = memory
  }
}

package struct ProcessError: Error, Hashable, Sendable {
  /// How a program failed to start.
  package enum Start: Hashable, Sendable {
    case noSuchProgram
    case refused
  }

  /// The reason, without a full stop.
  package var reason: String
  /// How the program failed to start; `nil` if that is not the reason.
  package var start: Start?

  package init(_ reason: String) { self.reason = reason }

  /// The error of a program that cannot be started.
  package init(starting program: String, _ obstacle: Obstacle) {
    reason = "'\(program)' cannot be started: \(obstacle.words)"
    start = obstacle.isMissing ? .noSuchProgram : .refused
  }

  /// The same error of a client or a driver with that name.
  package func of(_ name: String) -> ProcessError {
    var named = self
    named.reason = "\(name): \(reason)"
    return named
  }

  /// Why the system does not start a program.
  package struct Obstacle: Hashable, Sendable {
    let code: Int32

    /// `true` if there is no such program.
    var isMissing: Bool { code == ENOENT }

    /// The system's words.
    var words: String { Pipes.words(code) }
  }
}

/// How a process ended.
package enum ProcessEnding: Hashable, Sendable {
  /// It exited with a status.
  case exit(Int)
  /// A signal ended it.
  case signal(Int)
}

extension ProcessEnding: CustomStringConvertible {
  /// The predicate of a sentence: `exited with status 1`.
  package var description: String {
    switch self {
    case .exit(let status): "exited with status \(status)"
    case .signal(let number):
      "was ended by \(ProcessEnding.names[number] ?? "signal \(number)")"
    }
  }

  /// The names of signals. Their numbers are the same on Linux and macOS, except that of SIGBUS.
  private static let names = [
    4: "SIGILL (signal 4)", 5: "SIGTRAP (signal 5)", 6: "SIGABRT (signal 6)",
    8: "SIGFPE (signal 8)", 9: "SIGKILL (signal 9)", 11: "SIGSEGV (signal 11)",
    13: "SIGPIPE (signal 13)", 15: "SIGTERM (signal 15)",
  ]
}
