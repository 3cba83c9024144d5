// SPDX-License-Identifier: Apache-2.0

import TestThreads

/// sh, for what tests need it.
enum Shell {
  /// What a script writes.
  static func output(_ script: String) throws -> String {
    try ProgramOutput(of: "/bin/sh", ["-c", script]).output
  }
}
