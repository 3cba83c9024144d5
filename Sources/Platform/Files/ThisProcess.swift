// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// The running program: its environment and its place.
package enum ThisProcess {
  /// The value of an environment variable; `nil` if it is not set or empty.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Sets an environment variable, which no other thread may read meanwhile.
  package static func setEnvironment(_ name: String, _ value: String) {
    _ = unsafe setenv(name, value, 1)
  }

  /// The folder of the running program, links followed; `nil` if the system does not say.
  package static var programFolder: String? {
    guard let program = unsafe realpath(programPath, nil) else { return nil }
    defer { unsafe free(program) }
    return FileReading.parent(of: unsafe String(cString: program))
  }

  private static var programPath: String {
    #if os(Linux)
      return "/proc/self/exe"
    #else
      var size = UInt32(4096)
      var path = [CChar](repeating: 0, count: Int(size))
      guard unsafe _NSGetExecutablePath(&path, &size) == 0 else { return "" }
      return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #endif
  }
}
