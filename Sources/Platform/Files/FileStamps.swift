// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// Files as they were at a moment, to see later which of them have changed.
///
/// They are looked at by stat(2), which every system has; what a notification of the kernel would
/// save is a few milliseconds in each second.
package struct FileStamps: Equatable, Sendable {
  private struct Stamp: Equatable {
    var modified: Int64
    var size: Int64
    var number: UInt64
  }

  private var stamps: [String: Stamp] = [:]

  /// The files of these paths as they are now, links followed; those that are not there are left
  /// out.
  package init(_ paths: some Sequence<String>) {
    for path in paths {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { continue }
      stamps[path] = Stamp(
        modified: FileReading.modified(status), size: Int64(status.st_size),
        number: UInt64(status.st_ino))
    }
  }

  /// How many files there are.
  package var count: Int { stamps.count }

  /// The files that were changed, made or removed after an earlier moment, sorted.
  package func changes(since earlier: FileStamps) -> [String] {
    var changed = stamps.keys.filter { stamps[$0] != earlier.stamps[$0] }
    changed += earlier.stamps.keys.filter { stamps[$0] == nil }
    return changed.sorted()
  }
}
