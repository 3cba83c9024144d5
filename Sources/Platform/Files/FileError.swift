// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// An error while reading or writing a file.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  package var file: String
  /// The reason, without a full stop.
  package var reason: String

  package init(file: String, reason: String) {
    self.file = file
    self.reason = reason
  }

  /// The file and the reason, on one line.
  package var description: String { "\(file): \(reason)" }

  /// The error of a failed system call.
  package init(file: String, errno number: Int32) {
    self.file = file
    reason = unsafe String(cString: strerror(number))
  }
}
