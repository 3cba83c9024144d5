// SPDX-License-Identifier: Apache-2.0

internal import CSystem
import HTTPAuth
internal import LibC

/// The content of a client's folder.
package enum FolderContent {
  /// A regular file.
  package struct File: Hashable, Sendable {
    /// Its path in the folder.
    package var name: String
    /// Its permission bits, without those of users who cannot search a folder of its path.
    package var mode: Int
    package var content: Octets
  }

  /// The maximum number of files, and of octets of each.
  private static let mostFiles = 100
  private static let longestFile = 1 << 16
  private static let deepest = 8

  /// The files in and below a folder, sorted by name. Links are not followed.
  package static func files(in folder: String) -> [File] {
    var files: [File] = []
    var folders = [(name: "", depth: 0, mask: 0o777)]
    while let (name, depth, mask) = folders.popLast() {
      for entry in Folder.names(in: folder + name) where files.count < mostFiles {
        let inner = "\(name)/\(entry)"
        var status = stat()
        guard unsafe lstat(folder + inner, &status) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
          guard depth < deepest else { continue }
          let isSearchable = Int(status.st_mode) & 0o111
          folders.append((inner, depth + 1, mask & (isSearchable * 7)))
        case S_IFREG:
          files.append(
            File(
              name: String(inner.dropFirst()), mode: Int(status.st_mode) & mask,
              content: Octets(
                Descriptors.beginning(of: folder + inner, limit: longestFile) ?? [])))
        default: break
        }
      }
    }
    return files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Protects a folder and its content from changes, or removes the protection. Returns `false` if
  /// that is not possible: for root the system needs an immutable flag.
  package static func protect(_ folder: String, isProtected: Bool) -> Bool {
    if !isProtected, !setProtection(of: folder, isProtected, mode: 0o700) { return false }
    for name in Folder.names(in: folder) {
      let path = "\(folder)/\(name)"
      let isDone =
        FileReading.kind(of: path) == .folder
        ? protect(path, isProtected: isProtected)
        : setProtection(of: path, isProtected, mode: isProtected ? 0o400 : 0o600)
      if !isDone { return false }
    }
    return !isProtected || setProtection(of: folder, isProtected, mode: 0o500)
  }

  private static func setProtection(
    of path: String, _ isProtected: Bool, mode: mode_t
  ) -> Bool {
    if !isProtected { _ = unsafe authspec_set_immutable(path, 0) }
    guard unsafe chmod(path, mode) == 0 else { return false }
    // Permission bits do not restrict root.
    guard isProtected, geteuid() == 0 else { return true }
    return unsafe authspec_set_immutable(path, 1) == 0
  }
}
