// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// A file to whose end several programs add, such as the summary of a step in CI.
package enum SharedFile {
  /// Adds a text at the end of a file, which is made if there is none.
  package static func append(_ text: String, to path: String) throws(FileError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError(file: path, errno: errno) }
    defer { close(descriptor) }
    let writer = DescriptorWriter(descriptor: descriptor)
    writer.write(text)
    writer.flush()
    if let number = writer.errorNumber { throw FileError(file: path, errno: number) }
  }
}
