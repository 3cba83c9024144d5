#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What is in a folder.
package enum FolderListing {
  /// Why it cannot be told.
  package struct Failure: Error {
    /// The system's number for it.
    package var code: Int32
  }

  /// The names in a folder, in no order, `.` and `..` left out.
  package static func names(in path: String) throws(Failure) -> [String] {
    guard let folder = unsafe opendir(path) else { throw Failure(code: errno) }
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
}
