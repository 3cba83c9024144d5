#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Folders that reports are written to.
package enum Folder {
  /// Makes a folder, and those above it, where there is none.
  package static func create(_ path: String) throws(FileError) {
    if FileSystem.kind(of: path) == .folder { return }
    let above = FileSystem.parent(of: path)
    if above != path { try create(above) }
    if unsafe mkdir(path, 0o755) != 0, FileSystem.kind(of: path) != .folder {
      throw FileError(file: path, errno: errno)
    }
  }

  /// The names in a folder, sorted; none where it cannot be read.
  package static func names(in path: String) -> [String] { (try? FileSystem.names(in: path)) ?? [] }

  /// Gives a folder another name, where there is none of that name; one that is there stays, and
  /// the new one goes.
  package static func rename(_ path: String, to name: String) throws(FileError) {
    if systemRename(path, name) == 0 { return }
    let number = errno
    guard FileSystem.kind(of: name) == .folder else { throw FileError(file: name, errno: number) }
    remove(folder: path)
  }

  /// Removes a folder and the files in it.
  package static func remove(folder path: String) {
    for name in names(in: path) { remove(file: "\(path)/\(name)") }
    _ = unsafe rmdir(path)
  }

  /// Removes a file, if it is there.
  package static func remove(file path: String) { _ = unsafe unlink(path) }
}

private func systemRename(_ path: String, _ name: String) -> Int32 {
  unsafe rename(path, name)
}
