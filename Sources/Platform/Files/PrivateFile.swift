// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import LibC

/// A temporary file that only this user may read. It is removed with this object.
package final class PrivateFile {
  /// Its path.
  package let path: String

  /// A new file with that content; `nil` if there is no place for it.
  package init?(_ content: Octets) {
    var name = Array((PrivateFolder.base + "/authspec-XXXXXX").utf8CString)
    // mkstemp gives mode 0600.
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { return nil }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let isWritten = Descriptors.writeAll(content.bytes, to: descriptor)
    _ = close(descriptor)
    guard isWritten else {
      _ = unsafe unlink(path)
      return nil
    }
  }

  deinit { _ = unsafe unlink(path) }
}
