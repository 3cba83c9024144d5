// SPDX-License-Identifier: Apache-2.0

enum ClientFileKey: String, KeySet {
  case name, about, kind, argv, environment, files, version, limits, start, jobs, install, skip
  case fragments, methods, stdin, body, outcomes, abilities
  static let holder = "a client"

  /// `true` for a key that only clients of `kind: command` may have.
  var isOfCommands: Bool {
    switch self {
    case .fragments, .methods, .stdin, .body, .outcomes, .abilities: true
    case .name, .about, .kind, .argv, .environment, .files, .version, .limits, .start, .jobs,
      .install, .skip:
      false
    }
  }
}

enum AdditionKey: String, KeySet {
  case argv, environment, files
  static let holder = "a fragment"
}

enum MethodKey: String, KeySet {
  case argv, environment, files, body, stream
  static let holder = "a method"
}

enum VersionKey: String, KeySet {
  case argv, pattern
  static let holder = "version"
}

enum LimitKey: String, KeySet {
  case memory, files
  static let holder = "limits"
}

enum InstallKey: String, KeySet {
  case debian, python, commands
  static let holder = "install"
}

enum ProcessEndKey: String, KeySet {
  case exit, stdout, stderr, headers, status, body, error
  static let holder = "an outcome"
}

enum SkipKey: String, KeySet {
  case `case`, reason
  static let holder = "an entry of skip"
}
