// SPDX-License-Identifier: Apache-2.0

/// A client's file.
enum ClientFileKey: String, KeySet {
  case name, about, kind, argv, environment, files, version, limits, start, jobs, install, skip
  case fragments, methods, stdin, body, outcomes, abilities
  static let holder = "a client"

  /// `true` for what a driver has no use for.
  var isOfCommands: Bool {
    switch self {
    case .fragments, .methods, .stdin, .body, .outcomes, .abilities: true
    case .name, .about, .kind, .argv, .environment, .files, .version, .limits, .start, .jobs,
      .install, .skip:
      false
    }
  }
}

/// The additions of a fragment.
enum AdditionKey: String, KeySet {
  case argv, environment, files
  static let holder = "a fragment"
}

/// The additions for a method.
enum MethodKey: String, KeySet {
  case argv, environment, files, body, stream
  static let holder = "a method"
}

/// The command that prints a version.
enum VersionKey: String, KeySet {
  case argv, pattern
  static let holder = "version"
}

/// The limits of a process.
enum LimitKey: String, KeySet {
  case memory, files
  static let holder = "limits"
}

/// How a client is installed.
enum InstallKey: String, KeySet {
  case debian, python, commands
  static let holder = "install"
}

/// How the end of a process is read.
enum ProcessEndKey: String, KeySet {
  case exit, stdout, stderr, headers, status, error
  static let holder = "an outcome"
}

/// Cases that are left out.
enum SkipKey: String, KeySet {
  case `case`, reason
  static let holder = "an entry of skip"
}
