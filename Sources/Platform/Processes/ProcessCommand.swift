import HTTPAuth

/// What a process is started with.
package struct ProcessCommand: Hashable, Sendable {
  /// The program and its arguments. A program without a slash is looked for along PATH.
  package var argv: [Octets]
  /// The whole environment; nothing is inherited.
  package var environment: [Variable]
  /// The folder it is started in; nil for the caller's.
  package var folder: String?
  /// Megabytes of memory; nil for any amount.
  package var memory: Int?
  /// Open files.
  package var files = 1024

  /// A variable.
  package struct Variable: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its value.
    package var value: Octets

    /// A variable.
    package init(_ name: String, _ value: Octets) {
      self.name = name
      self.value = value
    }
  }

  /// A process of that program.
  package init(
    argv: [Octets], environment: [Variable] = [], folder: String? = nil, memory: Int? = nil
  ) {
    self.argv = argv
    self.environment = environment
    self.folder = folder
    self.memory = memory
  }
}

/// A process that could not be started.
package struct ProcessError: Error, Hashable, Sendable {
  /// Why, as a sentence without a full stop.
  package var reason: String

  /// A process that could not be started for that reason.
  package init(_ reason: String) { self.reason = reason }
}

/// How a process ended.
package enum ProcessEnding: Hashable, Sendable {
  /// By itself, with that status.
  case exit(Int)
  /// By that signal.
  case signal(Int)
}

extension ProcessEnding: CustomStringConvertible {
  /// As the end of a sentence about it: `exited with status 1`.
  package var description: String {
    switch self {
    case .exit(let status): "exited with status \(status)"
    case .signal(let number):
      "was ended by \(ProcessEnding.names[number] ?? "signal \(number)")"
    }
  }

  /// The signals that tell of a fault; their numbers are the same on Linux and macOS but for
  /// SIGBUS.
  private static let names = [
    4: "SIGILL (signal 4)", 5: "SIGTRAP (signal 5)", 6: "SIGABRT (signal 6)",
    8: "SIGFPE (signal 8)", 9: "SIGKILL (signal 9)", 11: "SIGSEGV (signal 11)",
    13: "SIGPIPE (signal 13)", 15: "SIGTERM (signal 15)",
  ]
}
