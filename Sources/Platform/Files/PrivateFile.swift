// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import LibC

/// A temporary file that only this user can read. It is removed with this object.
package final class PrivateFile {
  package let path: String

  /// Creates a file; `nil` if it cannot be written.
  package init?(_ content: Octets) {
    var name = Array((PrivateFolder.base + "/authspec-XXXXXX").utf8CString)
    // mkstemp gives mode 0600.
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { return nil }
    path = String(upToNUL: name)
    let isWritten = Descriptors.writeAll(content.bytes, to: descriptor)
    _ = close(descriptor)
    guard isWritten else {
      _ = unsafe unlink(path)
      return nil
    }
  }

  deinit { _ = unsafe unlink(path) }
}
