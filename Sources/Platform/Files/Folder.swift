// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// Creates, renames and removes folders.
package enum Folder {
  /// Creates a folder, and those above it, unless it exists.
  package static func create(_ path: String) throws(FileError) {
    if FileReading.kind(of: path) == .folder { return }
    let above = FileReading.parent(of: path)
    if above != path { try create(above) }
    if unsafe mkdir(path, 0o755) == 0 { return }
    let number = errno
    guard FileReading.kind(of: path) == .folder else { throw FileError(file: path, errno: number) }
  }

  /// The names in a folder, sorted; empty if it cannot be read.
  package static func names(in path: String) -> [String] {
    (try? FileReading.names(in: path)) ?? []
  }

  /// Renames a folder. If a folder of the new name exists, it stays and the other is removed.
  package static func rename(_ path: String, to name: String) throws(FileError) {
    if unsafe LibC.rename(path, name) == 0 { return }
    let number = errno
    guard FileReading.kind(of: name) == .folder else { throw FileError(file: name, errno: number) }
    remove(folder: path)
  }

  /// Removes a folder and the files in it.
  package static func remove(folder path: String) {
    for name in names(in: path) { remove(file: "\(path)/\(name)") }
    _ = unsafe rmdir(path)
  }

  /// Removes a file if it exists.
  package static func remove(file path: String) { _ = unsafe unlink(path) }
}
