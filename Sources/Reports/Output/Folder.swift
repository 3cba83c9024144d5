#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Folders that reports are written to.
enum Folder {
  /// The folder a path is in.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// True where there is a folder of that name.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Makes a folder, and those above it, where there is none.
  static func create(_ path: String) throws(ReportError) {
    if exists(path) { return }
    let above = parent(of: path)
    if above != path { try create(above) }
    if unsafe mkdir(path, 0o755) != 0, !exists(path) {
      throw ReportError(file: path, errno: errno)
    }
  }

  /// The names in a folder, `.` and `..` left out; none where it cannot be read.
  static func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { place in
        unsafe place.withMemoryRebound(to: CChar.self, capacity: 256) { text in
          unsafe String(cString: text)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Removes a file, if it is there.
  static func remove(file path: String) { _ = unsafe unlink(path) }
}
