// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// The running program: its environment and its folder.
package enum ThisProcess {
  /// The value of an environment variable; `nil` if it is not set or empty.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Sets an environment variable. No other thread may read the environment meanwhile.
  package static func setEnvironment(_ name: String, _ value: String) {
    _ = unsafe setenv(name, value, 1)
  }

  /// The folder of the running program, with links resolved; `nil` if it is not known.
  package static var programFolder: String? {
    (try? FileReading.absolute(programPath)).map(FileReading.parent)
  }

  private static var programPath: String {
    #if os(Linux)
      return "/proc/self/exe"
    #else
      var size = UInt32(4096)
      var path = [CChar](repeating: 0, count: Int(size))
      guard unsafe _NSGetExecutablePath(&path, &size) == 0 else { return "" }
      return String(upToNUL: path)
    #endif
  }
}
