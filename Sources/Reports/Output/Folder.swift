internal import Conformance

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Folders that reports are written to.
enum Folder {
  /// Makes a folder, and those above it, where there is none.
  static func create(_ path: String) throws(ReportError) {
    if FileSystem.kind(of: path) == .folder { return }
    let above = FileSystem.parent(of: path)
    if above != path { try create(above) }
    if unsafe mkdir(path, 0o755) != 0, FileSystem.kind(of: path) != .folder {
      throw ReportError(file: path, errno: errno)
    }
  }

  /// The names in a folder, sorted; none where it cannot be read.
  static func names(in path: String) -> [String] { (try? FileSystem.names(in: path)) ?? [] }

  /// Removes a file, if it is there.
  static func remove(file path: String) { _ = unsafe unlink(path) }
}
