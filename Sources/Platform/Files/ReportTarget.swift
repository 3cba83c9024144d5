// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// The file at the path of a report.
///
/// A regular file is replaced; a device, a pipe or a terminal is written to directly.
package enum ReportTarget: Hashable, Sendable {
  /// The path of a regular file or of none yet, with links resolved.
  case file(String)
  /// The path of another kind of file, which is opened for writing.
  case stream(String)
  /// An open descriptor of this process: `-` and `/dev/stdout` are 1.
  case descriptor(Int32)

  /// The descriptors that a shell can pass, except standard input.
  private static let inherited: ClosedRange<Int32> = 1...9

  /// Examines a path; `-` is standard output.
  package init(_ path: String) {
    if path == "-" {
      self = .descriptor(1)
      return
    }
    var entry = stat()
    var status = stat()
    guard unsafe lstat(path, &entry) == 0 else {
      self = .file(path)
      return
    }
    let isLink = entry.st_mode & S_IFMT == S_IFLNK
    guard unsafe stat(path, &status) == 0 else {
      self = isLink && errno == ENOENT ? ReportTarget(named: path, hops: 0) : .stream(path)
      return
    }
    if isLink, let number = ReportTarget.inherited.first(where: { status.isOf(descriptor: $0) }) {
      self = .descriptor(number)
    } else if status.st_mode & S_IFMT == S_IFREG {
      self = .file(isLink ? (try? FileReading.absolute(path)) ?? path : path)
    } else {
      self = .stream(path)
    }
  }
}

extension ReportTarget {
  /// The most links from one to the next, as Linux has it (path_resolution(7)).
  private static let mostLinks = 40

  /// The file that a link to none yet names, so that the link stays.
  private init(named path: String, hops: Int) {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = unsafe readlink(path, &text, text.count - 1)
    guard count > 0, hops < ReportTarget.mostLinks else {
      self = .file(path)
      return
    }
    let target = String(upToNUL: text)
    let named = target.hasPrefix("/") ? target : FileReading.parent(of: path) + "/" + target
    self = ReportTarget(named: named, hops: hops + 1)
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
