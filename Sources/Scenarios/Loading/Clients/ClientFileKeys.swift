/// A client's file.
enum ClientFileKey: String, KeySet {
  case name, about, kind, argv, environment, files, version, limits, start, jobs, install
  case fragments, methods, stdin, body, outcomes, abilities
  static let holder = "a client"

  /// `true` for what a driver has no use for.
  var isOfCommands: Bool {
    switch self {
    case .fragments, .methods, .stdin, .body, .outcomes, .abilities: true
    case .name, .about, .kind, .argv, .environment, .files, .version, .limits, .start, .jobs,
      .install:
      false
    }
  }
}

/// What is added with a fragment.
enum AdditionKey: String, KeySet {
  case argv, environment, files
  static let holder = "a fragment"
}

/// What is added for a method.
enum MethodKey: String, KeySet {
  case argv, environment, files, body, stream
  static let holder = "a method"
}

/// How a version is asked for.
enum VersionKey: String, KeySet {
  case argv, pattern
  static let holder = "version"
}

/// What a process is allowed.
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
