// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// What two paths have in common if they lead to one file.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// The identity of the file at a path, with links followed; `nil` if there is none.
  package init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
