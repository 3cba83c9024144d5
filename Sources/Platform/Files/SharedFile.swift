// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// A file to which several programs append, such as the summary of a step in CI.
package enum SharedFile {
  /// Appends a text to a file, and creates the file if there is none.
  package static func append(_ text: String, to path: String) throws(FileError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError(file: path, errno: errno) }
    defer { close(descriptor) }
    let writer = DescriptorWriter(descriptor: descriptor)
    writer.write(text)
    try writer.flush(file: path)
  }
}
