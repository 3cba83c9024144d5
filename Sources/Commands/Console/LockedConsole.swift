// SPDX-License-Identifier: Apache-2.0

import Platform
internal import Synchronization

/// The output of several threads, in whole lines.
package final class LockedConsole: Sendable {
  private let output = Mutex(DescriptorWriter(descriptor: 1))
  private let errors = Mutex(DescriptorWriter(descriptor: 2))

  package init() {}

  /// Says a line on standard output.
  package func say(_ line: String) {
    output.withLock {
      $0.write(line + "\n")
      $0.flush()
    }
  }

  /// Writes files; `false`, and says why, if one cannot be written.
  package func writes(_ files: () throws(FileError) -> Void) -> Bool {
    do throws(FileError) {
      try files()
      return true
    } catch {
      complain("authspec: \(error.file) could not be written: \(error.reason)")
      return false
    }
  }

  /// Says a line on standard error.
  package func complain(_ line: String) {
    errors.withLock {
      $0.write(line + "\n")
      $0.flush()
    }
  }
}
