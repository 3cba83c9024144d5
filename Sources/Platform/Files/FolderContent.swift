// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import LibC

/// What is in a folder of a client's, with the files below it.
package enum FolderContent {
  /// A regular file.
  package struct File: Hashable, Sendable {
    /// Its path in the folder.
    package var name: String
    /// Its permission bits.
    package var mode: Int
    package var content: Octets
  }

  /// How many files are read, and how many octets of each.
  private static let mostFiles = 100
  private static let longestFile = 1 << 16
  private static let deepest = 8

  /// The files, sorted by name; links are not followed.
  package static func files(in folder: String) -> [File] {
    var files: [File] = []
    var folders = [(name: "", depth: 0)]
    while let (name, depth) = folders.popLast() {
      for entry in Folder.names(in: folder + name) where files.count < mostFiles {
        let inner = "\(name)/\(entry)"
        var status = stat()
        guard unsafe lstat(folder + inner, &status) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: if depth < deepest { folders.append((inner, depth + 1)) }
        case S_IFREG:
          files.append(
            File(
              name: String(inner.dropFirst()), mode: Int(status.st_mode & 0o777),
              content: beginning(of: folder + inner)))
        default: break
        }
      }
    }
    return files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private static func beginning(of path: String) -> Octets {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return Octets() }
    defer { _ = close(descriptor) }
    return Octets(Descriptors.readAll(descriptor, limit: longestFile))
  }
}
