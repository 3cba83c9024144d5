// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// The kind of file that the name of a report leads to.
///
/// Only a regular file is replaced by another; a device, a pipe or a terminal is written to
/// directly.
package enum ReportTarget: Hashable, Sendable {
  /// A regular file, or nothing yet; links are followed.
  case file(String)
  /// Another kind of file, which is opened for writing.
  case stream(String)
  /// An open descriptor of this process: `-` and `/dev/stdout` are 1.
  case descriptor(Int32)

  /// The descriptors that a shell can pass, without standard input.
  private static let inherited: ClosedRange<Int32> = 1...9

  /// Examines a path; `-` is standard output.
  package init(_ path: String) {
    if path == "-" {
      self = .descriptor(1)
      return
    }
    var entry = stat()
    var status = stat()
    guard unsafe lstat(path, &entry) == 0, unsafe stat(path, &status) == 0 else {
      self = .file(path)
      return
    }
    let isLink = entry.st_mode & S_IFMT == S_IFLNK
    if isLink, let number = ReportTarget.inherited.first(where: { status.isOf(descriptor: $0) }) {
      self = .descriptor(number)
    } else if status.st_mode & S_IFMT == S_IFREG {
      self = .file(isLink ? ReportTarget.resolved(path) : path)
    } else {
      self = .stream(path)
    }
  }

  /// The target of a link.
  private static func resolved(_ path: String) -> String {
    guard let found = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }
}

extension stat {
  /// `true` if the descriptor is open on this file.
  fileprivate func isOf(descriptor: Int32) -> Bool {
    var other = stat()
    return unsafe fstat(descriptor, &other) == 0 && st_dev == other.st_dev
      && st_ino == other.st_ino
  }
}
