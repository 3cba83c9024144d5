// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// The states of files at one time, to find out later which of them have changed.
///
/// It uses stat(2), which every system has. Notifications of the kernel would save only a few
/// milliseconds per second.
package struct FileStamps: Equatable, Sendable {
  private struct Stamp: Equatable {
    var modified: Int64
    var size: Int64
    var number: UInt64
  }

  private var stamps: [String: Stamp] = [:]

  /// The present states of the files at these paths, with links followed. Missing files are
  /// omitted.
  package init(_ paths: some Sequence<String>) {
    for path in paths {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { continue }
      stamps[path] = Stamp(
        modified: FileReading.modified(status), size: Int64(status.st_size),
        number: UInt64(status.st_ino))
    }
  }

  /// The number of files.
  package var count: Int { stamps.count }

  /// The paths of the files that were changed, added or removed since an earlier time, sorted.
  package func changes(since earlier: FileStamps) -> [String] {
    var changed = stamps.keys.filter { stamps[$0] != earlier.stamps[$0] }
    changed += earlier.stamps.keys.filter { stamps[$0] == nil }
    return changed.sorted()
  }
}
