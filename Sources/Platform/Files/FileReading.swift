// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// Reads files and folders.
package enum FileReading {
  package enum Kind: Hashable, Sendable {
    /// A file, or anything that can be read like one.
    case file
    case folder
  }

  /// The kind of the file at a path, with links followed; `nil` if there is none.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// Why there is no file at a path that a folder has a name for.
  package static func absence(of path: String) -> FileError {
    if path.unicodeScalars.contains("\u{FFFD}") {
      return FileError(file: path, reason: "its name is not UTF-8; rename it")
    }
    var status = stat()
    guard unsafe stat(path, &status) != 0 else { return FileError(file: path, errno: 0) }
    return switch errno {
    case ELOOP: FileError(file: path, reason: "it is a link that leads to itself")
    case ENOENT: FileError(file: path, reason: "it is a link to a file that does not exist")
    default: FileError(file: path, errno: errno)
    }
  }

  /// The modification time of a file in nanoseconds since 1970; `nil` if there is no file.
  package static func modified(_ path: String) -> Int64? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return modified(status)
  }

  static func modified(_ status: stat) -> Int64 {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The names in a folder, sorted by octets, without `.` and `..`.
  package static func names(in path: String) throws(FileError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw FileError(file: path, errno: errno) }
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
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The files in and below a folder, with their paths relative to it; names that begin with a dot
  /// or with `__` are omitted.
  ///
  /// Files of nearer folders come first. With `most`, the search ends after that number of names
  /// and omits folders that cannot be read.
  package static func files(
    below folder: String, most: Int? = nil
  ) throws(FileError) -> [(path: String, name: String)] {
    var files: [(path: String, name: String)] = []
    var folders = [(path: folder, name: "", depth: 0)][...]
    var room = most ?? .max
    while let (path, name, depth) = folders.popFirst() {
      let entries: [String]
      do throws(FileError) {
        entries = try names(in: path)
      } catch {
        if most == nil { throw error }
        continue
      }
      for entry in entries where !entry.hasPrefix(".") && !entry.hasPrefix("__") {
        guard room > 0 else { return files }
        room -= 1
        let (inner, innerName) = ("\(path)/\(entry)", "\(name)/\(entry)")
        switch kind(of: inner) {
        case .folder: if depth < 32 { folders.append((inner, innerName, depth + 1)) }
        case .file: files.append((inner, innerName))
        case nil: break
        }
      }
    }
    return files
  }

  /// The octets of a regular file, at most `limit`. Pipes and devices are refused: they may be
  /// endless.
  package static func read(_ path: String, limit: Int = 1 << 26) throws(FileError) -> [UInt8] {
    let file = try OpenedFile(path)
    var octets: [UInt8] = []
    while let block = try file.block() {
      octets.append(contentsOf: block)
      if octets.count > limit {
        throw FileError(file: path, reason: "it has more than \(limit) octets")
      }
    }
    return octets
  }

  /// The folder of a path.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path: the name of the file in its folder.
  package static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  /// The absolute path of a file that may not be there yet; `nil` if its folder is not there.
  package static func absolute(inFolderOf path: String) -> String? {
    (try? absolute(parent(of: path))).map { "\($0)/\(name(of: path))" }
  }

  /// The absolute path of an existing file, with links resolved.
  package static func absolute(_ path: String) throws(FileError) -> String {
    guard let found = unsafe realpath(path, nil) else { throw FileError(file: path, errno: errno) }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }
}
